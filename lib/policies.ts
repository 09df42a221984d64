/** Permissions of one statement of a policy; patterns may contain `*` for any text. */
export interface GrantStatement {
  actions: readonly string[];
  resources: readonly string[];
  /** Allowed patterns of partition keys; absent: all. */
  leadingKeys?: readonly string[];
}

/** One action of a function on a service. */
export interface AwsCall {
  /** `dynamodb:UpdateItem` */
  action: string;
  resource: string;
  /** Partition keys that the call accesses. */
  leadingKeys?: readonly string[];
}

/** Compiled once: the local stack checks every call by a function. */
const compiled = new Map<string, RegExp>();

const expressionOf = (pattern: string): RegExp => {
  const known = compiled.get(pattern);
  if (known) return known;
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`));
  const expression = new RegExp(`^${parts.join('.*')}$`, 's');
  compiled.set(pattern, expression);
  return expression;
};

/** Whether a string matches a pattern of a policy. */
const isMatch = (pattern: string, text: string): boolean =>
  pattern.includes('*') ? expressionOf(pattern).test(text) : pattern === text;

const isAnyMatch = (patterns: readonly string[], text: string): boolean =>
  patterns.some((pattern) => isMatch(pattern, text));

/**
 * Whether a statement allows a call. A condition on leading keys is `ForAllValues`: each key of the call must match one
 * of its patterns, and a call without keys passes.
 */
const isAllowedBy = ({ actions, resources, leadingKeys }: GrantStatement, call: AwsCall): boolean =>
  isAnyMatch(actions, call.action) &&
  isAnyMatch(resources, call.resource) &&
  (leadingKeys === undefined || (call.leadingKeys ?? []).every((key) => isAnyMatch(leadingKeys, key)));

/** Whether any statement allows a call, as in IAM without Deny statements. */
export const isAllowedByAny = (statements: readonly GrantStatement[], call: AwsCall): boolean =>
  statements.some((statement) => isAllowedBy(statement, call));

/** The statements split into single grants of one action, one resource and one key pattern. */
export const singleGrants = (statements: readonly GrantStatement[]): GrantStatement[] =>
  statements.flatMap(({ actions, resources, leadingKeys }) =>
    actions.flatMap((action) =>
      resources.flatMap((resource) =>
        (leadingKeys ?? [undefined]).map((pattern) => ({
          actions: [action],
          resources: [resource],
          ...(pattern === undefined ? {} : { leadingKeys: [pattern] }),
        })),
      ),
    ),
  );

/** A grant as text. */
export const grantText = ({ actions, resources, leadingKeys }: GrantStatement): string =>
  `${actions.join(', ')} on ${resources.join(', ')}${leadingKeys ? ` for ${leadingKeys.join(', ')}` : ''}`;

/** What one statement of a policy allows; patterns may hold `*` for any text. */
export interface Statement {
  actions: readonly string[];
  resources: readonly string[];
  /** Patterns of the partition keys that may be reached; absent: all of them. */
  leadingKeys?: readonly string[];
}

/** One thing that a function asked a service to do. */
export interface Call {
  /** `dynamodb:UpdateItem` */
  action: string;
  resource: string;
  /** Partition keys that the call reaches. */
  leadingKeys?: readonly string[];
}

/** Whether a text fits a pattern of a policy. */
const fits = (pattern: string, text: string): boolean => {
  if (!pattern.includes('*')) return pattern === text;
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(text);
};

const fitsAny = (patterns: readonly string[], text: string): boolean => patterns.some((pattern) => fits(pattern, text));

/**
 * Whether a statement allows a call. A condition on leading keys is `ForAllValues`: each key of the call fits one of its
 * patterns, and a call without any key passes.
 */
export const allows = ({ actions, resources, leadingKeys }: Statement, call: Call): boolean =>
  fitsAny(actions, call.action) &&
  fitsAny(resources, call.resource) &&
  (leadingKeys === undefined || (call.leadingKeys ?? []).every((key) => fitsAny(leadingKeys, key)));

/** Whether any statement allows a call, as IAM decides where nothing is denied. */
export const permits = (statements: readonly Statement[], call: Call): boolean =>
  statements.some((statement) => allows(statement, call));

/** Each single grant of the statements: one action on one resource for one pattern of keys. */
export const singleGrants = (statements: readonly Statement[]): Statement[] =>
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

/** A grant in words. */
export const grantText = ({ actions, resources, leadingKeys }: Statement): string =>
  `${actions.join(', ')} on ${resources.join(', ')}${leadingKeys ? ` for ${leadingKeys.join(', ')}` : ''}`;

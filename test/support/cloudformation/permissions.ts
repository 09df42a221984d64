import { isObject, type TemplateObject, type TemplateValue } from './template.ts';
import type { ExistingResource } from './resource.ts';
import { arnOf, refOf } from './values.ts';

const listOf = (value: TemplateValue | undefined): readonly TemplateValue[] =>
  value === undefined ? [] : Array.isArray(value) ? (value as readonly TemplateValue[]) : [value];
const objectsOf = (value: TemplateValue | undefined): TemplateObject[] => listOf(value).filter(isObject);
const at = (value: TemplateValue | undefined, ...path: readonly string[]): TemplateValue | undefined =>
  path.reduce<TemplateValue | undefined>((inside, name) => (isObject(inside) ? inside[name] : undefined), value);

/** Resources of an account by their type. */
type ByType = ReadonlyMap<string, readonly ExistingResource[]>;
const byTypeOf = (all: readonly ExistingResource[]): ByType => Map.groupBy(all, ({ type }) => type);
const of = (all: ByType, type: string): readonly ExistingResource[] => all.get(type) ?? [];

const matches = (pattern: string, text: string): boolean =>
  new RegExp(`^${pattern.replaceAll(/[^\w*]/g, String.raw`\$&`).replaceAll('*', '.*')}$`).test(text);

/** Whether statements allow an action (any action if none is given) on a resource. The resource `*` does not count. */
const allows = (statements: readonly TemplateObject[], resource: string, action?: string): boolean =>
  statements.some(
    ({ Effect: effect, Action: actions, Resource: on }) =>
      effect === 'Allow' &&
      (action === undefined || listOf(actions).some((each) => matches(String(each), action))) &&
      listOf(on).some((each) => each !== '*' && matches(String(each), resource)),
  );

const statementsOf = (document: TemplateValue | undefined): TemplateObject[] => objectsOf(at(document, 'Statement'));

/** Statements of a function's role, from existing policies. */
const statementsOfRole = (fn: ExistingResource, all: ByType): TemplateObject[] => {
  const role = of(all, 'AWS::IAM::Role').find(({ type, name }) => arnOf(type, name) === fn.properties['Role']);
  if (!role) return [];
  return [
    ...objectsOf(role.properties['Policies']).flatMap((policy) => statementsOf(policy['PolicyDocument'])),
    ...of(all, 'AWS::IAM::Policy')
      .filter(({ properties }) => listOf(properties['Roles']).includes(role.name))
      .flatMap(({ properties }) => statementsOf(properties['PolicyDocument'])),
  ];
};

const functionNamed = (name: TemplateValue | undefined, all: ByType): ExistingResource | undefined =>
  of(all, 'AWS::Lambda::Function').find((each) => each.name === name);

const READS_QUEUE = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];
const READS_STREAM = ['dynamodb:GetRecords', 'dynamodb:GetShardIterator', 'dynamodb:DescribeStream'];

/** Permissions that Lambda requires of a function's role before it creates a mapping or a destination. */
const required = ({ type, properties }: ExistingResource): [string, string][] => {
  if (type === 'AWS::Lambda::EventSourceMapping') {
    const source = String(properties['EventSourceArn']);
    return (source.includes(':sqs:') ? READS_QUEUE : READS_STREAM).map((action) => [action, source]);
  }
  const destination = at(properties, 'DestinationConfig', 'OnFailure', 'Destination');
  if (type !== 'AWS::Lambda::EventInvokeConfig' || typeof destination !== 'string') return [];
  return [['sqs:SendMessage', destination]];
};

/** Why a service rejects the creation of a resource because of a missing grant. */
export const creationFault = (
  resource: ExistingResource,
  existing: () => readonly ExistingResource[],
): string | undefined => {
  const needs = required(resource);
  if (needs.length === 0) return undefined;
  const all = byTypeOf(existing());
  const fn = functionNamed(resource.properties['FunctionName'], all);
  if (!fn) return `names the function ${String(resource.properties['FunctionName'])}, which does not exist`;
  const statements = statementsOfRole(fn, all);
  const [action, on] = needs.find(([each, source]) => !allows(statements, source, each)) ?? [];
  return action === undefined ? undefined : `needs a grant: the role of ${fn.name} may not ${action} on ${on}`;
};

/** Whether a resource policy of a queue or topic allows a service to send. */
const admits = (target: string, service: string, source: string, all: ByType): boolean =>
  [...of(all, 'AWS::SQS::QueuePolicy'), ...of(all, 'AWS::SNS::TopicPolicy')]
    .flatMap(({ properties }) => statementsOf(properties['PolicyDocument']))
    .some(
      (statement) =>
        allows([statement], target) &&
        listOf(at(statement, 'Principal', 'Service')).includes(service) &&
        listOf(at(statement, 'Condition', 'ArnEquals', 'aws:SourceArn')).every((arn) => arn === source),
    );

const invokes = (fn: string, service: string, source: string, all: ByType): boolean =>
  of(all, 'AWS::Lambda::Permission').some(({ properties }) => {
    if (properties['Principal'] !== service) return false;
    const name = String(properties['FunctionName']);
    const named = fn === name || fn.endsWith(`:function:${name}`);
    return named && matches(String(properties['SourceArn'] ?? '*'), source);
  });

const ruleFaults = (rule: ExistingResource, all: ByType): string[] => {
  const source = arnOf(rule.type, rule.name) ?? '';
  return objectsOf(rule.properties['Targets']).flatMap(({ Arn: arn }) => {
    const target = String(arn);
    const isAdmitted = target.includes(':lambda:')
      ? invokes(target, 'events.amazonaws.com', source, all)
      : admits(target, 'events.amazonaws.com', source, all);
    return isAdmitted ? [] : [`${rule.stack}/${rule.id} lacks a grant: it may not reach ${target}`];
  });
};

const routeFaults = (route: ExistingResource, all: ByType): string[] => {
  const { ApiId: api, RouteKey: key, Target: target } = route.properties;
  const integration = of(all, 'AWS::ApiGatewayV2::Integration').find(({ name }) => target === `integrations/${name}`);
  if (!integration) return [`${route.stack}/${route.id} has no integration`];
  const fn = String(integration.properties['IntegrationUri']);
  const path = String(key).split(' ')[1] ?? '/$default';
  const source = `${fn.split(':function:')[0]?.replace(':lambda:', ':execute-api:')}:${String(api)}/$default/any${path}`;
  return invokes(fn, 'apigateway.amazonaws.com', source, all)
    ? []
    : [`${route.stack}/${route.id} lacks a grant: API Gateway may not invoke ${fn} for ${String(key)}`];
};

const NAMES_RESOURCE = /^(?:TABLE_NAME|QUEUE_URL_|BUCKET_|FUNCTION_(?!NAME$)|[A-Z]+_SECRET)/;

/**
 * Faults of a function's variables that refer to missing resources, or to resources for which its role has no
 * permission.
 */
const variableFaults = (fn: ExistingResource, all: ByType, byRef: ReadonlyMap<string, ExistingResource>): string[] => {
  const variables = at(fn.properties, 'Environment', 'Variables');
  const statements = statementsOfRole(fn, all);
  return Object.entries(isObject(variables) ? variables : {})
    .filter(([name]) => NAMES_RESOURCE.test(name))
    .flatMap(([name, value]) => {
      const named = byRef.get(String(value));
      if (!named) return [`${fn.name}: ${name} names ${String(value)}, which does not exist`];
      const arn = arnOf(named.type, named.name) ?? '';
      const isGranted =
        allows(statements, arn) || allows(statements, `${arn}/x`) || allows(statements, `${arn}/index/ix1`);
      return isGranted ? [] : [`${fn.name} lacks a grant: its role allows nothing on ${arn} (${name})`];
    });
};

/** Missing grants and references to missing resources, in an account with complete environments, one sentence each. */
export const permissionFaults = (existing: readonly ExistingResource[]): string[] => {
  const all = byTypeOf(existing);
  const withArn = existing.filter(({ type, name }) => arnOf(type, name) !== undefined);
  const byRef = new Map(withArn.map((each) => [refOf(each.type, each.name, each.properties), each]));
  return [
    ...of(all, 'AWS::Events::Rule').flatMap((rule) => ruleFaults(rule, all)),
    ...of(all, 'AWS::ApiGatewayV2::Route').flatMap((route) => routeFaults(route, all)),
    ...of(all, 'AWS::Lambda::Function').flatMap((fn) => variableFaults(fn, all, byRef)),
  ];
};

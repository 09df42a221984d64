import { intrinsicOf, isObject, type TemplateObject, type TemplateValue } from './template.ts';

const REGION = 'eu-north-1';
const ACCOUNT = '111111111111';

/** The property that names a resource, by resource type. */
const NAME_PROPERTY: Readonly<Record<string, string>> = {
  'AWS::CloudWatch::Alarm': 'AlarmName',
  'AWS::CloudWatch::Dashboard': 'DashboardName',
  'AWS::DynamoDB::GlobalTable': 'TableName',
  'AWS::Events::Rule': 'Name',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::SES::ConfigurationSet': 'Name',
  'AWS::SES::EmailIdentity': 'EmailIdentity',
  'AWS::SNS::Topic': 'TopicName',
  'AWS::SQS::Queue': 'QueueName',
};

const regional = (service: string): string => `arn:aws:${service}:${REGION}:${ACCOUNT}:`;

/** ARN of a resource by its name, for types to whose ARN policies or targets refer. */
const ARN: Readonly<Record<string, (name: string) => string>> = {
  'AWS::DynamoDB::GlobalTable': (name) => `${regional('dynamodb')}table/${name}`,
  'AWS::Events::Rule': (name) => `${regional('events')}rule/${name}`,
  'AWS::IAM::Role': (name) => `arn:aws:iam::${ACCOUNT}:role/${name}`,
  'AWS::Lambda::Function': (name) => `${regional('lambda')}function:${name}`,
  'AWS::Logs::LogGroup': (name) => `${regional('logs')}log-group:${name}:*`,
  'AWS::S3::Bucket': (name) => `arn:aws:s3:::${name}`,
  'AWS::SecretsManager::Secret': (name) => `${regional('secretsmanager')}secret:${name}`,
  'AWS::SNS::Topic': (name) => `${regional('sns')}${name}`,
  'AWS::SQS::Queue': (name) => `${regional('sqs')}${name}`,
};

/** Types whose `Ref` is the ARN. */
const REF_IS_ARN = new Set(['AWS::SecretsManager::Secret', 'AWS::SNS::Topic']);

export const propertiesOf = (resource: TemplateObject): TemplateObject =>
  isObject(resource['Properties']) ? resource['Properties'] : {};

/** The name of a resource in a template, or undefined where AWS chooses one. */
export const givenName = (type: string, properties: TemplateObject): string | undefined => {
  const name = properties[NAME_PROPERTY[type] ?? ''];
  return typeof name === 'string' ? name : undefined;
};

export const arnOf = (type: string, name: string): string | undefined => ARN[type]?.(name);

/** Result of `Ref` for a resource. All functions in `properties` are resolved. */
export const refOf = (type: string, name: string, properties: TemplateObject): string => {
  if (REF_IS_ARN.has(type)) return arnOf(type, name) ?? name;
  if (type === 'AWS::SQS::Queue') return `https://sqs.${REGION}.amazonaws.com/${ACCOUNT}/${name}`;
  if (type !== 'AWS::Lambda::Alias') return name;
  return `${arnOf('AWS::Lambda::Function', String(properties['FunctionName']))}:${String(properties['Name'])}`;
};

/** Result of `Fn::GetAtt` for an attribute of the type. */
export const attributeOf = (type: string, name: string, attribute: string): string => {
  const arn = arnOf(type, name);
  if (attribute === 'Arn' && arn !== undefined) return arn;
  if (attribute === 'StreamArn') return `${arn}/stream/2026-01-01T00:00:00.000`;
  return attribute.endsWith('Name') && type === 'AWS::SQS::Queue' ? name : `${name}.${attribute}`;
};

/** Functions that resolve references. They throw an error for a missing target. */
export interface Scope {
  stack: string;
  ref: (id: string) => string;
  attribute: (id: string, attribute: string) => string;
  imported: (name: string) => string;
}

const PSEUDO: Readonly<Record<string, (stack: string) => string>> = {
  'AWS::AccountId': () => ACCOUNT,
  'AWS::Partition': () => 'aws',
  'AWS::Region': () => REGION,
  'AWS::StackId': (stack) => `${regional('cloudformation')}stack/${stack}/id-of-${stack}`,
  'AWS::StackName': (stack) => stack,
  'AWS::URLSuffix': () => 'amazonaws.com',
};

const listOf = (value: TemplateValue): readonly TemplateValue[] =>
  Array.isArray(value) ? (value as readonly TemplateValue[]) : [value];

const refIn = (id: string, scope: Scope): string => PSEUDO[id]?.(scope.stack) ?? scope.ref(id);

const substitute = (argument: TemplateValue, scope: Scope): string => {
  const [text = '', own = {}] = listOf(argument);
  return String(text).replaceAll(/\$\{([^!}][^}]*)\}/g, (_, name: string) => {
    const given = isObject(own) ? own[name] : undefined;
    if (given !== undefined) return String(resolve(given, scope));
    const [id = '', ...attribute] = name.split('.');
    return attribute.length > 0 ? scope.attribute(id, attribute.join('.')) : refIn(id, scope);
  });
};

const evaluate = (name: string, argument: TemplateValue, scope: Scope): TemplateValue => {
  if (name === 'Ref') return refIn(String(argument), scope);
  if (name === 'Fn::Sub') return substitute(argument, scope);
  const resolved = resolve(argument, scope);
  const [first = '', second = ''] = listOf(resolved);
  switch (name) {
    case 'Fn::GetAtt': {
      const [id = '', ...attribute] = listOf(resolved).map(String).join('.').split('.');
      return scope.attribute(id, attribute.join('.'));
    }
    case 'Fn::ImportValue':
      return scope.imported(String(resolved));
    case 'Fn::Join':
      return listOf(second).map(String).join(String(first));
    case 'Fn::Split':
      return String(second).split(String(first));
    case 'Fn::Select':
      return listOf(second)[Number(first)] ?? '';
    default:
      throw new Error(`The dry run does not evaluate ${name}`);
  }
};

/** A value with each intrinsic function replaced by its result. */
export const resolve = (value: TemplateValue, scope: Scope): TemplateValue => {
  const [name, argument] = intrinsicOf(value) ?? [];
  if (name !== undefined && argument !== undefined) return evaluate(name, argument, scope);
  if (Array.isArray(value)) return (value as readonly TemplateValue[]).map((each) => resolve(each, scope));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolve(each, scope)]));
};

import { namesOf } from './limits.ts';
import { schemaOf } from './schemas.ts';
import type { TemplateObject, TemplateValue } from './template.ts';

/** An existing resource in the account of a dry run. All functions in its properties are resolved. */
export interface ExistingResource {
  stack: string;
  id: string;
  type: string;
  /** The name in the template, or one that the dry run chooses. */
  name: string;
  properties: TemplateObject;
  deletionPolicy: string;
  /** Type and name, if unique in account and region. */
  unique?: string;
}

/** Types whose deletion loses data or a public URL. */
const STATEFUL = new Set([
  'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::DomainName',
  'AWS::CloudFront::Distribution',
  'AWS::DynamoDB::GlobalTable',
  'AWS::S3::Bucket',
  'AWS::SES::EmailIdentity',
  'AWS::SNS::Topic',
  'AWS::SQS::Queue',
  'AWS::SecretsManager::Secret',
]);

/** Properties whose change loses a resource's content, although CloudFormation keeps the resource. */
const LOSES: Readonly<Record<string, readonly string[]>> = {
  'AWS::SecretsManager::Secret': ['GenerateSecretString', 'SecretString'],
};

export const isStateful = ({ type, deletionPolicy }: Pick<ExistingResource, 'type' | 'deletionPolicy'>): boolean =>
  STATEFUL.has(type) || (type === 'AWS::Logs::LogGroup' && deletionPolicy !== 'Delete');

/** Properties that decide whether an update keeps a resource. */
export const decisiveProperties = (type: string): string[] => {
  const properties = Object.entries(schemaOf(type)?.properties ?? {});
  return [
    ...properties.filter(([, { causesReplacement }]) => causesReplacement === 'yes').map(([name]) => name),
    ...(LOSES[type] ?? []),
  ];
};

const differ = (one: TemplateValue | undefined, other: TemplateValue | undefined): boolean =>
  JSON.stringify(one) !== JSON.stringify(other);

/** The first changed property that replaces a resource or loses its content; undefined for an update in place. */
export const replacingProperty = (before: ExistingResource, after: TemplateObject): string | undefined =>
  decisiveProperties(before.type).find((name) => differ(before.properties[name], after[name]));

export const uniqueName = (type: string, properties: TemplateObject): string | undefined =>
  namesOf({ Type: type, Properties: properties });

const indexesOf = (properties: TemplateObject): Map<string, string> => {
  const indexes = properties['GlobalSecondaryIndexes'];
  return new Map(
    (Array.isArray(indexes) ? (indexes as readonly TemplateObject[]) : []).map((index) => [
      String(index['IndexName']),
      JSON.stringify([index['KeySchema'], index['Projection']]),
    ]),
  );
};

/** Why DynamoDB would reject an update of indexes: it creates or deletes only one per update, and changes none. */
export const indexFault = (before: TemplateObject, after: TemplateObject): string | undefined => {
  const [old, next] = [indexesOf(before), indexesOf(after)];
  const changed = [...next].find(([name, shape]) => old.has(name) && old.get(name) !== shape);
  if (changed) return `changes the index ${changed[0]}`;
  const moved = [...new Set([...old.keys(), ...next.keys()])].filter((name) => old.has(name) !== next.has(name));
  return moved.length > 1 ? `creates or deletes ${moved.join(', ')} in one update` : undefined;
};

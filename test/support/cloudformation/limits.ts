import { schemaOf } from './schemas.ts';
import {
  isObject,
  sectionOf,
  valuesIn,
  type StackTemplate,
  type TemplateObject,
  type TemplateValue,
} from './template.ts';

const RESOURCES_MAX = 500;
const OUTPUTS_MAX = 200;
const PARAMETERS_MAX = 200;
/** Maximum size of a template body in a bucket. */
const BYTES_MAX = 1_000_000;
const DESCRIPTION_MAX_BYTES = 1024;
/** Maximum size of the policy of a function or an alias, to which each permission adds a statement. */
const FUNCTION_POLICY_MAX_BYTES = 20_480;
/** Bytes of a statement without the end of its source: its id has up to 100 characters, the two ARNs up to 250. */
const STATEMENT_BYTES = 500;
const LOGICAL_ID = /^[A-Za-z0-9]{1,255}$/;

/** Members of a template that cannot contain functions. */
const LITERAL: Readonly<Record<string, readonly string[]>> = {
  Resources: ['Type', 'DeletionPolicy', 'UpdateReplacePolicy', 'Condition'],
  Outputs: ['Description', 'Condition'],
  Parameters: ['Description', 'Type'],
};

/** Maximum length of a string, by type and property. */
const LONGEST: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'AWS::ApiGatewayV2::Api': { Name: 128 },
  'AWS::CloudWatch::Alarm': { AlarmName: 255, AlarmDescription: 1024 },
  'AWS::CloudWatch::CompositeAlarm': { AlarmName: 255, AlarmDescription: 1024, AlarmRule: 10_240 },
  'AWS::CloudWatch::Dashboard': { DashboardName: 255 },
  'AWS::Events::Rule': { Name: 64, Description: 512 },
  'AWS::IAM::Role': { RoleName: 64 },
  'AWS::Lambda::Alias': { Name: 128 },
  'AWS::Lambda::Function': { FunctionName: 64, Description: 256 },
  'AWS::Logs::LogGroup': { LogGroupName: 512 },
  'AWS::SES::ConfigurationSet': { Name: 64 },
  'AWS::SecretsManager::Secret': { Description: 2048 },
  'AWS::SNS::Topic': { TopicName: 256 },
  'AWS::SQS::Queue': { QueueName: 80 },
};

/** Properties that name a resource in an account and region, for types whose schema has another primary identifier. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'AWS::Events::Rule': ['Name'],
  'AWS::SNS::Topic': ['TopicName'],
  'AWS::SQS::Queue': ['QueueName'],
  'AWS::ApiGatewayV2::Route': ['ApiId', 'RouteKey'],
};

const bytesOf = (text: string): number => Buffer.byteLength(text);

/**
 * Faults of form or size that would make CloudFormation, or the service of a resource, reject a template, one sentence
 * each.
 */
export const limitFaults = (template: TemplateObject): string[] => {
  const most = (section: string, limit: number): string[] => {
    const { length } = sectionOf(template, section);
    return length > limit ? [`${length} ${section}: a template has at most ${limit}`] : [];
  };
  const size = bytesOf(JSON.stringify(template));
  return [
    ...most('Resources', RESOURCES_MAX),
    ...most('Outputs', OUTPUTS_MAX),
    ...most('Parameters', PARAMETERS_MAX),
    ...(size > BYTES_MAX ? [`${size} bytes: a template has at most ${BYTES_MAX}`] : []),
    ...descriptionFaults(template, 'template'),
    ...Object.entries(LITERAL).flatMap(([section, members]) => literalFaults(template, section, members)),
    ...sectionOf(template, 'Outputs').flatMap(([id, output]) => outputFaults(id, output)),
    ...sectionOf(template, 'Resources').flatMap(([id, resource]) => lengthFaults(id, resource)),
    ...permissionFaults(template),
  ];
};

/** The literal end of a source, such as the path of a route. */
const endOf = (value: TemplateValue | undefined): string => {
  const texts = valuesIn(value ?? '').filter((each) => typeof each === 'string');
  return texts.at(-1) ?? '';
};

const permissionFaults = (template: TemplateObject): string[] => {
  const sizes = new Map<string, number>();
  for (const [, { Type, Properties: properties }] of sectionOf(template, 'Resources')) {
    if (Type !== 'AWS::Lambda::Permission' || !isObject(properties)) continue;
    const target = JSON.stringify(properties['FunctionName']);
    const size = STATEMENT_BYTES + bytesOf(endOf(properties['SourceArn']));
    sizes.set(target, (sizes.get(target) ?? 0) + size);
  }
  return [...sizes]
    .filter(([, size]) => size > FUNCTION_POLICY_MAX_BYTES)
    .map(([target, size]) => `${target}: its permissions have ${size} bytes, at most ${FUNCTION_POLICY_MAX_BYTES}`);
};

const descriptionFaults = ({ Description: text }: TemplateObject, path: string): string[] => {
  if (text === undefined) return [];
  if (typeof text !== 'string') return [`${path}: Description is not a literal string`];
  return bytesOf(text) > DESCRIPTION_MAX_BYTES ? [`${path}: Description is too long`] : [];
};

const literalFaults = (template: TemplateObject, section: string, members: readonly string[]): string[] =>
  sectionOf(template, section).flatMap(([id, entry]) => [
    ...(LOGICAL_ID.test(id) ? [] : [`${section} ${id}: a logical id has letters and digits only`]),
    ...members
      .filter((name) => entry[name] !== undefined && typeof entry[name] !== 'string')
      .map((name) => `${section} ${id}: ${name} is not a literal string`),
  ]);

const outputFaults = (id: string, output: TemplateObject): string[] => {
  const { Value: value, Export: exported } = output;
  const name = isObject(exported) ? exported['Name'] : undefined;
  return [
    ...(value === undefined || Array.isArray(value) ? [`Outputs ${id}: Value is not a string`] : []),
    ...(exported !== undefined && typeof name !== 'string' ? [`Outputs ${id}: the export has no literal name`] : []),
    ...(typeof output['Description'] === 'string' ? descriptionFaults(output, `Outputs ${id}`) : []),
  ];
};

const lengthFaults = (id: string, resource: TemplateObject): string[] => {
  const properties = isObject(resource['Properties']) ? resource['Properties'] : {};
  return Object.entries(LONGEST[String(resource['Type'])] ?? {}).flatMap(([name, limit]) => {
    const text = properties[name];
    return typeof text === 'string' && text.length > limit
      ? [`${id}: ${name} has ${text.length} characters, at most ${limit} are allowed`]
      : [];
  });
};

/** The unique names of a resource, by its type; undefined where CloudFormation chooses one. */
export const namesOf = (resource: TemplateObject): string | undefined => {
  const type = String(resource['Type']);
  const properties = isObject(resource['Properties']) ? resource['Properties'] : {};
  const names = (NAMES[type] ?? schemaOf(type)?.primaryIdentifier ?? []).map((name) => properties[name]);
  if (names.length === 0 || names.includes(undefined)) return undefined;
  return `${type} ${names.map((name: TemplateValue | undefined) => JSON.stringify(name)).join(' ')}`;
};

/** Duplicate names of resources in one account and region, across stacks. */
export const nameFaults = (stacks: readonly StackTemplate[]): string[] => {
  const first = new Map<string, string>();
  return stacks.flatMap(({ stack, template }) =>
    sectionOf(template, 'Resources').flatMap(([id, resource]) => {
      const named = namesOf(resource);
      // References are comparable only within one stack.
      const name = named?.includes('"Ref"') || named?.includes('Fn::GetAtt') ? `${stack} ${named}` : named;
      if (name === undefined) return [];
      const known = first.get(name);
      first.set(name, known ?? `${stack}/${id}`);
      return known === undefined ? [] : [`${stack}/${id}: has the name of ${known}: ${name}`];
    }),
  );
};

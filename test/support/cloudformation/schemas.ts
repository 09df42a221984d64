import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';
import type { Property, PropertyType, Resource } from '@aws-cdk/service-spec-types';
import { intrinsicOf, isObject, sectionOf, type TemplateObject, type TemplateValue } from './template.ts';

const database = loadAwsServiceSpecSync();

/** The schema of a resource type, or undefined for an unknown one. */
export const schemaOf = (type: string): Resource | undefined =>
  database.lookup('resource', 'cloudFormationType', 'equals', type)[0];

const RESOURCE_MEMBERS = new Set([
  'Type',
  'Properties',
  'DependsOn',
  'Metadata',
  'DeletionPolicy',
  'UpdateReplacePolicy',
  'Condition',
  'CreationPolicy',
  'UpdatePolicy',
]);
/** Intrinsic functions whose value can be a list. */
const OF_LISTS = new Set(['Ref', 'Fn::GetAtt', 'Fn::Split', 'Fn::GetAZs', 'Fn::Cidr', 'Fn::If', 'Fn::FindInMap']);
/** Intrinsic functions whose value can be an object. */
const OF_OBJECTS = new Set(['Fn::If', 'Fn::Transform']);

/** A custom resource, which accepts any properties. */
const isCustom = (type: string): boolean => type.startsWith('Custom::');

/** Faults of a template's resources by AWS's schemas, one sentence each. */
export const schemaFaults = (template: TemplateObject): string[] =>
  sectionOf(template, 'Resources').flatMap(([id, resource]) => {
    const type = String(resource['Type']);
    const unknown = Object.keys(resource).filter((name) => !RESOURCE_MEMBERS.has(name));
    const schema = schemaOf(type);
    return [
      ...unknown.map((name) => `${id}: a resource has no member ${name}`),
      ...(isCustom(type)
        ? []
        : schema
          ? membersFaults(resource['Properties'] ?? {}, schema.properties, `${id} (${type})`)
          : [`${id}: there is no type ${type}`]),
    ];
  });

const membersFaults = (
  value: TemplateValue,
  properties: Readonly<Record<string, Property>>,
  path: string,
): string[] => {
  if (!isObject(value)) return [`${path}: is not an object`];
  const missing = Object.entries(properties).filter(([name, { required }]) => required && value[name] === undefined);
  return [
    ...missing.map(([name]) => `${path}: lacks ${name}`),
    ...Object.entries(value).flatMap(([name, member]) => {
      const property = properties[name];
      if (!property) return [`${path}: has no member ${name}`];
      return firstFaults([property.type, ...(property.previousTypes ?? [])], member, `${path}.${name}`);
    }),
  ];
};

/** Empty if one of the types matches, otherwise the faults for the first type. */
const firstFaults = (types: readonly PropertyType[], value: TemplateValue, path: string): string[] => {
  const faults = types.map((type) => valueFaults(type, value, path));
  return faults.some((each) => each.length === 0) ? [] : (faults[0] ?? []);
};

const valueFaults = (type: PropertyType, value: TemplateValue, path: string): string[] => {
  const intrinsic = intrinsicOf(value);
  if (intrinsic) return intrinsicFaults(type, intrinsic[0], path);
  switch (type.type) {
    case 'string':
      return scalarFaults(typeof value === 'string', value, path, 'a string', type.allowedValues);
    case 'date-time':
      return scalarFaults(typeof value === 'string', value, path, 'a time');
    case 'integer':
      return scalarFaults(Number.isInteger(value), value, path, 'an integer', type.allowedValues);
    case 'number':
      return scalarFaults(typeof value === 'number', value, path, 'a number');
    case 'boolean':
      return scalarFaults(typeof value === 'boolean', value, path, 'a boolean');
    case 'null':
      return scalarFaults(value === null, value, path, 'null');
    case 'json':
      return scalarFaults(typeof value === 'object' || typeof value === 'string', value, path, 'JSON');
    case 'tag':
      return isObject(value) && typeof value['Key'] === 'string' && value['Value'] !== undefined
        ? []
        : [`${path}: is not a tag`];
    case 'array':
      return Array.isArray(value)
        ? value.flatMap((each: TemplateValue, index) => valueFaults(type.element, each, `${path}.${index}`))
        : [`${path}: is not a list`];
    case 'map':
      return isObject(value)
        ? Object.entries(value).flatMap(([name, each]) => valueFaults(type.element, each, `${path}.${name}`))
        : [`${path}: is not an object`];
    case 'union':
      return firstFaults(type.types, value, path);
    default:
      return membersFaults(value, database.get('typeDefinition', type.reference.$ref).properties, path);
  }
};

const scalarFaults = (
  fits: boolean,
  value: TemplateValue,
  path: string,
  kind: string,
  allowed?: readonly (string | number)[],
): string[] => {
  if (!fits) return [`${path}: ${JSON.stringify(value)} is not ${kind}`];
  if (allowed && !allowed.some((each) => each === value)) {
    return [`${path}: ${JSON.stringify(value)} is not one of ${allowed.join(', ')}`];
  }
  return [];
};

const intrinsicFaults = (type: PropertyType, name: string, path: string): string[] => {
  if (type.type === 'array') return OF_LISTS.has(name) ? [] : [`${path}: ${name} does not return a list`];
  if (type.type === 'ref' || type.type === 'map' || type.type === 'tag') {
    return OF_OBJECTS.has(name) ? [] : [`${path}: ${name} does not return an object`];
  }
  if (type.type === 'union') {
    const faults = type.types.map((each) => intrinsicFaults(each, name, path));
    return faults.some((each) => each.length === 0) ? [] : (faults[0] ?? []);
  }
  return [];
};

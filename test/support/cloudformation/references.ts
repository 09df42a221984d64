import { schemaOf } from './schemas.ts';
import { intrinsicOf, isObject, sectionOf, valuesIn, type TemplateObject, type TemplateValue } from './template.ts';

const PSEUDO_PARAMETERS = [
  'AWS::AccountId',
  'AWS::NotificationARNs',
  'AWS::NoValue',
  'AWS::Partition',
  'AWS::Region',
  'AWS::StackId',
  'AWS::StackName',
  'AWS::URLSuffix',
];

/** A reference within a template: `attribute` is absent for `Ref` and `DependsOn`. */
interface Reference {
  id: string;
  attribute?: string;
}

const listOf = (value: TemplateValue | undefined): readonly TemplateValue[] =>
  value === undefined ? [] : Array.isArray(value) ? (value as readonly TemplateValue[]) : [value];

const attributeOf = (text: string): Reference => {
  const at = text.indexOf('.');
  return at < 0 ? { id: text } : { id: text.slice(0, at), attribute: text.slice(at + 1) };
};

/** References by `${Name}` and `${Name.Attribute}` in the text of `Fn::Sub`, without names that it defines itself. */
const substituted = (argument: TemplateValue): Reference[] => {
  const [text = '', own = {}] = listOf(argument);
  return [...String(text).matchAll(/\$\{([^!}][^}]*)\}/g)]
    .map(([, name = '']) => attributeOf(name))
    .filter(({ id }) => !(isObject(own) && own[id] !== undefined));
};

const referencesIn = (value: TemplateValue): Reference[] =>
  valuesIn(value).flatMap((each): Reference[] => {
    const [name, argument] = intrinsicOf(each) ?? [];
    if (argument === undefined) return [];
    if (name === 'Ref') return [{ id: String(argument) }];
    if (name === 'Fn::Sub') return substituted(argument);
    if (name !== 'Fn::GetAtt') return [];
    if (typeof argument === 'string') return [attributeOf(argument)];
    const [id = '', attribute = ''] = listOf(argument);
    return [{ id: String(id), attribute: String(attribute) }];
  });

/** Dependencies of a resource. */
export const dependenciesOf = (resource: TemplateObject): Reference[] => [
  ...referencesIn(resource['Properties'] ?? {}),
  ...listOf(resource['DependsOn']).map((id) => ({ id: String(id) })),
];

/** Faults of a template: references to missing resources, and cycles, one sentence each. */
export const referenceFaults = (template: TemplateObject): string[] => {
  const resources = new Map(sectionOf(template, 'Resources'));
  const parameters = new Set([...sectionOf(template, 'Parameters').map(([id]) => id), ...PSEUDO_PARAMETERS]);
  const faultOf = (from: string, { id, attribute }: Reference): string[] => {
    const resource = resources.get(id);
    if (!resource)
      return parameters.has(id) && attribute === undefined
        ? []
        : [`${from}: refers to ${id}, which is not in the template`];
    if (attribute === undefined) return [];
    const schema = schemaOf(String(resource['Type']));
    return !schema || schema.attributes[attribute]
      ? []
      : [`${from}: ${id} (${schema.cloudFormationType}) has no attribute ${attribute}`];
  };
  return [
    ...[...resources].flatMap(([id, resource]) => dependenciesOf(resource).flatMap((each) => faultOf(id, each))),
    ...sectionOf(template, 'Outputs').flatMap(([id, output]) =>
      referencesIn(output).flatMap((each) => faultOf(`output ${id}`, each)),
    ),
    ...cyclesIn(
      new Map([...resources].map(([id, resource]) => [id, dependenciesOf(resource).map((each) => each.id)])),
    ).map((cycle) => `resources wait for each other: ${cycle.join(' -> ')}`),
  ];
};

/** Cycles of a graph, each found once by a depth-first search. */
export const cyclesIn = (edges: ReadonlyMap<string, readonly string[]>): string[][] => {
  const done = new Set<string>();
  const visit = (id: string, above: readonly string[]): string[][] => {
    if (above.includes(id)) return [[...above.slice(above.indexOf(id)), id]];
    if (done.has(id)) return [];
    const found = (edges.get(id) ?? []).flatMap((next) => visit(next, [...above, id]));
    done.add(id);
    return found;
  };
  return [...edges.keys()].flatMap((id) => visit(id, []));
};

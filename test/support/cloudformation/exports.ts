import { cyclesIn } from './references.ts';
import { intrinsicOf, isObject, sectionOf, valuesIn, type StackTemplate } from './template.ts';

const exportsOf = ({ template }: StackTemplate): string[] =>
  sectionOf(template, 'Outputs').flatMap(([, { Export: exported }]) =>
    isObject(exported) && typeof exported['Name'] === 'string' ? [exported['Name']] : [],
  );

export const importsOf = ({ template }: StackTemplate): string[] => [
  ...new Set(
    valuesIn(template).flatMap((value) => {
      const [name, argument] = intrinsicOf(value) ?? [];
      return name === 'Fn::ImportValue' ? [typeof argument === 'string' ? argument : JSON.stringify(argument)] : [];
    }),
  ),
];

/** Transitive dependencies of a stack. */
const allBefore = (
  stack: string,
  byName: ReadonlyMap<string, StackTemplate>,
  seen = new Set<string>(),
): Set<string> => {
  for (const name of byName.get(stack)?.before ?? []) {
    if (seen.has(name)) continue;
    seen.add(name);
    allBefore(name, byName, seen);
  }
  return seen;
};

/** Faults of the stacks: imports that would fail, duplicate exports and dependency cycles, one sentence each. */
export const exportFaults = (stacks: readonly StackTemplate[]): string[] => {
  const byName = new Map(stacks.map((each) => [each.stack, each]));
  const from = new Map<string, string>();
  const twice = stacks.flatMap((each) =>
    exportsOf(each).flatMap((name) => {
      const known = from.get(name);
      from.set(name, each.stack);
      return known === undefined ? [] : [`${each.stack}: exports ${name}, which ${known} exports too`];
    }),
  );
  const failing = stacks.flatMap((each) => {
    const before = allBefore(each.stack, byName);
    return importsOf(each).flatMap((name) => {
      const exporter = from.get(name);
      if (exporter === undefined) return [`${each.stack}: imports ${name}, which no stack exports`];
      return before.has(exporter)
        ? []
        : [`${each.stack}: imports ${name} from ${exporter}, which is not deployed before it`];
    });
  });
  const cycles = cyclesIn(new Map(stacks.map(({ stack, before }) => [stack, before])));
  return [...twice, ...failing, ...cycles.map((cycle) => `stacks wait for each other: ${cycle.join(' -> ')}`)];
};

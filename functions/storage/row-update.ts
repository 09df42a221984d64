import type { Condition, Key, RowUpdate } from './table.ts';

export interface RowChanges {
  key: Key;
  /** Members to set. An undefined member is removed. */
  set?: Record<string, unknown>;
  /** Members to set if the row does not have them. */
  initial?: Record<string, unknown>;
  remove?: readonly string[];
  /** Numbers to add to members. A missing member counts as 0. */
  add?: Record<string, number>;
  if?: Condition;
}

/** A conditional update of single members of a row. Member names are placeholders in the expression. */
export const rowUpdate = ({
  key,
  set = {},
  initial = {},
  remove = [],
  add = {},
  if: condition,
}: RowChanges): RowUpdate => {
  const names = new Map<string, string>();
  const values: Record<string, unknown> = {};
  const name = (member: string): string => {
    const known = names.get(member) ?? `#m${names.size}`;
    names.set(member, known);
    return known;
  };
  const value = (operand: unknown): string => {
    const placeholder = `:m${Object.keys(values).length}`;
    values[placeholder] = operand;
    return placeholder;
  };
  const entries = Object.entries(set);
  const assigned = entries
    .filter(([, operand]) => operand !== undefined)
    .map(([m, operand]) => `${name(m)} = ${value(operand)}`);
  const completed = Object.entries(initial).map(
    ([m, operand]) => `${name(m)} = if_not_exists(${name(m)}, ${value(operand)})`,
  );
  const removed = [...entries.flatMap(([m, operand]) => (operand === undefined ? [m] : [])), ...remove].map(name);
  const added = Object.entries(add).map(([m, by]) => `${name(m)} ${value(by)}`);
  const clause = (verb: string, parts: string[]): string[] => (parts.length > 0 ? [`${verb} ${parts.join(', ')}`] : []);
  const update = [
    ...clause('SET', [...assigned, ...completed]),
    ...clause('REMOVE', removed),
    ...clause('ADD', added),
  ].join(' ');
  if (update === '') throw new Error('An update has no changes');
  return {
    key: { pk: key.pk, sk: key.sk },
    update,
    names: {
      ...Object.fromEntries([...names].map(([member, placeholder]) => [placeholder, member])),
      ...condition?.names,
    },
    ...(Object.keys(values).length + Object.keys(condition?.values ?? {}).length > 0
      ? { values: { ...values, ...condition?.values } }
      : {}),
    ...(condition ? { condition: condition.expression } : {}),
  };
};

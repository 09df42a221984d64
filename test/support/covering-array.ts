/** A setting with its possible values. */
export interface Factor<Value> {
  name: string;
  values: readonly Value[];
}

/** Index of the value of each factor, in the order of the factors. */
type Row = readonly number[];
type PartialRow = (number | undefined)[];

const pairKey = (one: number, value: number, other: number, otherValue: number): string =>
  one < other ? `${one}=${value},${other}=${otherValue}` : `${other}=${otherValue},${one}=${value}`;

/**
 * Rows in which each pair of values of two factors occurs at least once, except for pairs that `allowed` rejects.
 * `allowed` receives rows in which factors without a value yet are undefined, and must accept those that can still be
 * completed.
 */
export const coveringArray = <Value>(
  factors: readonly Factor<Value>[],
  allowed: (values: Readonly<Record<string, Value | undefined>>) => boolean,
): Record<string, Value>[] => {
  const named = (row: readonly (number | undefined)[]): Record<string, Value | undefined> =>
    Object.fromEntries(
      factors.map(({ name, values }, at) => [name, row[at] === undefined ? undefined : values[row[at]]]),
    );
  const open = new Set<string>();
  const pairs: [number, number, number, number][] = [];
  for (const [one, { values }] of factors.entries()) {
    for (const [other, { values: otherValues }] of factors.entries()) {
      if (other <= one) continue;
      for (const value of values.keys()) {
        for (const otherValue of otherValues.keys()) {
          const row: PartialRow = [];
          row[one] = value;
          row[other] = otherValue;
          if (!allowed(named(row))) continue;
          open.add(pairKey(one, value, other, otherValue));
          pairs.push([one, value, other, otherValue]);
        }
      }
    }
  }
  const gain = (row: PartialRow, at: number, value: number): number =>
    row.filter((chosen, other) => chosen !== undefined && other !== at && open.has(pairKey(at, value, other, chosen)))
      .length;
  const complete = (row: PartialRow): Row =>
    factors.map(({ values }, at) => {
      const best =
        row[at] ??
        [...values.keys()]
          .filter((value) => allowed(named(row.with(at, value))))
          .toSorted((a, b) => gain(row, at, b) - gain(row, at, a))[0];
      if (best === undefined) throw new Error(`No value of ${factors[at]!.name} is allowed`);
      row[at] = best;
      return best;
    });
  const rows: Record<string, Value>[] = [];
  for (const [one, value, other, otherValue] of pairs) {
    if (!open.has(pairKey(one, value, other, otherValue))) continue;
    const begun: PartialRow = factors.map(() => undefined);
    begun[one] = value;
    begun[other] = otherValue;
    const row = complete(begun);
    for (const [at, chosen] of row.entries()) {
      for (const [next, alsoChosen] of row.entries()) if (next > at) open.delete(pairKey(at, chosen, next, alsoChosen));
    }
    rows.push(named(row) as Record<string, Value>);
  }
  return rows;
};

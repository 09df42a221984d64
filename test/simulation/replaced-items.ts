import type { ItemRow } from '../../functions/domain/value/items/rows.ts';

/** Whether the item has no successor. */
export const isCurrent = ({ replacedBy }: ItemRow): boolean => replacedBy === undefined;

/** Maps a code to the code of the latest successor of its item. */
export const currentCodes = (items: readonly ItemRow[]): ((code: string) => string) => {
  const next = new Map(items.flatMap(({ code, replacedBy }) => (replacedBy === undefined ? [] : [[code, replacedBy]])));
  return (code) => {
    let current = code;
    for (let newer = next.get(current); newer !== undefined; newer = next.get(current)) current = newer;
    return current;
  };
};

/** Checks that a replaced item has no value and exactly one successor. */
export const replacementFaults = (items: readonly ItemRow[]): string[] => {
  const byCode = new Map(items.map((item) => [item.code, item]));
  const replacements = items.flatMap(({ replaces }) => replaces?.code ?? []);
  return [
    ...items
      .filter((item) => !isCurrent(item) && (item.remainingMinor > 0 || item.remainingPieces > 0 || item.holds?.length))
      .map(({ code }) => `H7 item ${code} was replaced, and has value`),
    ...items
      .filter(({ code, replacedBy }) => replacedBy !== undefined && byCode.get(replacedBy)?.replaces?.code !== code)
      .map(({ code }) => `H7 item ${code} has no successor that replaces it`),
    ...replacements
      .filter((code, at) => replacements.indexOf(code) !== at || byCode.get(code)?.replacedBy === undefined)
      .map((code) => `H7 item ${code} has two successors, or is still valid`),
  ];
};

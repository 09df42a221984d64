import type { AllocatedRefunds, ItemShare, Plan, RefundPortion } from './allocation.ts';
import type { ItemRun, StoredAllocation, StoredPlan } from './stored-shapes.ts';

const extendRun = (run: ItemRun, seq: number, share: ItemShare): ItemRun | undefined => {
  if (run.minor !== share.minor || run.whole !== share.whole) return undefined;
  const step = seq - run.to;
  const isAlong = Math.abs(step) === 1 && (run.from === run.to || Math.sign(run.to - run.from) === step);
  return isAlong ? { ...run, to: seq } : undefined;
};

/** Extends the last run, or starts another. */
const append = (runs: (ItemRun | { part: string })[], seq: number, { minor, whole }: ItemShare): void => {
  const last = runs.at(-1);
  const longer = last && 'from' in last ? extendRun(last, seq, { minor, whole }) : undefined;
  if (longer) runs[runs.length - 1] = longer;
  else runs.push({ from: seq, to: seq, minor, whole });
};

const seqsOf = ({ from, to }: ItemRun): number[] =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => (to >= from ? from + index : from - index));

export const storedPlan = (plan: Plan): StoredPlan => {
  const portions: StoredPlan['portions'] = [];
  for (const portion of plan.portions) {
    if (portion.part === 'item') append(portions, portion.seq, portion);
    else portions.push(portion);
  }
  return { portions, rest: plan.rest };
};

export const planFrom = ({ portions, rest }: StoredPlan): Plan => ({
  portions: portions.flatMap((portion): RefundPortion[] => {
    if ('part' in portion) return [portion];
    return seqsOf(portion).map((seq) => ({ part: 'item', seq, minor: portion.minor, whole: portion.whole }));
  }),
  rest,
});

export const storedAllocation = ({ shipping, fees, rest, items }: AllocatedRefunds): StoredAllocation => {
  const runs: ItemRun[] = [];
  for (const [seq, share] of items.entries()) if (share.minor > 0 || share.whole) append(runs, seq, share);
  return { shipping, fees, rest, items: runs };
};

export const allocationFrom = (stored: StoredAllocation | undefined, itemCount: number): AllocatedRefunds => {
  const items: ItemShare[] = Array.from({ length: itemCount }, () => ({ minor: 0, whole: false }));
  for (const run of stored?.items ?? []) {
    for (const seq of seqsOf(run)) items[seq] = { minor: run.minor, whole: run.whole };
  }
  return { shipping: stored?.shipping ?? 0, fees: stored?.fees ?? 0, rest: stored?.rest ?? 0, items };
};

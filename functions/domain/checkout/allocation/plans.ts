import type { AllocatedRefunds, OrderParts, Plan, RefundPortion } from './allocation.ts';

/** Limits a plan to an amount and the rest of earlier refunds, for a gateway that refunded less than requested. */
export const limitPlan = (plan: Plan, amountMinor: number, allocated: AllocatedRefunds): Plan => {
  const sum = plan.portions.reduce((total, { minor }) => total + minor, 0);
  let remainingMinor = Math.min(sum, amountMinor + allocated.rest);
  const unallocatedMinor = amountMinor + allocated.rest - remainingMinor;
  const portions = plan.portions.map((portion): RefundPortion => {
    const minor = Math.min(remainingMinor, portion.minor);
    remainingMinor -= minor;
    return { ...portion, minor };
  });
  return { portions, rest: unallocatedMinor };
};

/** Adds a plan to the allocation of all refunds. */
export const withPlan = (allocated: AllocatedRefunds, plan: Plan): AllocatedRefunds => {
  const items = [...allocated.items];
  const charges = { shipping: allocated.shipping, fees: allocated.fees };
  for (const portion of plan.portions) {
    if (portion.part === 'item') {
      const before = items[portion.seq] ?? { minor: 0, whole: false };
      items[portion.seq] = { minor: before.minor + portion.minor, whole: before.whole || portion.whole };
    } else charges[portion.part] += portion.minor;
  }
  return { ...charges, rest: plan.rest, items };
};

/**
 * Removes from the allocation a refund that was counted and later failed. Its amount is taken from `rest`, then from
 * the parts in its plan, then from other parts. An indivisible item loses its full allocation, and the excess is added
 * to `rest`. Withdrawn value stays withdrawn.
 */
export const withoutAmount = (
  allocated: AllocatedRefunds,
  { amountMinor, plan, parts }: { amountMinor: number; plan: Plan; parts: OrderParts },
): AllocatedRefunds => {
  const after = { ...allocated, items: [...allocated.items] };
  let remainingMinor = amountMinor;
  const takeCharge = (part: 'rest' | 'shipping' | 'fees', mostMinor = Infinity): void => {
    const minor = Math.min(remainingMinor, mostMinor, Math.max(0, after[part]));
    after[part] -= minor;
    remainingMinor -= minor;
  };
  const takeItem = (seq: number, mostMinor = Infinity): void => {
    const share = after.items[seq];
    const minor = Math.min(remainingMinor, mostMinor, share?.minor ?? 0);
    if (!share || minor === 0) return;
    const kept = parts.items[seq]?.divisible ? share.minor - minor : 0;
    after.items[seq] = { minor: kept, whole: false };
    after.rest += share.minor - minor - kept;
    remainingMinor -= minor;
  };
  takeCharge('rest');
  for (const portion of plan.portions.toReversed()) {
    if (portion.part === 'item') takeItem(portion.seq, portion.minor);
    else takeCharge(portion.part, portion.minor);
  }
  for (const seq of after.items.keys()) takeItem(seq);
  // Indivisible items may have added to `rest`.
  takeCharge('rest');
  takeCharge('fees');
  takeCharge('shipping');
  return after;
};

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allocate,
  allocateAll,
  allocateNamed,
  coverMinor,
  heldPrice,
  lostPrice,
  openOf,
  UNTOUCHED,
  type AllocatedRefunds,
  type Books,
  type ItemUse,
  type ItemPart,
  type OrderParts,
} from '../../../functions/domain/checkout/allocation/allocation.ts';
import { limitPlan, withoutAmount, withPlan } from '../../../functions/domain/checkout/allocation/plans.ts';
import { partsOf } from '../../../functions/domain/checkout/orders/parts.ts';
import {
  allocationFrom,
  planFrom,
  storedAllocation,
  storedPlan,
} from '../../../functions/domain/checkout/allocation/runs.ts';
import { anOrder } from '../../support/orders.ts';

const card = (seq: number, priceMinor: number, valueMinor = priceMinor): ItemPart => ({
  seq,
  priceMinor,
  valueMinor,
  divisible: true,
});
const ticket = (seq: number, priceMinor: number, valueMinor = priceMinor): ItemPart => ({
  ...card(seq, priceMinor, valueMinor),
  divisible: false,
});

const nothingAllocated = (parts: OrderParts): AllocatedRefunds => ({
  shipping: 0,
  fees: 0,
  rest: 0,
  items: parts.items.map(() => ({ minor: 0, whole: false })),
});

const books = (parts: Partial<OrderParts>, uses: Partial<ItemUse>[] = []): Books => {
  const all: OrderParts = { shipping: 0, fees: 0, items: [], ...parts };
  return {
    parts: all,
    allocated: nothingAllocated(all),
    uses: all.items.map((_, index) => ({ ...UNTOUCHED, ...uses[index] })),
  };
};
const given = (state: Books, amount: number): AllocatedRefunds => withPlan(state.allocated, allocate(amount, state));
const minors = (allocated: AllocatedRefunds): number[] => allocated.items.map(({ minor }) => minor);
const CANCELLED = (valueMinor: number): Partial<ItemUse> => ({ withdrawnMinor: valueMinor, gone: true });

describe('the allocation of an order’s payment', () => {
  it('distributes lines after discount across their items, fees and postage, and adds up to the total', () => {
    const [line] = anOrder().lines;
    const order = anOrder({
      lines: [{ ...line!, subtotal: 1000, discount: 99, itemCount: 3, quantity: 3, itemValue: 400 }],
      amounts: {
        currency: 'DKK',
        subtotal: 1000,
        discount: 99,
        fees: 50,
        shipping: 70,
        tax: 0,
        tax_percent: 25,
        included_vat: [],
        total: 1021,
      },
    });
    const { items, fees, shipping } = partsOf(order);
    expect(items.map(({ priceMinor }) => priceMinor)).toEqual([301, 300, 300]);
    expect(items.map(({ valueMinor }) => valueMinor)).toEqual([400, 400, 400]);
    expect(items.reduce((sum, { priceMinor }) => sum + priceMinor, 0) + fees + shipping).toBe(1021);
  });
});

describe('a refund without named parts', () => {
  it('applies to postage and fees before cards', () => {
    const after = given(books({ shipping: 490, fees: 190, items: [card(0, 5000)] }), 700);
    expect(after).toMatchObject({ shipping: 490, fees: 190, rest: 0 });
    expect(minors(after)).toEqual([20]);
  });

  it('applies to a cancelled card first, and does not change the other', () => {
    const state = books({ shipping: 490, items: [card(0, 5000), card(1, 5000)] }, [CANCELLED(5000), {}]);
    const after = given(state, 5000);
    expect(after).toMatchObject({ shipping: 0 });
    expect(minors(after)).toEqual([5000, 0]);
  });

  it('applies to the last unspent card first, in proportion for a card with a value above its price', () => {
    const state = books({ items: [card(0, 5000, 6000), card(1, 5000, 6000)] });
    const after = given(state, 1000);
    expect(minors(after)).toEqual([0, 1000]);
    expect(coverMinor(card(1, 5000, 6000), after.items[1]!)).toBe(1200);
  });

  it('skips a ticket that it does not cover, and keeps the rest for the next one', () => {
    const state = books({ items: [ticket(0, 3000), ticket(1, 3000)] });
    const once = given(state, 2000);
    expect(once).toMatchObject({ rest: 2000 });
    expect(minors(once)).toEqual([0, 0]);
    const twice = given({ ...state, allocated: once }, 1000);
    expect(twice).toMatchObject({ rest: 0 });
    expect(twice.items).toEqual([
      { minor: 0, whole: false },
      { minor: 3000, whole: true },
    ]);
  });

  it('withdraws a ticket that it does not cover if no further refund is possible, an unused ticket first', () => {
    const used = { claimedMinor: 1500, spent: true };
    const ends = (amount: number, uses: Partial<ItemUse>[]): AllocatedRefunds => {
      const state = books({ items: [ticket(0, 3000), ticket(1, 3000)] }, uses);
      return withPlan(state.allocated, allocate(amount, state, { endsItems: true }));
    };
    expect(ends(2000, [{}, used])).toMatchObject({ rest: 0, items: [{ minor: 2000, whole: true }, { whole: false }] });
    expect(ends(4000, [{}, used]).items).toEqual([
      { minor: 3000, whole: true },
      { minor: 1000, whole: true },
    ]);
    expect(ends(2000, [{ held: true }, { spent: true, gone: true, claimedMinor: 3000 }]).items).toEqual([
      { minor: 2000, whole: true },
      { minor: 0, whole: false },
    ]);
    expect(minors(ends(3000, [{}, {}]))).toEqual([0, 3000]);
  });

  it('refunds spent value only when no unspent value is left', () => {
    const spent = { claimedMinor: 5000, spent: true, gone: true };
    const state = books({ items: [card(0, 5000), card(1, 5000)] }, [{}, spent]);
    expect(minors(given(state, 5000))).toEqual([5000, 0]);
    expect(minors(given(state, 7000))).toEqual([5000, 2000]);
  });

  it('of the full amount leaves no usable item, including free tickets', () => {
    const state = books({ fees: 100, items: [ticket(0, 0), card(1, 500, 900)] });
    const after = withPlan(state.allocated, allocateAll(state));
    expect(after).toMatchObject({ fees: 100, rest: 0, items: [{ whole: true }, { minor: 500, whole: true }] });
  });
});

describe('a refund with named parts', () => {
  it('applies to them, and to nothing else', () => {
    const state = books({ shipping: 490, fees: 190, items: [card(0, 5000), card(1, 5000)] });
    const plan = allocateNamed(5490, { seqs: [1], shipping: true, fees: false }, state, false);
    const after = withPlan(state.allocated, plan);
    expect(after).toMatchObject({ shipping: 490, fees: 0, rest: 0 });
    expect(minors(after)).toEqual([0, 5000]);
  });

  it('withdraws a whole ticket, even for less than its price; the difference is refunded first the next time', () => {
    const state = books({ shipping: 490, items: [ticket(0, 3000)] });
    const after = withPlan(
      state.allocated,
      allocateNamed(1000, { seqs: [0], shipping: false, fees: false }, state, false),
    );
    expect(after.items).toEqual([{ minor: 1000, whole: true }]);
    expect(coverMinor(ticket(0, 3000), after.items[0]!)).toBe(3000);
    const withdrawn = books({ shipping: 490, items: [ticket(0, 3000)] }, [CANCELLED(3000)]);
    expect(given({ ...withdrawn, allocated: after }, 500)).toMatchObject({ shipping: 0, items: [{ minor: 1500 }] });
  });
});

describe('a free card', () => {
  it('is withdrawn as a whole when it is named together with postage', () => {
    const state = books({ shipping: 490, fees: 190, items: [card(0, 0, 5000), card(1, 0, 5000)] });
    const plan = allocateNamed(490, { seqs: [1], shipping: true, fees: false }, state, false);
    const after = withPlan(state.allocated, plan);
    expect(after).toMatchObject({ shipping: 490, fees: 0, rest: 0 });
    expect(after.items.map((share, seq) => coverMinor(card(seq, 0, 5000), share))).toEqual([0, 5000]);
  });
});

describe('a refund that the gateway reduced', () => {
  it('counts for the first of its parts', () => {
    const state = books({ shipping: 490, items: [card(0, 5000)] });
    const plan = allocate(2000, state);
    const after = withPlan(state.allocated, limitPlan(plan, 600, state.allocated));
    expect(after).toMatchObject({ shipping: 490, rest: 0, items: [{ minor: 110 }] });
  });
});

describe('a refund that failed later', () => {
  it('no longer covers any part; if it failed in part, the rest of a ticket’s price stays unallocated', () => {
    const state = books({ shipping: 490, items: [ticket(0, 3000)] });
    const plan = allocate(3490, state);
    const all = withPlan(state.allocated, plan);
    const parts = state.parts;
    expect(withoutAmount(all, { amountMinor: 3490, plan, parts })).toMatchObject({
      shipping: 0,
      rest: 0,
      items: [{ minor: 0, whole: false }],
    });
    expect(withoutAmount(all, { amountMinor: 1000, plan, parts })).toMatchObject({
      shipping: 490,
      rest: 2000,
      items: [{ minor: 0, whole: false }],
    });
  });
});

interface Story {
  parts: OrderParts;
  uses: ItemUse[];
  refunds: number[];
}

const aStory: fc.Arbitrary<Story> = fc
  .record({
    shipping: fc.integer({ min: 0, max: 500 }),
    fees: fc.integer({ min: 0, max: 500 }),
    items: fc.array(
      fc.record({
        priceMinor: fc.integer({ min: 0, max: 900 }),
        bonus: fc.integer({ min: 0, max: 300 }),
        divisible: fc.boolean(),
        claimed: fc.integer({ min: 0, max: 100 }),
        cancelled: fc.boolean(),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    refunds: fc.array(fc.integer({ min: 1, max: 1500 }), { maxLength: 6 }),
  })
  .map(({ shipping, fees, items, refunds }) => {
    const parts = items.map((item, seq) => ({
      seq,
      priceMinor: item.priceMinor,
      valueMinor: item.priceMinor + item.bonus,
      divisible: item.divisible,
    }));
    const uses = items.map((item, seq): ItemUse => {
      const { valueMinor = 0, divisible } = parts[seq] ?? {};
      const claimedMinor = Math.floor(valueMinor * (divisible ? item.claimed / 100 : item.claimed > 60 ? 1 : 0));
      const spent = claimedMinor > 0;
      const withdrawnMinor = item.cancelled && !spent ? valueMinor : 0;
      return {
        claimedMinor,
        withdrawnMinor,
        repaidMinor: 0,
        spent,
        gone: claimedMinor + withdrawnMinor === valueMinor,
        adjustedMinor: 0,
        heldMinor: 0,
        held: false,
      };
    });
    return { parts: { shipping, fees, items: parts }, uses, refunds };
  });

/** The items after a refund: withdrawn as far as possible, the rest marked as repaid. */
const settled = ({ items }: OrderParts, uses: readonly ItemUse[], after: AllocatedRefunds): ItemUse[] =>
  items.map((part, seq) => {
    const use = uses[seq] ?? UNTOUCHED;
    const share = after.items[seq] ?? { minor: 0, whole: false };
    const need = Math.max(0, coverMinor(part, share) - use.withdrawnMinor - use.repaidMinor);
    const remaining = part.valueMinor - use.claimedMinor - use.withdrawnMinor;
    const taken = part.divisible || share.whole ? Math.min(need, remaining) : 0;
    const repaid = need - taken;
    expect(repaid, 'what is not unspent was claimed').toBeLessThanOrEqual(use.claimedMinor - use.repaidMinor);
    const gone = use.gone || taken === remaining;
    return { ...use, withdrawnMinor: use.withdrawnMinor + taken, repaidMinor: use.repaidMinor + repaid, gone };
  });

describe('random refunds in random order', () => {
  it('each unit of money covers one part, no part gets more than its price, and every allocation is possible', () => {
    fc.assert(
      fc.property(aStory, ({ parts, uses: first, refunds }) => {
        const total = parts.shipping + parts.fees + parts.items.reduce((sum, { priceMinor }) => sum + priceMinor, 0);
        let allocated = nothingAllocated(parts);
        let uses = first;
        let refunded = 0;
        for (const requested of refunds) {
          const amount = Math.min(requested, total - refunded);
          if (amount === 0) break;
          refunded += amount;
          const state = { parts, allocated, uses };
          const plan = refunded === total ? allocateAll(state) : allocate(amount, state);
          expect(planFrom(storedPlan(plan))).toEqual(plan);
          allocated = withPlan(allocated, plan);
          expect(allocationFrom(storedAllocation(allocated), parts.items.length)).toEqual(allocated);
          const sum =
            allocated.shipping +
            allocated.fees +
            allocated.rest +
            allocated.items.reduce((s, { minor }) => s + minor, 0);
          expect(sum).toBe(refunded);
          expect(allocated.rest).toBeGreaterThanOrEqual(0);
          for (const part of parts.items) {
            expect(allocated.items[part.seq]?.minor).toBeLessThanOrEqual(part.priceMinor);
          }
          uses = settled(parts, uses, allocated);
        }
        const share = parts.items.map((part, seq) => {
          const { withdrawnMinor = 0, repaidMinor = 0 } = uses[seq] ?? {};
          const remaining = part.valueMinor - withdrawnMinor - repaidMinor;
          return part.valueMinor === 0 ? 0 : Math.floor((part.priceMinor * remaining) / part.valueMinor);
        });
        const charges = parts.shipping - allocated.shipping + parts.fees - allocated.fees;
        const spendable = share.reduce((sum, each) => sum + each, 0);
        expect(spendable).toBeLessThanOrEqual(total - refunded + allocated.rest - charges);
        if (refunded === total) expect(spendable).toBe(0);
      }),
      { numRuns: 3000 },
    );
  });

  it('an order of a thousand equal items is stored as one run', () => {
    const items = Array.from({ length: 1000 }, (_, seq) => card(seq, 100));
    const state = books({ items });
    const plan = allocateAll(state);
    expect(storedPlan(plan).portions).toHaveLength(1);
    expect(storedAllocation(withPlan(state.allocated, plan)).items).toHaveLength(1);
  });
});

describe('the remaining amount of named parts', () => {
  it('is their price minus earlier refunds', () => {
    const state = books({ shipping: 490, fees: 190, items: [card(0, 5000), card(1, 3000)] });
    const allocated: AllocatedRefunds = {
      ...state.allocated,
      shipping: 100,
      fees: 90,
      items: state.allocated.items.map((share, seq) => (seq === 1 ? { ...share, minor: 1200 } : share)),
    };
    const open = (named: { seqs?: number[]; shipping?: boolean; fees?: boolean }): number =>
      openOf({ seqs: [], shipping: false, fees: false, ...named }, { ...state, allocated });
    expect(open({ shipping: true })).toBe(390);
    expect(open({ fees: true })).toBe(100);
    expect(open({ seqs: [1] })).toBe(1800);
    expect(open({ seqs: [0, 1], shipping: true, fees: true })).toBe(5000 + 1800 + 390 + 100);
  });
});

describe('a refund after spent value was refunded', () => {
  it('still finds all unspent value', () => {
    const parts = { items: [card(0, 5000), card(1, 4000)] };
    const state = books(parts, [
      { claimedMinor: 3000, repaidMinor: 1000, spent: true },
      { claimedMinor: 4000, spent: true, gone: true },
    ]);
    const [first, second] = state.allocated.items;
    const before: Books = {
      ...state,
      allocated: { ...state.allocated, items: [{ ...first!, minor: 1000 }, second!] },
    };
    // 2000 of the first card are unspent and are refunded before spent value of both.
    expect(minors(given(before, 2000))).toEqual([3000, 0]);
  });
});

it('the price of reserved value is that of the value left after adjustments', () => {
  const parts = { shipping: 0, fees: 0, items: [card(0, 100)] };
  const uses: ItemUse[] = [{ ...UNTOUCHED, adjustedMinor: -40, heldMinor: 20, held: true }];
  expect(heldPrice({ parts, allocated: nothingAllocated(parts), uses })).toBe(20);
});

it('a partly refunded price covers its proportion of the value, rounded up', () => {
  const part = card(0, 300, 1000);
  expect([0, 1, 100, 299, 300].map((minor) => coverMinor(part, { minor, whole: false }))).toEqual([
    0, 4, 334, 997, 1000,
  ]);
});

it('the price of lost value is what was not refunded before the value was removed', () => {
  const parts = { shipping: 0, fees: 0, items: [card(0, 1000)] };
  const uses: ItemUse[] = [{ ...UNTOUCHED, adjustedMinor: -900 }];
  const allocated = { ...nothingAllocated(parts), items: [{ minor: 500, whole: false }] };
  expect(lostPrice({ parts, allocated, uses })).toBe(500);
});

it('a refund of spent value leaves the price of its reserved part', () => {
  const state = books({ items: [card(0, 1000)] }, [{ claimedMinor: 600, spent: true, heldMinor: 400, held: true }]);
  expect(minors(given(state, 500))).toEqual([500]);
  expect(minors(given(state, 700))).toEqual([600]);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../functions/platform/errors.ts';
import {
  AWAITING_PAYMENT,
  CANCELLED,
  EXPIRED,
  PAID,
  USED,
  worthOf,
  type ItemRow,
  type LedgerRow,
} from '../../../functions/domain/value/items/rows.ts';
import { isChainUnbroken } from '../../../functions/domain/value/items/ledger/chain.ts';
import { applyChange, issueItem, type ItemChange } from '../../../functions/domain/value/items/ledger/ledger.ts';
import { decideAdjustment } from '../../../functions/domain/value/items/adjust.ts';
import { flagsOf } from '../../../functions/domain/value/items/flags.ts';
import {
  cancelError,
  claimedPieces,
  decideCancel,
  decideClaim,
  decideExpiry,
  decideRefund,
  refundError,
  statusAt,
  type ItemTerms,
  type ItemPortion,
} from '../../../functions/domain/value/items/rules.ts';
import { isSpentByAmount } from '../../../functions/domain/value/items/kinds.ts';
import { changeToTarget, type ItemTarget } from '../../../functions/domain/value/items/withdrawal/target.ts';
import { NOW_MS, sampleFacts, sampleItem, terms } from './sample.ts';

type Step =
  | { kind: 'claim'; portion: ItemPortion }
  | { kind: 'refund'; portion: ItemPortion }
  | { kind: 'cancel' }
  | { kind: 'expire' }
  | { kind: 'adjust'; minor: number }
  | { kind: 'withdraw'; minor: number };

const portion: fc.Arbitrary<ItemPortion> = fc.oneof(
  fc.constant<ItemPortion>({ type: 'all' }),
  fc.integer({ min: 1, max: 12000 }).map((amountMinor): ItemPortion => ({ type: 'amount', amountMinor })),
  fc.integer({ min: 1, max: 6 }).map((number): ItemPortion => ({ type: 'piece', number })),
);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: portion.map((each): Step => ({ kind: 'claim', portion: each })) },
  { weight: 4, arbitrary: portion.map((each): Step => ({ kind: 'refund', portion: each })) },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'cancel' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'expire' }) },
  { weight: 2, arbitrary: fc.integer({ min: -9000, max: 9000 }).map((minor): Step => ({ kind: 'adjust', minor })) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 9000 }).map((minor): Step => ({ kind: 'withdraw', minor })) },
);

const anItem = fc
  .record({
    itemType: fc.constantFrom('GIFTCARD' as const, 'GIFTCARD VARIATION' as const, 'TICKET' as const),
    valueMinor: fc.integer({ min: 0, max: 10000 }),
    pieces: fc.integer({ min: 1, max: 5 }),
    daysValid: fc.constantFrom(-40, -1, 10),
    claimExpired: fc.constantFrom(undefined, 0, 1, -1),
  })
  .map(({ itemType, valueMinor, pieces, daysValid, claimExpired }) => {
    const validUntilMs = NOW_MS + daysValid * 86_400_000;
    const input = { itemType, valueMinor, validUntilMs, pieces: itemType === 'TICKET' ? pieces : 1 };
    return { input, terms: { ...terms, claimExpired } };
  });

const decide = (item: ItemRow, each: Step, on: ItemTerms): ItemChange | undefined => {
  if (each.kind === 'claim') return decideClaim(item, each.portion, on).change;
  if (each.kind === 'refund') return decideRefund(item, each.portion, on).change;
  if (each.kind === 'cancel') return decideCancel(item, on);
  if (each.kind === 'adjust') return decideAdjustment(item, each.minor, { terms: on, card: undefined, note: null });
  if (each.kind === 'expire') return decideExpiry(item, on);
  const needed = changeToTarget(item, targetOf(item, each.minor), false, NOW_MS);
  return needed?.kind === 'value' ? needed.change : undefined;
};

/** A refund of the order withdraws more of the item, and all of it once half of its value is refunded. */
const targetOf = (item: ItemRow, minor: number): ItemTarget => {
  const { valueMinor } = item;
  const taken = Math.min(valueMinor, item.withdrawnMinor + (item.repaidMinor ?? 0) + minor);
  const whole = taken * 2 >= valueMinor;
  const part = { seq: 0, priceMinor: valueMinor, valueMinor, divisible: isSpentByAmount(item) };
  return { epoch: (item.epoch ?? 0) + 1, part, share: { minor: taken, whole }, inPlan: true };
};

/** Runs steps; refused steps change nothing. `onState` is called with every state. */
const run = (
  start: ItemRow,
  first: LedgerRow,
  steps: readonly Step[],
  on: ItemTerms,
  onState: (item: ItemRow) => void = () => undefined,
): { item: ItemRow; entries: LedgerRow[] } => {
  let item = start;
  const entries = [first];
  onState(item);
  for (const [at, each] of steps.entries()) {
    try {
      const change = decide(item, each, on);
      if (!change) continue;
      const after = applyChange(item, change, { by: { system: 'test' }, requestId: `step-${at}`, atMs: NOW_MS + at });
      item = after.item;
      entries.push(after.entry);
    } catch (error) {
      expect(error).toBeInstanceOf(ApiError);
      expect((error as ApiError).status).toBe(422);
    }
    onState(item);
  }
  return { item, entries };
};

const begin = (input: Parameters<typeof sampleItem>[0]) => {
  const item = sampleItem(input);
  const { entry } = issueItem({ facts: item, status: PAID, by: { system: 'test' }, requestId: 'issue' });
  return { item, entry };
};

const sum = (entries: readonly LedgerRow[], of: (entry: LedgerRow) => number): number =>
  entries.reduce((total, entry) => total + of(entry), 0);

describe('after random operations on an item', () => {
  test('its balance is the sum of its ledger, from 0 to its value after adjustments', () => {
    fc.assert(
      fc.property(anItem, fc.array(step, { maxLength: 30 }), ({ input, terms: on }, steps) => {
        const { item: start, entry } = begin(input);
        const { item, entries } = run(start, entry, steps, on, (seen) => {
          expect(seen.remainingMinor).toBeGreaterThanOrEqual(0);
          expect(seen.remainingMinor).toBeLessThanOrEqual(worthOf(seen));
          expect(seen.remainingPieces).toBeGreaterThanOrEqual(0);
          expect(seen.remainingMinor + seen.claimedMinor + seen.withdrawnMinor).toBe(worthOf(seen));
        });
        expect(sum(entries, ({ deltaMinor }) => deltaMinor)).toBe(item.remainingMinor);
        expect(sum(entries, ({ deltaPieces }) => deltaPieces)).toBe(item.remainingPieces);
        expect(item.ledgerSeq).toBe(entries.length);
        expect(item.ledgerHash).toBe(entries.at(-1)?.hash);
        expect(isChainUnbroken(entries)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test('an item without pieces has no value, and a Used or Cancelled one has no value and no pieces', () => {
    fc.assert(
      fc.property(anItem, fc.array(step, { maxLength: 30 }), ({ input, terms: on }, steps) => {
        const { item: start, entry } = begin(input);
        run(start, entry, steps, on, (seen) => {
          if (seen.remainingPieces === 0) expect(seen.remainingMinor).toBe(0);
          if (seen.status === USED || seen.status === CANCELLED) expect(seen.remainingPieces).toBe(0);
          // A card that was lowered to 0 can be raised again.
          if (seen.adjustedMinor === undefined && (seen.status === PAID || seen.status === EXPIRED))
            expect(seen.remainingPieces).toBeGreaterThan(0);
          expect(claimedPieces(seen)).toBeGreaterThanOrEqual(0);
        });
      }),
      { numRuns: 1000 },
    );
  });

  test('its flags match the operations', () => {
    const succeeds = (operation: () => unknown): boolean => {
      try {
        operation();
        return true;
      } catch {
        return false;
      }
    };
    fc.assert(
      fc.property(anItem, fc.array(step, { maxLength: 15 }), ({ input, terms: on }, steps) => {
        const { item: start, entry } = begin(input);
        run(start, entry, steps, on, (seen) => {
          const flags = flagsOf(seen, on);
          expect(succeeds(() => decideClaim(seen, { type: 'all' }, on))).toBe(flags.available_claim);
          expect(succeeds(() => decideRefund(seen, { type: 'all' }, on))).toBe(flags.available_refund);
          expect(succeeds(() => decideCancel(seen, on))).toBe(flags.available_cancel || flags.available_discard);
          expect(succeeds(() => decideClaim(seen, { type: 'piece', number: 1 }, on))).toBe(flags.available_piece_claim);
          if (seen.remainingMinor > 0) {
            const one: ItemPortion = { type: 'amount', amountMinor: 1 };
            expect(succeeds(() => decideClaim(seen, one, on))).toBe(flags.available_amount_claim);
          }
          expect(flags.claim_error === null).toBe(flags.available_claim);
          expect(flags.refund_error === null).toBe(flags.available_refund);
          if (cancelError(seen, on) === null) expect(seen.claimedMinor).toBe(0);
        });
      }),
      { numRuns: 500 },
    );
  });

  test('claiming all pieces one by one takes exactly the whole value', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 2, max: 9 }), (valueMinor, pieces) => {
        const { item: start, entry } = begin({ itemType: 'TICKET', valueMinor, pieces });
        const one: Step = { kind: 'claim', portion: { type: 'piece', number: 1 } };
        const { item } = run(
          start,
          entry,
          Array.from({ length: pieces }, () => one),
          terms,
        );
        expect(item).toMatchObject({ remainingMinor: 0, claimedMinor: valueMinor, status: USED });
      }),
    );
  });
});

describe('the ledger', () => {
  const chain = (): LedgerRow[] => {
    const { item, entry } = begin({});
    const steps: Step[] = [
      { kind: 'claim', portion: { type: 'amount', amountMinor: 100 } },
      { kind: 'claim', portion: { type: 'amount', amountMinor: 200 } },
      { kind: 'refund', portion: { type: 'all' } },
    ];
    return run(item, entry, steps, terms).entries;
  };

  test('detects entries that were changed, removed or reordered', () => {
    const entries = chain();
    expect(isChainUnbroken(entries)).toBe(true);
    const changedOne = entries.map((entry, at) => (at === 1 ? { ...entry, deltaMinor: -1 } : entry));
    expect(isChainUnbroken(changedOne)).toBe(false);
    expect(isChainUnbroken(entries.toSpliced(1, 1))).toBe(false);
    expect(isChainUnbroken([entries[0]!, entries[2]!, entries[1]!, entries[3]!])).toBe(false);
    expect(isChainUnbroken(entries.map((entry) => ({ ...entry, note: 'other' })))).toBe(false);
  });

  test('never goes back in time when the clocks of writers differ', () => {
    const item = sampleItem();
    const cause = { by: { system: 'test' }, requestId: 'late', atMs: NOW_MS - 5000 };
    const { entry } = applyChange(item, decideClaim(item, { type: 'all' }, terms).change, cause);
    expect(entry.atMs).toBe(NOW_MS);
  });

  test('throws for a change that would exceed the bounds', () => {
    const item = sampleItem();
    const cause = { by: { system: 'test' }, requestId: 'wrong', atMs: NOW_MS };
    const tooMuch: ItemChange = { kind: 'claim', deltaMinor: -10001, deltaPieces: 0, status: PAID };
    expect(() => applyChange(item, tooMuch, cause)).toThrow('bounds');
  });
});

describe('the state of an item', () => {
  test('is Expired from the first millisecond after its validity', () => {
    const item = sampleItem({ validUntilMs: NOW_MS });
    expect(statusAt(item, NOW_MS)).toBe(PAID);
    expect(statusAt(item, NOW_MS + 1)).toBe(EXPIRED);
  });

  test('a value card is spent by amount, a grouped ticket by piece, an experience as a whole', () => {
    expect(isSpentByAmount(sampleItem())).toBe(true);
    expect(flagsOf(sampleItem({ itemType: 'TICKET', pieces: 3 }), terms)).toMatchObject({
      available_piece_claim: true,
      available_amount_claim: false,
    });
    expect(flagsOf(sampleItem({ itemType: 'GIFTCARD VARIATION' }), terms)).toMatchObject({
      available_piece_claim: false,
      available_amount_claim: false,
      speed_claim: true,
    });
  });
});

describe('an item', () => {
  test('that awaits payment can be discarded, but not cancelled or restored', () => {
    const waiting: ItemRow = { ...sampleItem(), status: AWAITING_PAYMENT };
    const cancelled: ItemRow = { ...sampleItem(), status: CANCELLED };
    expect(flagsOf(waiting, terms)).toMatchObject({ available_discard: true, available_cancel: false });
    expect(flagsOf(sampleItem(), terms)).toMatchObject({ available_discard: false, available_cancel: true });
    expect(String(refundError(waiting))).toBe('The item is not paid yet.');
    expect(String(refundError(cancelled))).toBe('The item has been cancelled.');
  });

  test('has the epoch of its order once it is issued', () => {
    const at = (epoch?: number) =>
      issueItem({
        facts: sampleFacts(),
        status: PAID,
        by: { system: 'test' },
        requestId: 'issue',
        ...(epoch === undefined ? {} : { epoch }),
      }).item.epoch;
    expect([at(3), at(0), at()]).toEqual([3, 0, undefined]);
  });

  test('that was lowered to 0 and ended with its order continues when the refund of the order is declined', () => {
    const cause = (requestId: string) => ({ by: { system: 'test' }, requestId, atMs: NOW_MS });
    const free = sampleItem({ priceMinor: 0, valueMinor: 1000 });
    const lowered = decideAdjustment(free, -1000, { terms, card: undefined, note: null });
    const part = { seq: 0, priceMinor: 0, valueMinor: 1000, divisible: true };
    const refunded = { epoch: 1, part, share: { minor: 0, whole: true }, refund: 'r', inPlan: true };
    const declined = { epoch: 2, part, share: { minor: 0, whole: false }, returning: 'r', inPlan: true };
    let item = applyChange(free, lowered, cause('lowered')).item;
    for (const [target, status] of [
      [refunded, CANCELLED],
      [declined, PAID],
    ] as const) {
      const needed = changeToTarget(item, target, true, NOW_MS);
      if (needed?.kind !== 'value') throw new Error('The item does not change');
      item = applyChange(item, needed.change, cause(`epoch-${target.epoch}`)).item;
      expect(item).toMatchObject({ status, remainingMinor: 0, remainingPieces: 0 });
    }
    const raised = decideAdjustment(item, 500, { terms, card: undefined, note: null });
    expect(applyChange(item, raised, cause('raised')).item).toMatchObject({ remainingMinor: 500, remainingPieces: 1 });
  });
});

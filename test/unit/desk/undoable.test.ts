import { describe, expect, it } from 'vitest';
import type { HistoryEntry } from '../../../functions/domain/value/items/ledger/history.ts';
import type { TimelineEntry } from '../../../functions/domain/value/items/ledger/timeline.ts';
import { isUndoable, redemptionNow, undoGuid } from '../../../functions/desk/counter/undoable.ts';
import type { Item } from '../../../functions/desk/code-lookup.ts';

let entries = 0;
const entry = (kind: HistoryEntry['kind'], more: Partial<HistoryEntry>): HistoryEntry =>
  ({
    transaction_id: `t${++entries}`,
    kind,
    amount: 0,
    pieces: 0,
    currency: 'KWD',
    request_guid: `r${entries}`,
    ...more,
  }) as HistoryEntry;
const claim = (amount: number, pieces = 0): HistoryEntry => entry('claim', { amount: -amount, pieces: -pieces });
const refund = (amount: number, pieces = 0, guid = ''): HistoryEntry =>
  entry('refund', { amount, pieces, request_guid: guid });
const newestFirst = (...oldestFirst: HistoryEntry[]): TimelineEntry[] =>
  oldestFirst.toReversed().map((change) => ({ change }));

const card = { isByAmount: true, available_refund: true, givableBack: { minor: 1_000_000, pieces: 0 } } as Item;
const seats = { isByAmount: false, available_refund: true, givableBack: { minor: 1_000_000, pieces: 9 } } as Item;

describe('the remaining effect of a redemption', () => {
  it('excludes what the desk has undone for that redemption', () => {
    const [one, two] = [claim(0.1), claim(0.1)];
    const history = newestFirst(one, two, refund(0.1, 0, undoGuid(one.transaction_id)));
    expect([one, two].map((each) => redemptionNow(card, history, each))).toEqual(['back', 'redeemed']);
    expect([one, two].map((each) => isUndoable(card, history, each))).toEqual([false, true]);
  });

  it('deducts amounts restored by partners from the newest redemption of that amount, or else from the newest redemptions', () => {
    const [one, two, three] = [claim(0.3), claim(1.001), claim(0.5)];
    const asMuch = newestFirst(one, two, three, refund(0.3));
    expect([one, two, three].map((each) => redemptionNow(card, asMuch, each))).toEqual([
      'back',
      'redeemed',
      'redeemed',
    ]);
    const across = newestFirst(one, two, three, refund(0.6));
    expect([one, two, three].map((each) => redemptionNow(card, across, each))).toEqual([
      'redeemed',
      'partly back',
      'back',
    ]);
    expect(isUndoable(card, across, two)).toBe(false);
  });

  it('is counted in pieces for an item that is redeemed by pieces', () => {
    const [one, two] = [claim(33.333, 1), claim(66.667, 2)];
    const history = newestFirst(one, two, refund(66.666, 2));
    expect([one, two].map((each) => redemptionNow(seats, history, each))).toEqual(['redeemed', 'back']);
  });

  it('cannot be undone when it was refunded with the order, or when the item cannot be restored', () => {
    const one = claim(10);
    const history = newestFirst(one);
    expect(isUndoable(card, history, one)).toBe(true);
    expect(isUndoable({ ...card, givableBack: { minor: 9_999, pieces: 0 } }, history, one)).toBe(false);
    expect(isUndoable({ ...card, available_refund: false }, history, one)).toBe(false);
    expect(redemptionNow(card, history, one)).toBe('redeemed');
  });
});

import { describe, expect, test } from 'vitest';
import type { ItemRow, LedgerRow } from '../../../functions/domain/value/items/rows.ts';
import { applyChange, issueItem } from '../../../functions/domain/value/items/ledger/ledger.ts';
import { itemFault } from '../../../functions/domain/reporting/reports/check-items.ts';
import { counterFault } from '../../../functions/domain/reporting/reports/check-counters.ts';
import type { StockRow } from '../../../functions/domain/catalog/stock/rows.ts';
import { itemFacts } from './items.ts';

const issue = issueItem({ facts: itemFacts({}), status: 6, by: {}, requestId: 'r1' });
const claim = applyChange(
  issue.item,
  { kind: 'claim', deltaMinor: -2_500, deltaPieces: 0, status: 6 },
  { by: {}, requestId: 'r2', atMs: issue.item.createdAtMs + 1000 },
);
const ledger: [LedgerRow, LedgerRow] = [issue.entry, claim.entry];

describe('an item compared with its ledger', () => {
  test('is correct when the service wrote both', () => {
    expect(itemFault(claim.item, ledger)).toBeUndefined();
  });

  test.each<[string, Partial<ItemRow>, readonly LedgerRow[]]>([
    ['a balance that was raised', { remainingMinor: 9_000 }, ledger],
    ['a claim that is missing on the item', { claimedMinor: 0 }, ledger],
    ['a state that was changed', { status: 3 }, ledger],
    ['an entry that was changed', {}, [issue.entry, { ...claim.entry, deltaMinor: -100 }]],
    ['an entry that was removed', {}, [issue.entry]],
    ['an issue entry that was removed', {}, [claim.entry]],
    ['an item without a ledger', {}, []],
    ['a different last entry', { ledgerHash: issue.entry.hash }, ledger],
  ])('%s is detected', (_case, change, entries) => {
    expect(itemFault({ ...claim.item, ...change }, entries)).toEqual(expect.any(String));
  });
});

const counter = (more: Partial<StockRow>): StockRow => ({
  pk: 'COMPANY#shop',
  sk: 'catalog#so_1#stock#sov_1',
  type: 'stock',
  v: 1,
  productId: 'so_1',
  optionId: 'sov_1',
  remaining: 5,
  held: 2,
  sold: 3,
  putIn: 10,
  ...more,
});

describe('a counter compared with restocks and orders', () => {
  const units = { held: 2, sold: 3 };

  test('is correct when they add up', () => {
    expect(counterFault(counter({}), units)).toBeUndefined();
  });

  test('counts units that were held or sold at a restock as part of the added stock', () => {
    expect(counterFault(counter({ putIn: 7, heldThen: 1, soldThen: 2 }), units)).toBeUndefined();
    expect(counterFault(counter({ putIn: 7, heldThen: 0, soldThen: 2 }), units)).toEqual(expect.any(String));
  });

  test.each<[string, Partial<StockRow>]>([
    ['an extra unit', { remaining: 6 }],
    ['a held unit without an order', { held: 3, remaining: 4 }],
    ['a sold unit without an order', { sold: 4, remaining: 4 }],
    ['a number below 0', { remaining: -1, sold: 9 }],
  ])('%s is detected', (_case, change) => {
    expect(counterFault(counter(change), units)).toEqual(expect.any(String));
  });
});

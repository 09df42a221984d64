import { expect, it } from 'vitest';
import { expiryMonth } from '../../../functions/domain/reporting/book/expiry-month.ts';
import { itemEntries } from '../../../functions/domain/reporting/book/item-entries.ts';
import { addEntry, emptyBook } from '../../../functions/domain/reporting/book/sums.ts';
import { applyChange, issueItem } from '../../../functions/domain/value/items/ledger/ledger.ts';
import { decideClaim } from '../../../functions/domain/value/items/rules.ts';
import { endOfDayMs } from '../../../functions/platform/zones.ts';
import { NOW_MS, terms } from '../items/sample.ts';
import { itemFacts } from './items.ts';

const ZONES = [
  'Europe/Copenhagen',
  'Europe/Helsinki',
  'Europe/London',
  'America/New_York',
  'America/St_Johns',
  'Pacific/Honolulu',
  'Pacific/Auckland',
  'Asia/Kolkata',
];

it.each(ZONES)('an item from %s expires in the same month in every zone', (issuedIn) => {
  for (const day of ['2027-12-31', '2028-01-01', '2028-06-30', '2028-07-01', '9999-12-31']) {
    const months = ZONES.map((zone) => expiryMonth(endOfDayMs(day, issuedIn), zone));
    expect([day, new Set(months)]).toEqual([day, new Set([day.slice(0, 7)])]);
  }
});

it('a card that is redeemed after its company moved to another zone leaves no value in its expiry month', () => {
  const validUntilMs = endOfDayMs('2099-12-31', 'Europe/Copenhagen');
  const facts = itemFacts({ company: 'c', createdAtMs: NOW_MS, validUntilMs });
  const { item } = issueItem({ facts, status: 6, by: {}, requestId: 'issue' });
  const { change } = decideClaim(item, { type: 'all', note: null }, terms);
  const used = applyChange(item, change, { by: {}, requestId: 'claim', atMs: NOW_MS }).item;
  const book = emptyBook();
  const issued = itemEntries(undefined, item, 'Europe/Copenhagen');
  for (const entry of [...issued, ...itemEntries(item, used, 'Europe/Helsinki')]) addEntry(book, entry);
  expect(book.outstanding).toEqual({});
});

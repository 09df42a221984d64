import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { applyChange } from '../../../functions/domain/value/items/ledger/ledger.ts';
import { isGroupClaimable } from '../../../functions/domain/value/items/load.ts';
import { PAID } from '../../../functions/domain/value/items/rows.ts';
import { documents } from '../../../functions/storage/client.ts';
import { putRow } from '../../../functions/storage/table.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';
import { NOW_MS, sampleItem, terms } from './sample.ts';

const { send } = documents;
const DAY_MS = 86_400_000;
const CODES = ['AAAA-AAAA-AAAA-AAAA-AAAA', 'BBBB-BBBB-BBBB-BBBB-BBBB'] as const;
/** The order of a card and of a ticket whose event is over. */
const issued = { orderItems: 2, orderValidUntilMs: NOW_MS - DAY_MS };
const ticket = sampleItem({ ...issued, code: CODES[0], validUntilMs: NOW_MS - DAY_MS });
const card = sampleItem({ ...issued, code: CODES[1], sequence: 1 });
const use = { kind: 'claim', deltaMinor: -5_000, deltaPieces: 0, status: PAID } as const;
const usedCard = applyChange(card, use, { by: {}, requestId: 'claim', atMs: NOW_MS - DAY_MS }).item;

beforeEach(() => new MemoryTable().install());
afterAll(() => {
  Object.assign(documents, { send });
});

test.each([
  { what: 'nothing if the item was used', rows: [ticket, usedCard], shown: usedCard, calls: 0, is: false },
  { what: 'nothing if the item has expired', rows: [ticket, card], shown: ticket, calls: 0, is: false },
  { what: 'its items if they are not used', rows: [ticket, card], shown: card, calls: 2, is: false },
  {
    what: 'its items if each was extended',
    rows: [{ ...ticket, validUntilMs: card.validUntilMs }, card],
    shown: card,
    calls: 3,
    is: true,
  },
])('whether an order can be claimed after its earliest validity reads $what', async ({ rows, shown, calls, is }) => {
  for (const row of rows) await putRow(row);
  const sent = vi.spyOn(documents, 'send');
  expect(await isGroupClaimable(shown, terms)).toBe(is);
  expect(sent).toHaveBeenCalledTimes(calls);
  sent.mockRestore();
});

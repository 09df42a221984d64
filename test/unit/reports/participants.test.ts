import { afterAll, beforeAll, expect, test } from 'vitest';
import { productKey } from '../../../functions/domain/catalog/products/rows.ts';
import { issueItem } from '../../../functions/domain/value/items/ledger/ledger.ts';
import { importOperatorData } from '../../../functions/domain/administration/operator-data/import.ts';
import { listParticipants } from '../../../functions/domain/reporting/reports/participants.ts';
import { documents } from '../../../functions/storage/client.ts';
import { putRow, updateRow } from '../../../functions/storage/table.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';
import { company, event, option } from '../operator-data/samples.ts';
import { itemFacts } from './items.ts';

process.env['APP_SECRET'] ??= '00'.repeat(32);

const { send } = documents;
beforeAll(() => new MemoryTable().install());
afterAll(() => Object.assign(documents, { send }));

const SLUG = 'hall';

const sell = async (id: number, guest: string): Promise<void> => {
  const facts = itemFacts({
    company: SLUG,
    code: `TICKET-${guest}`,
    itemType: 'TICKET',
    productId: `evt_${id}`,
    optionId: `evto_${id}`,
    event: { slug: 'jazz', title: 'Jazz', startsAt: '2027-05-01T19:00:00+02:00', endsAt: null },
    sender: { name: guest, email: null, phone: null },
    createdAtMs: Date.UTC(2026, 4, 1, 0, guest.charCodeAt(0)),
  });
  await putRow(issueItem({ facts, status: 6, by: {}, requestId: 'r' }).item);
};

const guestsOf = async (limit: number): Promise<(string | null)[]> => {
  const guests: (string | null)[] = [];
  let startingAfter: string | undefined;
  do {
    const page = await listParticipants(SLUG, 'jazz', { text: undefined, limit, startingAfter });
    guests.push(...page.data.map((seat) => seat.sender_name));
    startingAfter = page.next_cursor ?? undefined;
  } while (startingAfter !== undefined);
  return guests;
};

test('for two events that once shared a slug, each list shows only its own guests', async () => {
  await importOperatorData({
    companies: [company(SLUG)],
    events: [event(SLUG, 1, [option(1)], { slug: 'jazz' }), event(SLUG, 2, [option(2)])],
  });
  const update = 'SET slug = :slug';
  await updateRow({ key: productKey(SLUG, 'evt_2'), update, values: { ':slug': 'jazz' } });
  for (const guest of ['A', 'B', 'C', 'D', 'E', 'F']) await sell(guest < 'C' || guest > 'D' ? 1 : 2, guest);
  expect(await guestsOf(100)).toEqual(['A', 'B', 'E', 'F']);
  expect(await guestsOf(1)).toEqual(['A', 'B', 'E', 'F']);
  expect(await guestsOf(2)).toEqual(['A', 'B', 'E', 'F']);
});

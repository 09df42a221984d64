import { afterAll, beforeAll, expect, test } from 'vitest';
import { importOperatorData } from '../../../functions/domain/administration/operator-data/import.ts';
import { listSubscribers } from '../../../functions/domain/reporting/subscribers/list.ts';
import { subscribersOf, type SubscriberRow } from '../../../functions/domain/checkout/orders/subscriber-rows.ts';
import { documents } from '../../../functions/storage/client.ts';
import { putRow } from '../../../functions/storage/table.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';
import { company } from '../operator-data/samples.ts';

process.env['APP_SECRET'] ??= '00'.repeat(32);

const { send } = documents;
beforeAll(() => new MemoryTable().install());
afterAll(() => Object.assign(documents, { send }));

const subscribe = async (slug: string, at: number): Promise<void> => {
  const row: SubscriberRow = {
    pk: `SUBSCRIBER#${slug}#${at}`,
    sk: 'subscriber',
    type: 'subscriber',
    v: 1,
    id: `${slug}-${at}`,
    company: slug,
    email: `guest-${at}@person.example`,
    name: 'Guest',
    subscribedAtMs: at,
    orderId: 'ord_1',
    consentText: 'News',
    ix1pk: subscribersOf(slug).partition,
    ix1sk: `${String(at).padStart(14, '0')}#${at}`,
  };
  await putRow(row);
};

const pageOf = async (startingAfter?: string) => {
  const query = { dateFrom: undefined, dateTo: undefined, limit: 2, startingAfter };
  const { data, next_cursor: next } = await listSubscribers('root', query);
  return { ids: data.map(({ id }) => id), next: next ?? undefined };
};

test('the list of a root company continues after a child that was removed between two pages', async () => {
  const children = ['a', 'b', 'c'];
  await importOperatorData({
    companies: [company('root'), ...children.map((slug) => company(slug, { parent: 'root' }))],
  });
  for (const slug of ['root', ...children]) await subscribe(slug, 1);
  await subscribe('b', 2);
  const first = await pageOf();
  expect(first.ids).toEqual(['root-1', 'a-1']);
  const second = await pageOf(first.next);
  expect(second.ids).toEqual(['b-1', 'b-2']);
  await importOperatorData({ companies: [company('b')] });
  expect((await pageOf(second.next)).ids).toEqual(['c-1']);
  await importOperatorData({ companies: [company('a')] });
  expect((await pageOf(first.next)).ids).toEqual(['c-1']);
  expect((await pageOf()).ids).toEqual(['root-1', 'c-1']);
});

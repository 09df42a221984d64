import { afterAll, beforeAll, expect, it } from 'vitest';
import { readItemsOfOrder } from '../../../functions/domain/value/items/of-order-id.ts';
import type { ItemRow } from '../../../functions/domain/value/items/rows.ts';
import { documents } from '../../../functions/storage/client.ts';
import { putRow } from '../../../functions/storage/table.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';
import { sampleItem } from './sample.ts';

const ORDER = `ord_${'7'.repeat(32)}`;
const CODES = ['AAAA-AAAA-AAAA-AAAA-AAAA', 'BBBB-BBBB-BBBB-BBBB-BBBB'] as const;
const { send } = documents;

beforeAll(() => {
  new MemoryTable().install();
});
afterAll(() => {
  Object.assign(documents, { send });
});

it('returns an item once, although the index still lists the item that it replaces', async () => {
  const [replaced, successor] = CODES.map((code) => sampleItem({ orderId: ORDER, code }));
  const former: ItemRow = { ...replaced!, replacedBy: CODES[1] };
  await putRow(former);
  await putRow(successor!);
  const items = await readItemsOfOrder(replaced!.company, ORDER);
  expect(items.map(({ code }) => code)).toEqual([CODES[1]]);
});

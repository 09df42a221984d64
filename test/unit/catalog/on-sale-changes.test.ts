import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { productTag } from '../../../functions/domain/administration/catalog/present.ts';
import { updateProduct } from '../../../functions/domain/administration/catalog/update.ts';
import { importOperatorData } from '../../../functions/domain/administration/operator-data/import.ts';
import { productKey, type EventRow } from '../../../functions/domain/catalog/products/rows.ts';
import { seatsOfEvent, type StockRow } from '../../../functions/domain/catalog/stock/rows.ts';
import { findRootCounter } from '../../../functions/domain/catalog/stock/shares.ts';
import { documents } from '../../../functions/storage/client.ts';
import { TransactWriteCommand } from '../../../functions/storage/commands.ts';
import { getRow } from '../../../functions/storage/table.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';
import { company, event, option } from '../operator-data/samples.ts';

const { send } = documents;
let untouched: typeof send;
beforeAll(() => {
  new MemoryTable().install();
  untouched = documents.send;
});
const restore = () => Object.assign(documents, { send: untouched });
afterEach(restore);
afterAll(() => Object.assign(documents, { send }));

let serial = 0;
let slug: string;
beforeEach(async () => {
  slug = `on-sale-${++serial}`;
  await importOperatorData({
    companies: [company(slug)],
    events: [event(slug, 1, [option(1, { on_sale: true })], { seats: 50 })],
  });
});

const tag = async (): Promise<string> => productTag((await getRow<EventRow>(productKey(slug, 'evt_1')))!);
const update = (patch: Record<string, unknown>, ifMatch: string) =>
  updateProduct({ company: slug, family: 'events', id: '1', ifMatch, idempotency: undefined, patch });
const counter = (): Promise<StockRow | undefined> => findRootCounter(slug, seatsOfEvent('evt_1'));
const isOfProduct = (command: object): boolean =>
  command instanceof TransactWriteCommand && JSON.stringify(command.input).includes('evt_1#product');

test('a change of seats that is not committed leaves the seats of the on-sale in shares', async () => {
  documents.send = async (command) => {
    if (!isOfProduct(command)) return untouched(command);
    restore();
    throw new Error('not committed');
  };
  await expect(update({ seats: 80 }, await tag())).rejects.toThrow('not committed');
  expect(await counter()).toMatchObject({ spread: 'open', seats: 50, remaining: 0 });
});

test('a request that stops after it has changed the product is completed by a repeat', async () => {
  const patch = { options: [{ id: 1, on_sale: false }] };
  let isChanged = false;
  documents.send = async (command) => {
    if (isChanged && !/^(Get|BatchGet|Query)/.test(command.constructor.name)) throw new Error('stopped');
    isChanged ||= isOfProduct(command);
    return untouched(command);
  };
  await expect(update(patch, await tag())).rejects.toThrow('stopped');
  restore();
  expect(await counter()).toMatchObject({ spread: 'open' });
  await update(patch, await tag());
  expect(await counter()).toMatchObject({ spread: 'closed', remaining: 50 });
});

test('a change that is refused because another request has ended the on-sale does not start it again', async () => {
  const readTag = await tag();
  documents.send = async (command) => {
    if (isOfProduct(command)) {
      restore();
      await update({ options: [{ id: 1, on_sale: false }] }, readTag);
    }
    return untouched(command);
  };
  await expect(update({ seats: 80 }, readTag)).rejects.toMatchObject({ status: 412 });
  expect(await counter()).toMatchObject({ spread: 'closed', seats: 50, remaining: 50 });
});

test('a change with too many options leaves the seats of the on-sale in shares', async () => {
  const added = Array.from({ length: 90 }, (_, at) => ({ name: `Added ${at}`, amount: 100, stock: 5 }));
  const change = update({ seats: 80, options: [{ id: 1 }, ...added] }, await tag());
  await expect(change).rejects.toThrow('At most 80 options');
  expect(await counter()).toMatchObject({ spread: 'open', seats: 50 });
});

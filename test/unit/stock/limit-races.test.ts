import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateProduct } from '../../../functions/domain/administration/catalog/update.ts';
import { readManagedProduct } from '../../../functions/domain/administration/catalog/read.ts';
import {
  importOperatorData,
  OperatorDataError,
} from '../../../functions/domain/administration/operator-data/import.ts';
import { productKey } from '../../../functions/domain/catalog/products/rows.ts';
import { planAdjustment } from '../../../functions/domain/catalog/stock/adjust.ts';
import { EVENT_SEATS, newStockRow, stockKey, type StockRow } from '../../../functions/domain/catalog/stock/rows.ts';
import { figuresOf, readSpreadCounter } from '../../../functions/domain/catalog/stock/shares.ts';
import { closeShares, openShares } from '../../../functions/domain/catalog/stock/spread.ts';
import { documents } from '../../../functions/storage/client.ts';
import { getRow, putRow } from '../../../functions/storage/table.ts';
import { transact, TransactionRefused } from '../../../functions/storage/transactions.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';
import { company, event, experience, option } from '../operator-data/samples.ts';

const SLUG = 'shop';
const { send } = documents;
const table = new MemoryTable();
beforeAll(() => table.install());
afterAll(() => Object.assign(documents, { send }));

const change = async (stock: number | null, ifMatch: string) =>
  updateProduct({
    company: SLUG,
    family: 'experiences',
    id: '1',
    ifMatch,
    idempotency: undefined,
    patch: { options: [{ id: 1, stock }] },
  });
const stored = async () => {
  const { tag, body } = await readManagedProduct(SLUG, 'experiences', '1');
  const counter = await getRow<StockRow>(stockKey(SLUG, 'gcv_1', 'gcvo_1'), { consistent: true });
  return { tag, stock: body.options[0]?.stock, remaining: counter?.remaining };
};

interface Sent {
  input: { TransactItems?: { Update?: { Key?: { sk?: string } } }[] };
}

/** Both changes are decided before either writes the product. */
const committedTogether = (): void => {
  const direct = documents.send;
  let waiting: (() => void) | undefined;
  documents.send = async (command) => {
    const writes = (command as unknown as Sent).input.TransactItems ?? [];
    if (!writes.some(({ Update }) => Update?.Key?.sk === productKey(SLUG, 'gcv_1').sk)) return direct(command);
    if (waiting === undefined) {
      await new Promise<void>((go) => (waiting = go));
      return direct(command);
    }
    documents.send = direct;
    waiting();
    await new Promise((go) => setTimeout(go, 50));
    return direct(command);
  };
};

test('of two concurrent changes that limit an option, the refused one leaves no figure behind', async () => {
  await importOperatorData({
    companies: [company(SLUG)],
    experiences: [experience(SLUG, 1, [option(1, { stock: 3 })])],
  });
  await change(null, (await stored()).tag);
  const { tag } = await stored();
  committedTogether();
  const [first, second] = await Promise.allSettled([change(10, tag), change(5, tag)]);
  expect([first.status, second.status].toSorted()).toEqual(['fulfilled', 'rejected']);
  const figure = first.status === 'fulfilled' ? 10 : 5;
  expect(await stored()).toMatchObject({ stock: figure, remaining: figure });
});

test('the seats of an event are those of its product, whenever they are changed during an import', async () => {
  const direct = documents.send;
  for (let at = 1, isDuring = true; isDuring; at++) {
    const slug = `event-${at}`;
    const file = (seats: number) => ({ companies: [company(slug)], events: [event(slug, 1, [option(1)], { seats })] });
    await importOperatorData(file(50));
    const patch = async (): Promise<void> => {
      const { tag: ifMatch } = await readManagedProduct(slug, 'events', '1');
      const named = { company: slug, family: 'events', id: '1', ifMatch, idempotency: undefined };
      await updateProduct({ ...named, patch: { seats: 200 } });
    };
    let calls = 0;
    documents.send = async (command) => {
      if (++calls === at) {
        documents.send = direct;
        await patch();
      }
      return direct(command);
    };
    await importOperatorData(file(100)).catch((error: unknown) => expect(error).toBeInstanceOf(OperatorDataError));
    isDuring = documents.send === direct;
    documents.send = direct;
    const { seats } = (await readManagedProduct(slug, 'events', '1')).body as { seats?: number };
    const counter = await getRow<StockRow>(stockKey(slug, 'evt_1', EVENT_SEATS), { consistent: true });
    expect([at, seats, counter?.seats]).toEqual([at, seats, seats]);
  }
});

test.each([
  ['spread', openShares, [closeShares]],
  ['gathered', closeShares, []],
] as const)('a stock is what it was set to, whenever its units are %s meanwhile', async (kind, arrange, before) => {
  const direct = documents.send;
  for (let at = 1, isDuring = true; isDuring; at++) {
    const slug = `${kind}-${at}`;
    const counter = { productId: 'gcv_1', optionId: 'gcvo_1' };
    await putRow(newStockRow(slug, counter, 30));
    for (const first of [openShares, ...before]) await first(slug, counter);
    let calls = 0;
    documents.send = async (command) => {
      if (++calls === at) {
        documents.send = direct;
        await arrange(slug, counter);
      }
      return direct(command);
    };
    for (let isSet = false; !isSet;) {
      const plan = await planAdjustment(slug, counter, { set: 50 });
      if (plan === 'short') throw new Error('A stock can always be set');
      isSet = await transact(plan.writes).then(
        () => true,
        (error: unknown) => {
          if (error instanceof TransactionRefused) return false;
          throw error;
        },
      );
    }
    isDuring = documents.send === direct;
    documents.send = direct;
    expect([at, figuresOf(await readSpreadCounter(slug, counter)).remaining]).toEqual([at, 50]);
  }
});

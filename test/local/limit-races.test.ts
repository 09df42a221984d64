import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updateProduct } from '../../functions/domain/administration/catalog/update.ts';
import { readManagedProduct } from '../../functions/domain/administration/catalog/read.ts';
import { importOperatorData, OperatorDataError } from '../../functions/domain/administration/operator-data/import.ts';
import { productKey } from '../../functions/domain/catalog/products/rows.ts';
import { planAdjustment } from '../../functions/domain/catalog/stock/adjust.ts';
import { moveStockWrites } from '../../functions/domain/catalog/stock/counters.ts';
import {
  EVENT_SEATS,
  newStockRow,
  stockKey,
  type CounterName,
  type StockRow,
} from '../../functions/domain/catalog/stock/rows.ts';
import { figuresOf, readSpreadCounter } from '../../functions/domain/catalog/stock/shares.ts';
import { closeShares, gatherUnits, openShares, restockShares } from '../../functions/domain/catalog/stock/spread.ts';
import { documents } from '../../functions/storage/client.ts';
import { getRow, putRow } from '../../functions/storage/table.ts';
import { transact, TransactionRefused } from '../../functions/storage/transactions.ts';
import { MemoryTable } from '../simulation/memory-table.ts';
import { company, event, experience, option } from '../unit/operator-data/samples.ts';

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

/** Makes both changes read the product before either of them writes it. */
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

test('when two concurrent changes limit an option, the rejected one has no effect', async () => {
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

test('the seat counter of an event matches its product, regardless of the step of an import at which the seats change', async () => {
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

type Arrange = (company: string, counter: CounterName) => Promise<unknown>;

/**
 * Takes 10 units from a share, closes the on-sale, and returns the units to the share, as when an unpaid order expires.
 */
const closeAndReturn: Arrange = async (company, counter) => {
  const { shares } = await readSpreadCounter(company, counter);
  const hold = [{ ...counter, quantity: 10, share: shares[0]?.share ?? 0 }];
  await transact(moveStockWrites(company, hold, 'take'));
  await closeShares(company, counter);
  await transact(moveStockWrites(company, hold, 'release'));
};

/** Moves the units of closed shares to the counter, as an order does. */
const collect: Arrange = async (company, counter) => {
  const { shares } = await readSpreadCounter(company, counter);
  const parts = shares.map(({ share, remaining: quantity }) => ({ share, quantity }));
  await gatherUnits(company, counter, parts);
};

const setTotal = async (company: string, counter: CounterName, units: number): Promise<void> => {
  const plan = await planAdjustment(company, counter, { set: units });
  if (plan === 'short') throw new Error('A stock can always be set');
  await transact(plan.writes);
};

const untilDone = async (run: () => Promise<unknown>): Promise<void> => {
  for (let isDone = false; !isDone;) {
    isDone = await run().then(
      () => true,
      (error: unknown) => {
        if (error instanceof TransactionRefused) return false;
        throw error;
      },
    );
  }
};

const SETTERS = [
  ['a request', setTotal],
  ['an import', restockShares],
] as const;
const CHANGES: readonly (readonly [string, Arrange, readonly Arrange[]])[] = [
  ['are spread', openShares, [openShares, closeShares]],
  ['are gathered', closeShares, [openShares]],
  ['are collected', collect, [openShares, closeAndReturn]],
  ['are set by another process', (company, counter) => untilDone(() => setTotal(company, counter, 25)), [openShares]],
];

describe.each(SETTERS)('a stock set by %s', (setter, set) => {
  test.each(CHANGES.flatMap((change) => [50, 28].map((units) => [units, ...change] as const)))(
    'is %i, regardless of the step at which its units %s',
    async (units, kind, arrange, before) => {
      const direct = documents.send;
      for (let at = 1, isDuring = true; isDuring; at++) {
        const slug = `${setter}-${units}-${kind}-${at}`.replaceAll(' ', '-');
        const counter = { productId: 'gcv_1', optionId: 'gcvo_1' };
        await putRow(newStockRow(slug, counter, 30));
        for (const first of before) await first(slug, counter);
        let calls = 0;
        documents.send = async (command) => {
          if (++calls === at) {
            documents.send = direct;
            await arrange(slug, counter);
          }
          return direct(command);
        };
        await untilDone(() => set(slug, counter, units));
        isDuring = documents.send === direct;
        documents.send = direct;
        const { remaining } = figuresOf(await readSpreadCounter(slug, counter));
        // Either of the two concurrent processes may write last.
        const expected = kind.includes('another') ? [units, 25] : [units];
        expect([at, expected.includes(remaining) || remaining]).toEqual([at, true]);
      }
    },
  );
});

test.each(CHANGES.slice(0, 3))(
  'a stock changes by exactly the requested number, regardless of the step at which its units %s',
  async (_, arrange, before) => {
    const counter = { productId: 'gcv_1', optionId: 'gcvo_1' };
    const direct = documents.send;
    for (const by of [10, -30]) {
      for (let at = 1, isDuring = true; isDuring; at++) {
        const slug = `change-${by}-${arrange.name}-${at}`;
        await putRow(newStockRow(slug, counter, 30));
        for (const first of before) await first(slug, counter);
        const { remaining } = figuresOf(await readSpreadCounter(slug, counter));
        let calls = 0;
        documents.send = async (command) => {
          if (++calls === at) {
            documents.send = direct;
            await arrange(slug, counter);
          }
          return direct(command);
        };
        const plan = await planAdjustment(slug, counter, { change: by });
        isDuring = documents.send === direct;
        documents.send = direct;
        const after = plan === 'short' ? plan : plan.after.remaining;
        expect([by, at, after]).toEqual([by, at, remaining + by]);
      }
    }
  },
);

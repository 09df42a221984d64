import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  importOperatorData,
  OperatorDataError,
} from '../../../functions/domain/administration/operator-data/import.ts';
import { ROW_MAX_BYTES } from '../../../functions/domain/administration/operator-data/row-limits.ts';
import { config } from '../../../functions/platform/config.ts';
import { documents } from '../../../functions/storage/client.ts';
import { ScanCommand } from '../../../functions/storage/commands.ts';
import { ordersOf } from '../../../functions/domain/checkout/orders/rows.ts';
import { putRow, type Row } from '../../../functions/storage/table.ts';
import { startTable, type TestTable } from '../../support/table.ts';
import { company, event, experience, option } from './samples.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

/** Nearly the maximum length of a string. */
const LONG = 'x'.repeat(19_900);
const longOptions = (first: number) =>
  Array.from({ length: 16 }, (_, at) => option(first + at, { description: LONG, stock: 5 }));
const campaign = (slug: string, more: object) => ({
  company: slug,
  id: 1,
  name: 'Spring',
  applies_to: 'gift_card',
  kind: 'added-value',
  value: 5,
  ...more,
});

const allRows = async (): Promise<Row[]> => {
  const rows: Row[] = [];
  let startKey: Record<string, unknown> | undefined;
  do {
    const scan = { TableName: config.tableName(), ConsistentRead: true };
    const page = await documents.send(new ScanCommand({ ...scan, ...(startKey && { ExclusiveStartKey: startKey }) }));
    rows.push(...page.Items);
    startKey = page.LastEvaluatedKey;
  } while (startKey);
  return rows;
};

/** The faults of a rejected file; the table is unchanged. */
const faultsOf = async (file: object): Promise<{ path: string; message: string }[]> => {
  const before = await allRows();
  const faults = await importOperatorData(file).then(
    () => [],
    (error: unknown) => {
      if (error instanceof OperatorDataError)
        return error.faults.map(({ path, message }) => ({ path, message: String(message) }));
      throw error;
    },
  );
  expect(await allRows()).toEqual(before);
  return faults;
};

/** Enough companies that later rows are written in a later transaction. */
const others = Array.from({ length: 60 }, (_, at) => company(`other-${at}`));

describe('a file with a row that DynamoDB would reject', () => {
  test('is refused as a whole when a company is too large', async () => {
    const tags = Array.from({ length: 22 }, (_, at) => `en-a${String(at).padStart(3, '0')}b`);
    const languages = Object.fromEntries(tags.map((tag) => [tag, { html: LONG }]));
    const faults = await faultsOf({ companies: [...others, company('terms', { terms: { languages } })] });
    expect(faults).toEqual([
      { path: '$.companies[60]', message: expect.stringContaining(`at most ${ROW_MAX_BYTES} fit`) },
    ]);
  });

  test('is refused as a whole when a product with its unchanged options is too large', async () => {
    const of = (first: number) => ({ experiences: [experience('stays', 1, longOptions(first))] });
    await importOperatorData({ companies: [company('stays')], ...of(1) });
    const faults = await faultsOf({ companies: others, ...of(101) });
    expect(faults.map(({ path }) => path)).toEqual(['$.experiences[0]']);
    expect((await importOperatorData(of(1))).changes).toBe(0);
  });

  test('is refused as a whole when a dormant code is too long after normalization', async () => {
    const codes = ['SPRING-1', '\uFDFA'.repeat(490)];
    const faults = await faultsOf({
      companies: [...others, company('code')],
      campaigns: [campaign('code', { codes })],
    });
    expect(faults).toEqual([{ path: '$.campaigns[0].codes[1]', message: 'A code has at most 600 bytes in UTF-8.' }]);
  });

  test('is refused as a whole when the key of an index is too long', async () => {
    const username = '€'.repeat(400);
    const users = [{ username, password: 'a rather long secret', company: 'index' }];
    const faults = await faultsOf({ companies: [company('index')], users });
    expect(faults).toEqual([{ path: '$.users[0]', message: expect.stringContaining('at most 1024 fit') }]);
  });

  test.each(['123', 'short', 'password1234', 'Welcome2024!!', '123456789012', 'aaaabbbbcccc', 'qwertyuiop12'])(
    'is refused as a whole when a user has the password %s, as at the desk',
    async (password) => {
      const users = [{ username: 'root', password, company: 'guessed', role: 'super_admin' }];
      const faults = await faultsOf({ companies: [company('guessed')], users });
      expect(faults.map(({ path }) => path)).toEqual(['$.users[0].password']);
    },
  );

  test('is refused as a whole when it changes the currency of a company with sales', async () => {
    const [dkk, eur] = ['DKK', 'EUR'].map((currency) => ({ companies: [{ ...company('sold'), currency }] }));
    await importOperatorData(dkk);
    await importOperatorData(eur);
    await importOperatorData(dkk);
    const { partition } = ordersOf('sold');
    await putRow({ pk: 'ORDER#sold#po_1', sk: 'order', type: 'order', v: 1, ix1pk: partition, ix1sk: '1' } as Row);
    expect(await faultsOf(eur!)).toEqual([
      { path: '$.companies[0].currency', message: 'This company has sold in DKK already: its currency cannot change.' },
    ]);
  });

  test('is refused as a whole when campaigns of several files are too many for their company', async () => {
    const named = (first: number) => ({
      campaigns: Array.from({ length: 500 }, (_, at) => campaign('many', { id: first + at, name: 'n'.repeat(480) })),
    });
    await importOperatorData({ companies: [company('many')], ...named(1) });
    expect((await faultsOf(named(501))).map(({ path }) => path)).toEqual(['$.campaigns[0]']);
  });

  test.each([
    ['a number that cannot be stored', { amount_images: [1e20] }],
    ['members nested too deeply', { amount_images: [JSON.parse('['.repeat(40) + ']'.repeat(40))] }],
  ])('is refused as a whole when it has %s', async (_, greeting) => {
    const faults = await faultsOf({ companies: [...others, company('greets', { greeting })] });
    expect(faults.map(({ path }) => path)).toEqual(['$.companies[60]']);
  });

  test('reports every such row, and moves no ticket', async () => {
    const on = (starts_at: string, options: object[]) => ({
      companies: [company('moves')],
      events: [event('moves', 1, options, { starts_at })],
    });
    await importOperatorData(on('2027-05-01T19:00:00+02:00', longOptions(1)));
    const later = on('2027-06-01T19:00:00+02:00', longOptions(101));
    const users = [{ username: '€'.repeat(400), password: 'a rather long secret', company: 'moves' }];
    expect((await faultsOf({ ...later, users })).map(({ path }) => path)).toEqual(['$.events[0]', '$.users[0]']);
  });

  test('accepts rows of the maximum size', async () => {
    const languages = Object.fromEntries(Array.from({ length: 18 }, (_, at) => [`en-x-${at}`, { html: LONG }]));
    expect((await importOperatorData({ companies: [company('large', { terms: { languages } })] })).changes).toBe(1);
  });
});

test('a company that is assigned twice is a fault', async () => {
  const companies = [company('client'), company('agency', { assigned: ['client', 'client'] })];
  expect(await faultsOf({ companies })).toEqual([
    { path: '$.companies[1].assigned[1]', message: 'This company is named already.' },
  ]);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { documents } from '../../../functions/storage/client.ts';
import { markSharded } from '../../../functions/storage/mark-sharded.ts';
import { mergedPage } from '../../../functions/storage/merged.ts';
import { putRows } from '../../../functions/storage/put-rows.ts';
import { listPartition } from '../../../functions/storage/sharded-lists.ts';
import { queryPage, type Row } from '../../../functions/storage/table.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';

const { send } = documents;
const table = new MemoryTable();
beforeAll(() => table.install());
afterAll(() => Object.assign(documents, { send }));

const ENTRIES = 240;
const sourceOf = (company: string) => ({ index: 'ix1', partition: `${company}#things`, shards: company }) as const;
const positionOf = (number: number): string => String(number).padStart(14, '0');

/** Entries of a list in order; `spreadFrom` and all later ones are in shards. */
const fill = (company: string, spreadFrom: number): Promise<void> =>
  putRows(
    Array.from({ length: ENTRIES }, (_, number): Row => {
      const id = `${company}-${number}`;
      const ix1pk = listPartition(sourceOf(company).partition, id, number >= spreadFrom);
      return { pk: id, sk: 'thing', type: 'thing', v: 1, ix1pk, ix1sk: positionOf(number) };
    }),
  );

const readAll = async (company: string, limit: number | undefined, descending: boolean): Promise<number[]> => {
  const numbers: number[] = [];
  let startKey: Record<string, unknown> | undefined;
  do {
    const more = { ...(limit === undefined ? {} : { limit }), ...(startKey ? { startKey } : {}) };
    const page = await queryPage<Row>({ ...sourceOf(company), descending, ...more });
    if (limit !== undefined && page.lastKey) expect(page.rows).toHaveLength(limit);
    numbers.push(...page.rows.map(({ ix1sk }) => Number(ix1sk)));
    startKey = page.lastKey;
  } while (startKey);
  return numbers;
};

const ALL = Array.from({ length: ENTRIES }, (_, number) => number);

it.each([1, 30, 100, 1000, undefined])(
  'a sharded list is read as one list, %s entries per page, in both directions',
  async (limit) => {
    const company = `parts-${limit}`;
    await fill(company, 100);
    await markSharded(company);
    expect(await readAll(company, limit, false)).toEqual(ALL);
    expect(await readAll(company, limit, true)).toEqual(ALL.toReversed());
  },
);

it('a list that is sharded between two pages continues at its position', async () => {
  await fill('before', 100);
  const first = await queryPage<Row>({ ...sourceOf('before'), limit: 10 });
  await markSharded('before');
  const next = await queryPage<Row>({ ...sourceOf('before'), limit: 150, startKey: first.lastKey ?? {} });
  expect([...first.rows, ...next.rows].map(({ ix1sk }) => Number(ix1sk))).toEqual(ALL.slice(0, 160));
});

it('a page reads only part of each shard, and of a list without shards hardly more than its own entries', async () => {
  await fill('asked', 0);
  await fill('whole', ENTRIES);
  await markSharded('asked');
  let read = 0;
  const { carry } = table;
  table.carry = async (call) => {
    const answer = await carry(call);
    if (call.name === 'Query') read += (answer as { Items: unknown[] }).Items.length;
    return answer;
  };
  const page = (company: string) =>
    mergedPage<Row>({
      sources: [sourceOf(company)],
      from: '',
      before: '~',
      limit: 100,
      passes: () => true,
      isNarrow: true,
    });
  expect((await page('asked')).entries.map(({ at }) => Number(at))).toEqual(ALL.toReversed().slice(0, 100));
  expect(read).toBeLessThan(230);
  read = 0;
  expect((await page('whole')).entries).toHaveLength(100);
  expect(read).toBeLessThanOrEqual(102);
  table.carry = carry;
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { deriveCode } from '../../../functions/domain/catalog/codes/rules.ts';
import { applyChange, issueItem } from '../../../functions/domain/value/items/ledger/ledger.ts';
import { readHistory } from '../../../functions/domain/value/items/ledger/history.ts';
import { itemPreview } from '../../../functions/domain/value/items/preview.ts';
import { EXPIRED, PAID } from '../../../functions/domain/value/items/rows.ts';
import { importOperatorData } from '../../../functions/domain/administration/operator-data/import.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { documents } from '../../../functions/storage/client.ts';
import { putRow } from '../../../functions/storage/table.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';
import { company } from '../operator-data/samples.ts';
import { NOW_MS, sampleFacts, sampleItem } from './sample.ts';

process.env['APP_SECRET'] ??= '00'.repeat(32);

const { send } = documents;
const { nowMs } = clock;
const SLUG = 'till';
const CODE = deriveCode('seed', 'card');
const HOUR_MS = 3_600_000;
const momentAt = (hours: number): string => new Date(NOW_MS + hours * HOUR_MS).toISOString();

beforeAll(async () => {
  new MemoryTable().install();
  clock.nowMs = () => NOW_MS + 9 * HOUR_MS;
  await importOperatorData({ companies: [company(SLUG)] });
  let { item, entry } = issueItem({
    facts: sampleFacts({ company: SLUG, code: CODE }),
    status: PAID,
    by: {},
    requestId: 'issue',
  });
  await putRow(entry);
  for (const hour of [2, 4, 6]) {
    const claim = { kind: 'claim', deltaMinor: -1000, deltaPieces: 0, status: PAID } as const;
    ({ item, entry } = applyChange(item, claim, { by: {}, requestId: `claim-${hour}`, atMs: NOW_MS + hour * HOUR_MS }));
    await putRow(entry);
  }
  await putRow(item);
});
afterAll(() => {
  Object.assign(documents, { send });
  clock.nowMs = nowMs;
});

const pageOf = (more: { asOf?: string; startingAfter?: string; limit?: number }) =>
  readHistory({ company: SLUG }, CODE, { asOf: undefined, startingAfter: undefined, limit: 2, ...more });

test('a page continues after its cursor up to the requested time', async () => {
  const first = await pageOf({});
  const startingAfter = first.next_cursor ?? '';
  const kinds = async (asOf: string) => (await pageOf({ startingAfter, asOf })).data.map(({ sequence }) => sequence);
  expect(first.data.map(({ sequence }) => sequence)).toEqual([1, 2]);
  expect(await kinds(momentAt(9))).toEqual([3, 4]);
  expect(await kinds(momentAt(5))).toEqual([3]);
  expect(await kinds(momentAt(3))).toEqual([]);
});

test('a page up to a time before its cursor is empty', async () => {
  const { next_cursor: startingAfter } = await pageOf({});
  const page = await pageOf({ startingAfter: startingAfter ?? '', asOf: momentAt(1) });
  expect(page).toMatchObject({ data: [], has_more: false, balance: { remaining_amount: 100 } });
});

test('an item past its validity is Expired in its history and in a preview, before the sweep has recorded it', async () => {
  const { validUntilMs } = sampleFacts();
  const item = sampleItem();
  const previewed = () => itemPreview({}, { before: item, after: item });
  expect((await pageOf({})).balance).toMatchObject({ status: PAID, status_name: 'Paid' });
  expect((await pageOf({ asOf: '2999-01-01' })).balance, 'a later day is not predicted').toMatchObject({
    status: PAID,
  });
  expect(previewed()).toMatchObject({ before: { status: PAID } });
  const now = clock.nowMs;
  clock.nowMs = () => validUntilMs + 1;
  const expired = { status: EXPIRED, status_name: 'Expired' };
  expect((await pageOf({})).balance).toMatchObject({ remaining_amount: 70, ...expired });
  expect((await pageOf({ asOf: momentAt(9) })).balance).toMatchObject({ status: PAID });
  expect(previewed()).toMatchObject({ before: expired, after: expired });
  clock.nowMs = now;
});

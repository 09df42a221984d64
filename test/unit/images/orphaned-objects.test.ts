import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import {
  orphanedObjectKey,
  type OrphanedObjectRow,
} from '../../../functions/domain/company/brand/orphaned-objects/rows.ts';
import {
  registerObject,
  scheduleDeletionWrite,
} from '../../../functions/domain/company/brand/orphaned-objects/schedule-deletion.ts';
import { getRow } from '../../../functions/storage/table.ts';
import { transact } from '../../../functions/storage/transactions.ts';
import { startTableInProcess, type TestTable } from '../../support/table.ts';

const HOUR_MS = 3_600_000;
const picture = { company: 'nordlys', bucket: 'pictures', object: 'logo.png' } as const;

let table: TestTable;
beforeAll(async () => {
  table = await startTableInProcess();
});
afterEach(() => void vi.useRealTimers());
afterAll(() => table.stop());

test('an upload lengthens the life of an object, but never shortens it', async () => {
  const start = Date.now();
  vi.useFakeTimers({ now: start, toFake: ['Date'] });
  const goesAtMs = async () => (await getRow<OrphanedObjectRow>(orphanedObjectKey(picture)))?.goesAtMs;
  await registerObject(picture);
  expect(await goesAtMs()).toBe(start + HOUR_MS);
  vi.setSystemTime(start + 1000);
  await registerObject(picture);
  expect(await goesAtMs()).toBe(start + 1000 + HOUR_MS);
  await transact([scheduleDeletionWrite(picture, 180 * 24 * HOUR_MS)]);
  await registerObject(picture);
  expect(await goesAtMs()).toBe(start + 1000 + 180 * 24 * HOUR_MS);
});

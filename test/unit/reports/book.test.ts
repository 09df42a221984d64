import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { importOperatorData } from '../../../functions/domain/administration/operator-data/import.ts';
import { closeDays } from '../../../functions/domain/reporting/book/close.ts';
import { foldDay, reopenDay } from '../../../functions/domain/reporting/book/fold.ts';
import { itemEntries } from '../../../functions/domain/reporting/book/item-entries.ts';
import { readDays } from '../../../functions/domain/reporting/book/read.ts';
import { recordEntries } from '../../../functions/domain/reporting/book/record.ts';
import { findRecount } from '../../../functions/domain/reporting/book/recount-state.ts';
import { recountBook } from '../../../functions/domain/reporting/book/recount.ts';
import { dayKey, positionsBetween, type BookEntryRow } from '../../../functions/domain/reporting/book/rows.ts';
import { checkCompany } from '../../../functions/domain/reporting/reports/check-company.ts';
import { readMovements } from '../../../functions/domain/reporting/reports/movements.ts';
import { readSummary } from '../../../functions/domain/reporting/reports/summary.ts';
import { issueItem } from '../../../functions/domain/value/items/ledger/ledger.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { log } from '../../../functions/platform/log.ts';
import { documents } from '../../../functions/storage/client.ts';
import { bytesOfRow } from '../../../functions/storage/row-size.ts';
import { deleteRow, getRow, putRow, updateRow } from '../../../functions/storage/table.ts';
import { startTableInProcess, type TestTable } from '../../support/table.ts';
import { company } from '../operator-data/samples.ts';
import { itemFacts } from './items.ts';

const ZONE = 'Europe/Copenhagen';
const DAY = '2027-03-10';
const NOON = Date.parse('2027-03-10T11:00:00Z');
const zones = (slug: string) => new Map([[slug, ZONE]]);
const COMPANIES = ['late', 'folded', 'refused', 'unordered', 'midnight', 'reopened', 'wrong', 'many', 'busy', 'over'];

let table: TestTable;
let nowMs = NOON;
beforeAll(async () => {
  table = await startTableInProcess();
  vi.spyOn(clock, 'nowMs').mockImplementation(() => nowMs);
  await importOperatorData({ companies: COMPANIES.map((slug) => company(slug)) });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await table.stop();
});

const card = (slug: string, number: number, atMs = NOON + number) =>
  issueItem({
    facts: itemFacts({ company: slug, code: `CARD-${number}`, createdAtMs: atMs, validUntilMs: NOON + 1e10 }),
    status: 6,
    by: {},
    requestId: 'r',
  });

const entry = (slug: string, number: number, atMs?: number): BookEntryRow =>
  itemEntries(undefined, card(slug, number, atMs).item, ZONE)[0]!;

const issuedOn = async (slug: string, day = DAY): Promise<number> =>
  (await readDays({ company: slug, zone: ZONE, from: day, to: day })).get(day)?.sums['']?.issued ?? 0;

/** Read units of table calls: half a unit for every 4 KB, and for every requested row. */
const unitsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const sent = vi.spyOn(documents, 'send');
  try {
    await work();
    const answers = await Promise.all(sent.mock.results.map(({ value }) => value as Promise<Answer>));
    const rows = answers.map(({ Item, Items, Responses }) => ({
      named: [Item, ...Object.values(Responses ?? {}).flat()].filter((row) => row !== undefined),
      found: Items ?? [],
    }));
    const halves = (bytes: number): number => Math.max(1, Math.ceil(bytes / 4096)) / 2;
    const sum = (figures: readonly number[]): number => figures.reduce((total, figure) => total + figure, 0);
    return sum(
      rows.map(
        ({ named, found }) => sum(named.map((row) => halves(bytesOfRow(row)))) + halves(sum(found.map(bytesOfRow))),
      ),
    );
  } finally {
    sent.mockRestore();
  }
};

interface Answer {
  Item?: object;
  Items?: object[];
  Responses?: Record<string, object[]>;
}

const of = (slug: string) => ({ company: slug, day: DAY, zone: ZONE });

describe('the book', () => {
  test('counts each entry once, before and after a fold and after its day is closed', async () => {
    nowMs = NOON + 1000;
    await recordEntries([entry('late', 1), entry('late', 2)], zones('late'));
    await recordEntries([entry('late', 2)], zones('late'));
    expect(await issuedOn('late')).toBe(20_000);
    const { to } = positionsBetween(0, NOON + 500);
    expect(await foldDay(of('late'), { position: to })).toBe(true);
    await recordEntries([entry('late', 600)], zones('late'));
    expect(await issuedOn('late')).toBe(30_000);
    nowMs = NOON + 60_000;
    await recordEntries([entry('late', 3)], zones('late'));
    expect(await issuedOn('late')).toBe(40_000);
    nowMs = NOON + 2 * 86_400_000;
    expect(await closeDays('late', ZONE)).toBe('2027-03-11');
    await recordEntries([entry('late', 4)], zones('late'));
    expect(await getRow(dayKey('late', DAY))).toMatchObject({ isClosed: true });
    expect(await issuedOn('late')).toBe(50_000);
  });

  test('sums that are too large to store delay no entries', async () => {
    nowMs = NOON + 2 * 86_400_000;
    const huge = (number: number): BookEntryRow => {
      const { parts, ...rest } = entry('huge', number);
      return { ...rest, parts: parts.map((part) => ({ ...part, figures: { issued: 6e15 } })) };
    };
    const errors = vi.spyOn(log, 'error').mockImplementation(() => undefined);
    await recordEntries([huge(1)], zones('huge'));
    expect(await foldDay(of('huge'), 'end')).toBe(true);
    await recordEntries([huge(2)], zones('huge'));
    expect(await issuedOn('huge')).toBe(12e15);
    expect(errors).toHaveBeenCalledOnce();
    errors.mockRestore();
  });

  test('concurrent folds and a reopening count an entry once', async () => {
    nowMs = NOON;
    await recordEntries([entry('folded', 1)], zones('folded'));
    const folds = await Promise.all([foldDay(of('folded'), 'end'), foldDay(of('folded'), 'end')]);
    expect(folds).toContain(true);
    await Promise.all([foldDay(of('folded'), 'end'), reopenDay(of('folded'), '')]);
    expect(await issuedOn('folded')).toBe(10_000);
  });

  test('a fold whose day is reopened before its commit is refused, and changes no sums', async () => {
    nowMs = NOON;
    await recordEntries([entry('refused', 1)], zones('refused'));
    const { send } = documents;
    const sent = vi.spyOn(documents, 'send');
    const late = async () => {
      sent.mockRestore();
      await recordEntries([entry('refused', 2)], zones('refused'));
      expect(await reopenDay(of('refused'), '')).toBe(true);
    };
    sent.mockImplementation(async (...call) => {
      if ((call[0] as object).constructor.name.startsWith('TransactWrite')) await late();
      return send.apply(documents, call);
    });
    expect(await foldDay(of('refused'), 'end')).toBe(false);
    const row = await getRow(dayKey('refused', DAY));
    expect(row).toMatchObject({ generation: 2 });
    expect(row).not.toHaveProperty('sums');
    expect(row).not.toHaveProperty('isClosed');
    expect(await issuedOn('refused')).toBe(20_000);
    expect(await foldDay(of('refused'), 'end')).toBe(true);
    expect(await issuedOn('refused')).toBe(20_000);
  });

  test('a fold up to an earlier position than another one counts nothing twice', async () => {
    nowMs = NOON + 40_000;
    const numbers = [1, 10_000, 20_000, 39_000];
    await recordEntries(
      numbers.map((number) => entry('unordered', number)),
      zones('unordered'),
    );
    const upTo = (afterMs: number) => ({ position: positionsBetween(0, NOON + afterMs).to });
    expect(await foldDay(of('unordered'), upTo(30_000))).toBe(true);
    expect(await foldDay(of('unordered'), upTo(5000))).toBe(false);
    expect(await issuedOn('unordered')).toBe(40_000);
    expect(await reopenDay(of('unordered'), positionsBetween(0, NOON + 6000).to)).toBe(true);
    await Promise.all([30_000, 5000, 35_000].map((afterMs) => foldDay(of('unordered'), upTo(afterMs))));
    expect(await issuedOn('unordered')).toBe(40_000);
    expect(await foldDay(of('unordered'), 'end')).toBe(true);
    expect(await issuedOn('unordered')).toBe(40_000);
  });

  test('a fold in the first seconds of a day does not count the day before', async () => {
    const midnight = Date.parse('2027-03-09T23:00:00Z');
    nowMs = midnight - 5000;
    await recordEntries([entry('midnight', 1, midnight - 6000)], zones('midnight'));
    nowMs = midnight + 10_000;
    await recordEntries([entry('midnight', 2, midnight + 9000)], zones('midnight'));
    expect(await foldDay(of('midnight'), { position: positionsBetween(0, midnight - 20_000).to })).toBe(false);
    expect(await foldDay(of('midnight'), 'end')).toBe(true);
    expect([await issuedOn('midnight', '2027-03-09'), await issuedOn('midnight')]).toEqual([10_000, 10_000]);
  });

  test('a late entry in the first seconds of the next day does not close a day to which entries are still added', async () => {
    const midnight = Date.parse('2027-03-10T23:00:00Z');
    nowMs = midnight + 10_000;
    await recordEntries([entry('over', 1, midnight - 30_000)], zones('over'));
    nowMs = midnight + 12_000;
    await recordEntries([entry('over', 2, midnight - 2000)], zones('over'));
    expect(await issuedOn('over')).toBe(20_000);
    nowMs = midnight + 2 * 3_600_000;
    expect(await closeDays('over', ZONE)).toBe(DAY);
    expect(await issuedOn('over')).toBe(20_000);
  });

  test('products from a fold that was cleared by a late entry are not counted again in the next fold', async () => {
    nowMs = NOON + 40_000;
    await recordEntries([entry('reopened', 20_000)], zones('reopened'));
    const range = { company: 'reopened', zone: ZONE, from: DAY, to: DAY, products: true };
    const productSum = async (): Promise<number> => {
      const sums = (await readDays(range)).get(DAY)?.sums ?? {};
      return Object.entries(sums).reduce(
        (sum, [group, { issued = 0 }]) => sum + (group.startsWith('p:') ? issued : 0),
        0,
      );
    };
    expect(await foldDay(of('reopened'), { position: positionsBetween(0, NOON + 30_000).to })).toBe(true);
    expect(await productSum()).toBe(10_000);
    await reopenDay(of('reopened'), '');
    // No entry is before noon.
    await updateRow({
      key: dayKey('reopened', DAY),
      update: 'SET announced = :announced',
      values: { ':announced': positionsBetween(0, NOON - 1).to },
    });
    expect(await foldDay(of('reopened'), { position: positionsBetween(0, NOON - 1).to })).toBe(true);
    expect(await productSum()).toBe(10_000);
  });

  test('a wrong sum raises the alarm with company, day and difference, and a recount corrects it', async () => {
    const error = vi.spyOn(log, 'error').mockImplementation(() => undefined);
    nowMs = NOON + 5000;
    for (const number of [1, 2, 3]) {
      const rows = card('wrong', number);
      await putRow(rows.item);
      await putRow(rows.entry);
      await recordEntries([entry('wrong', number)], zones('wrong'));
    }
    nowMs = NOON + 2 * 86_400_000;
    await checkCompany('wrong');
    expect(error).not.toHaveBeenCalled();
    await deleteRow(entry('wrong', 1));
    await updateRow({
      key: dayKey('wrong', DAY),
      update: 'SET sums.#all.issued = :less',
      names: { '#all': 'c:api' },
      values: { ':less': 1 },
    });
    await checkCompany('wrong', { whole: true });
    const [, details] = error.mock.calls.at(-1) ?? [];
    expect(details).toMatchObject({ alarm: 'integrity_failed', company: 'wrong' });
    const { figures } = details as { figures: { day: string; difference: number }[] };
    expect(figures).toContainEqual({ day: DAY, difference: -10_000 });
    const results: boolean[] = [];
    const range = { from: DAY, to: DAY, interval: undefined, group: undefined };
    await recountBook('wrong', ZONE, {
      pauseMs: 0,
      onProgress: () => results.push(true),
    });
    expect(results.length).toBeGreaterThan(0);
    expect(await findRecount('wrong')).toBeUndefined();
    error.mockClear();
    await checkCompany('wrong', { whole: true });
    expect(error).not.toHaveBeenCalled();
    const report = await readMovements('wrong', range);
    expect(report).not.toHaveProperty('recounting');
    expect(report.rows[0]).toMatchObject({ issued: 30_000, closing: 30_000 });
  });

  test('an interrupted recount is mentioned in reports and continues where it ended', async () => {
    nowMs = NOON;
    await putRow(card('many', 1).item);
    await putRow(card('many', 1).entry);
    const broken = recountBook('many', ZONE, {
      pauseMs: 0,
      onProgress: () => {
        throw new Error('interrupted');
      },
    });
    await expect(broken).rejects.toThrow('interrupted');
    const range = { from: DAY, to: DAY, interval: undefined, group: undefined };
    expect(await readMovements('many', range)).toMatchObject({ recounting: true });
    expect(await recountBook('many', ZONE, { pauseMs: 0 })).toMatchObject({ written: 1, removed: 0 });
    expect(await issuedOn('many')).toBe(10_000);
  });

  test('a month is read with the same few units for any number of entries', async () => {
    const range = { from: '2027-03-01', to: '2027-03-31', interval: undefined };
    const readFigures = async (): Promise<number[]> => [
      await unitsOf(() => readMovements('busy', { ...range, group: 'item_type' })),
      await unitsOf(() => readSummary('busy', { ...range, group: 'product' })),
    ];
    const costs: number[][] = [];
    for (const batch of [0, 1]) {
      for (let day = 1; day <= 31; day++) {
        const noon = Date.UTC(2027, 2, day, 11);
        nowMs = noon + 60_000;
        const numbers = Array.from({ length: 100 }, (_, at) => batch * 100_000 + day * 1000 + at);
        await recordEntries(
          numbers.map((number) => entry('busy', number, noon + (number % 1000))),
          zones('busy'),
        );
      }
      nowMs = Date.UTC(2027, 3, 2);
      await closeDays('busy', ZONE);
      costs.push(await readFigures());
    }
    for (const units of costs.flat()) expect(units).toBeLessThanOrEqual(15);
    expect(costs[1]).toEqual(costs[0]);
    expect(await issuedOn('busy')).toBe(200 * 10_000);
  }, 60_000);
});

import { expect, test } from 'vitest';
import { claimableUntilMs } from '../../../functions/domain/value/items/claim-period.ts';
import { lapseDueMs, lapseMarks } from '../../../functions/domain/value/items/ledger/lapse.ts';
import { applyChange, changeMarks, type ItemChange } from '../../../functions/domain/value/items/ledger/ledger.ts';
import { EXPIRED, type ItemRow } from '../../../functions/domain/value/items/rows.ts';
import { decideExpiry } from '../../../functions/domain/value/items/rules.ts';
import { NOW_MS, sampleItem, terms } from './sample.ts';

const DAY_MS = 86_400_000;
const at = (days: number, breakageAfterDays = 1) => ({
  ...terms,
  nowMs: NOW_MS + (365 + days) * DAY_MS,
  breakageAfterDays,
});

const swept = (item: ItemRow, days: number, breakageAfterDays?: number): ItemRow => {
  const marks = lapseMarks(item, at(days, breakageAfterDays));
  return marks ? changeMarks(item, marks) : item;
};

test('an expired item is not due when restored value was withdrawn before it became breakage', () => {
  const change = (item: ItemRow, next: ItemChange, days: number): ItemRow =>
    applyChange(item, next, { by: { system: 'test' }, requestId: `${days}`, atMs: at(days).nowMs }).item;
  const adjust = (item: ItemRow, deltaMinor: number, days: number): ItemRow =>
    change(item, { kind: 'adjust', deltaMinor, deltaPieces: 0, status: EXPIRED }, days);
  const issued = sampleItem();
  const expired = swept(change(issued, decideExpiry(issued, at(1))!, 1), 2);
  const broken = swept(expired, 9);
  expect(broken).toMatchObject({ brokenMinor: 10_000 });
  expect(lapseDueMs(broken)).toBeUndefined();
  const restored = adjust(broken, 500, 10);
  expect(lapseDueMs(restored)).toBe(at(10).nowMs);
  const withdrawn = swept(adjust(restored, -500, 10), 11);
  expect(lapseDueMs(withdrawn)).toBeUndefined();
  expect(withdrawn).toMatchObject({ brokenMinor: 10_000, remainingMinor: 10_000 });
});

test('an emptied item becomes breakage on time when its value is restored', () => {
  const change = (item: ItemRow, next: ItemChange, days: number): ItemRow =>
    applyChange(item, next, { by: { system: 'test' }, requestId: `${days}`, atMs: at(days).nowMs }).item;
  const issued = sampleItem();
  const expired = swept(change(issued, decideExpiry(issued, at(1, 30))!, 1), 2, 30);
  const dueMs = lapseDueMs(expired);
  const emptied = change(expired, { kind: 'adjust', deltaMinor: -10_000, deltaPieces: 0, status: EXPIRED }, 3);
  const restored = change(
    swept(emptied, 3, 30),
    { kind: 'adjust', deltaMinor: 10_000, deltaPieces: 0, status: EXPIRED },
    3,
  );
  expect(dueMs).toBeDefined();
  expect(lapseDueMs(restored)).toBe(dueMs);
});

test('value lapses at the first millisecond at which it cannot be claimed', () => {
  const item: ItemRow = { ...sampleItem(), status: EXPIRED };
  const endsAtMs = claimableUntilMs(item.validUntilMs, terms) + 1;
  expect(lapseMarks(item, { ...terms, nowMs: endsAtMs - 1 })).toEqual({ lapsesAtMs: endsAtMs });
  expect(lapseMarks(item, { ...terms, nowMs: endsAtMs })?.lapses).toEqual([endsAtMs]);
});

test.each([
  ['now, if the sweep runs before the end that was expected', 10, 10],
  ['at the end that was expected, if the sweep runs later', 40, 30],
])('value whose period new settings end earlier lapses %s', (_, sweptAfterDays, lapsedAfterDays) => {
  const issued: ItemRow = { ...sampleItem(), status: EXPIRED };
  const endsAtMs = claimableUntilMs(issued.validUntilMs, terms) + 1;
  const item: ItemRow = { ...issued, lapsesAtMs: endsAtMs + 30 * DAY_MS };
  const marks = lapseMarks(item, { ...terms, nowMs: endsAtMs + sweptAfterDays * DAY_MS });
  expect(marks?.lapses).toEqual([endsAtMs + lapsedAfterDays * DAY_MS]);
});

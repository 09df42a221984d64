import { nowMs } from '../../../platform/clock.ts';
import { log } from '../../../platform/log.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts';

import { membersAre } from '../../../storage/conditions.ts';
import { retryOnConflict } from '../../../storage/retry.ts';
import { ConditionFailed, getRow, putRow } from '../../../storage/table.ts';
import { sortable } from '../../../storage/sortable.ts';
import { termsOf } from '../../value/items/load.ts';
import { itemsOf } from '../../value/items/rows.ts';
import { ordersOf } from '../../checkout/orders/rows.ts';
import { checkFigures, type FigureCheckResult } from './check-figures.ts';
import { checkCounters, type CounterCheckResult } from './check-counters.ts';
import { checkItemChanges, checkItemRows, type ChangedItems, type IssuedSeats } from './check-items.ts';
import { checkOrderRows } from './check-orders.ts';
import { NIGHTS, type IntegrityPartRow } from './integrity-parts.ts';
import { loadReportCompany } from './report-company.ts';
import { FINDINGS_KEPT, checkListParts, type CheckLimits, type ListToCheck, type CheckedList } from './check-list.ts';
import {
  CHECK_NAMES,
  integrityDue,
  integrityKey,
  newIntegrityRow,
  type CheckName,
  type CheckResult,
  type IntegrityFinding,
  type IntegrityRow,
} from './rows.ts';

/** Changes newer than this are checked the next night, when all of them are indexed. */
const LISTED_MS = HOUR_MS;
/** Maximum age of the payments that are compared for orders outside all parts, once the parts cover everything. */
const LOOK_BACK_MS = 30 * DAY_MS;
/** A check of this age means that two nightly runs were missed. */
const OVERDUE_MS = (NIGHTS + 2) * DAY_MS;

/**
 * Checks the books of a company: ledgers against balances, sold seats against issued tickets, counters and discount
 * codes against orders, money against refunds and items, and new payments against their gateway. Reads new and changed
 * rows, rows with faults, and the rows that were read longest ago (integrity-parts.ts). The result is stored for the
 * company; a fault raises an alarm, and so does an outdated check.
 */
export const checkCompany = async (company: string, limits: CheckLimits = {}): Promise<IntegrityRow> => {
  const begunAtMs = nowMs();
  const before = await getRow<IntegrityRow>(integrityKey(company), { consistent: true });
  // Read after `before`: a change to the settings that `before` already records causes no further check, so this check
  // must apply it.
  const owner = await loadReportCompany(company, { consistent: true });
  const zone = owner.time_zone;
  const paymentsSinceMs = before?.paymentsSinceMs ?? 0;
  const issuedSeats: IssuedSeats = new Map();
  const changes = await changesOf(company, before, { begunAtMs, limits });
  const items = await checkListParts(
    {
      company,
      list: 'items',
      query: itemsOf(company),
      paymentsSinceMs,
      check: async (keys) => ({
        ...(await checkItemRows(keys, { issuedSeats, terms: termsOf(owner) })),
        unanswered: 0,
      }),
      suspected: changes.suspected,
      staleBeforeMs: before?.termsChangedAtMs,
    },
    limits,
  );
  const { orders, counters } = await checkOrders(
    {
      company,
      list: 'orders',
      query: ordersOf(company),
      paymentsSinceMs,
      check: (keys, sinceMs) => checkOrderRows(keys, { company, zone, issuedSeats, paymentsSinceMs: sinceMs }),
    },
    { limits, begunAtMs },
  );
  const figures = await checkFigures({ company, zone, after: before?.figuresThrough }, limits);
  const row: IntegrityRow = {
    ...resultOf(company, { begunAtMs, before, items, orders, counters, figures, paymentsSinceMs }),
    changesThrough: changes.through,
    ...(figures.through === undefined ? {} : { figuresThrough: figures.through }),
  };
  await storeResult(row, before?.termsChangedAtMs);
  report(row);
  return row;
};

/** Stores the result. If settings changed during the check, everything is due again, because it used the old ones. */
const storeResult = (row: IntegrityRow, checkedTermsAtMs: number | undefined): Promise<void> =>
  retryOnConflict(
    async () => {
      const { termsChangedAtMs } = (await getRow<IntegrityRow>(row, { consistent: true })) ?? {};
      if (termsChangedAtMs === undefined) return putRow(row, { expression: 'attribute_not_exists(termsChangedAtMs)' });
      const atMs = nowMs();
      const isOutdated = termsChangedAtMs !== checkedTermsAtMs;
      const next: IntegrityRow = {
        ...row,
        termsChangedAtMs: isOutdated ? atMs : termsChangedAtMs,
        ...(isOutdated ? integrityDue(row.company, atMs - DAY_MS) : {}),
      };
      await putRow(next, membersAre({ termsChangedAtMs }));
    },
    (error) => error instanceof ConditionFailed,
  );

/** Checks the items that changed since the last check. The first check reads every item anyway. */
const changesOf = async (
  company: string,
  before: IntegrityRow | undefined,
  { begunAtMs, limits }: { begunAtMs: number; limits: CheckLimits },
): Promise<ChangedItems> => {
  const untilMs = begunAtMs - LISTED_MS;
  if (before?.changesThrough === undefined) return { through: sortable(untilMs), suspected: [] };
  return checkItemChanges(company, { after: before.changesThrough, untilMs, stopAt: limits.stopAt });
};

const NO_COUNTERS: CounterCheckResult = { checkedCounters: 0, checkedCodes: 0, findings: [] };

/**
 * Counters can be checked only after every order was read. Before a fault is reported, every order is read again,
 * without the sums of parts.
 */
const checkOrders = async (
  proof: ListToCheck,
  { limits, begunAtMs }: { limits: CheckLimits; begunAtMs: number },
): Promise<{ orders: CheckedList; counters: CounterCheckResult }> => {
  const orders = await checkListParts(proof, limits);
  if (orders.gaps.length > 0) return { orders, counters: NO_COUNTERS };
  const counters = await checkCounters(proof.company, orders.parts);
  const areNew = orders.parts.every(({ provenAtMs }) => provenAtMs >= begunAtMs);
  if (counters.findings.length === 0 || areNew) return { orders, counters };
  const repeated = await checkListParts(proof, { ...limits, whole: true });
  return repeated.gaps.length > 0
    ? { orders, counters }
    : { orders: repeated, counters: await checkCounters(proof.company, repeated.parts) };
};

interface CheckResults {
  begunAtMs: number;
  before: IntegrityRow | undefined;
  items: CheckedList;
  orders: CheckedList;
  counters: CounterCheckResult;
  figures: FigureCheckResult;
  paymentsSinceMs: number;
}

const resultOf = (company: string, results: CheckResults): IntegrityRow => {
  const { begunAtMs, before, items, orders, counters, figures } = results;
  const parts = [...items.parts, ...orders.parts];
  const isCovered = items.gaps.length === 0 && orders.gaps.length === 0;
  const isDone = items.isDone && orders.isDone;
  const checks = checksOf(results);
  const findings: IntegrityFinding[] = [
    ...parts.flatMap((part) => part.findings),
    ...counters.findings,
    ...figures.findings,
  ];
  // An unfinished first check is reported only if it has found a fault.
  const isReported = isCovered || checks.some(({ faults }) => faults > 0);
  return {
    ...newIntegrityRow(company, isDone ? begunAtMs : begunAtMs - DAY_MS),
    ...(isReported
      ? { checkedAtMs: nowMs(), checks }
      : { checkedAtMs: before?.checkedAtMs ?? null, checks: before?.checks ?? [] }),
    findings: CHECK_NAMES.flatMap((name) => findings.filter(({ check }) => check === name)).slice(0, FINDINGS_KEPT),
    ...(isCovered
      ? { provenSinceMs: Math.min(begunAtMs, ...parts.map(({ provenAtMs }) => provenAtMs)) }
      : { unprovenSinceMs: before?.unprovenSinceMs ?? begunAtMs }),
    paymentsSinceMs: isCovered ? Math.max(results.paymentsSinceMs, begunAtMs - LOOK_BACK_MS) : results.paymentsSinceMs,
  };
};

const checksOf = ({ begunAtMs, items, orders, counters, figures }: CheckResults): CheckResult[] => {
  const sum = (parts: readonly IntegrityPartRow[], of: (part: IntegrityPartRow) => number): number =>
    parts.reduce((total, part) => total + of(part), 0);
  const tonight = orders.parts.filter(({ provenAtMs }) => provenAtMs >= begunAtMs);
  const checked: Record<CheckName, number> = {
    ledger: sum(items.parts, (part) => part.checked),
    seats: sum(orders.parts, ({ lines }) => lines),
    stock: counters.checkedCounters,
    money: sum(orders.parts, (part) => part.checked),
    codes: counters.checkedCodes,
    payments: sum(tonight, ({ payments }) => payments),
    figures: figures.checked,
  };
  return CHECK_NAMES.map((name) => ({
    name,
    checked: checked[name],
    faults:
      sum([...items.parts, ...orders.parts], ({ faults }) => faults[name] ?? 0) +
      [...counters.findings, ...figures.findings].filter(({ check }) => check === name).length,
  }));
};

/** Time since everything was last checked, or since the first check began. */
export const proofAgeMs = ({ provenSinceMs, unprovenSinceMs }: IntegrityRow): number =>
  nowMs() - (provenSinceMs ?? unprovenSinceMs ?? nowMs());

/** Maximum number of wrong days in the log. */
const DIFFERENCES_LOGGED = 10;

const report = (row: IntegrityRow): void => {
  const { company, checks } = row;
  if (checks.some(({ faults }) => faults > 0)) {
    log.error('The books of a company do not agree', {
      alarm: 'integrity_failed',
      company,
      faults: Object.fromEntries(checks.map(({ name, faults }) => [name, faults])),
      figures: row.findings
        .filter(({ check }) => check === 'figures')
        .slice(0, DIFFERENCES_LOGGED)
        .map(({ subject: day, difference = 0 }) => ({ day, difference })),
    });
  }
  if (proofAgeMs(row) > OVERDUE_MS) {
    log.error('The books of a company have not had a complete check for too long', {
      alarm: 'integrity_overdue',
      company,
      hours: Math.floor(proofAgeMs(row) / HOUR_MS),
    });
  }
};

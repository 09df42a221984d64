import { nowMs } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { getRow, putRow } from '../../storage/table.ts';
import { checkItems } from './check-items.ts';
import { checkOrders } from './check-orders.ts';
import { integrityKey, newIntegrityRow, type CheckResult, type Finding, type IntegrityRow } from './rows.ts';

/** Faults that are kept and shown; their number is kept whatever it is. */
const FINDINGS_KEPT = 50;

/**
 * Proves the books of a company: ledgers against balances, seats sold against tickets issued, counters and discount
 * codes against orders, money against refunds and items, and new payments against their gateway. The result is kept for the company to read; a fault raises an alarm.
 */
export const checkCompany = async (company: string): Promise<IntegrityRow> => {
  const begunAtMs = nowMs();
  const paymentsSinceMs = await paymentsSince(company);
  const items = await checkItems(company);
  const orders = await checkOrders(company, { issuedSeats: items.issuedSeats, paymentsSinceMs });
  const checks: CheckResult[] = [
    { name: 'ledger', checked: items.checked, faults: items.findings.length },
    { name: 'seats', checked: orders.checkedLines, faults: orders.seats.length },
    { name: 'stock', checked: orders.checkedCounters, faults: orders.stock.length },
    { name: 'money', checked: orders.checkedOrders, faults: orders.money.length },
    { name: 'codes', checked: orders.checkedCodes, faults: orders.codes.length },
    { name: 'payments', checked: orders.checkedPayments, faults: orders.payments.length },
  ];
  const findings: Finding[] = [
    ...items.findings,
    ...orders.seats,
    ...orders.stock,
    ...orders.money,
    ...orders.codes,
    ...orders.payments,
  ];
  const checkedAtMs = nowMs();
  const row: IntegrityRow = {
    ...newIntegrityRow(company, checkedAtMs),
    checkedAtMs,
    paymentsSinceMs: nextPaymentsSince(paymentsSinceMs, begunAtMs, orders.unansweredPayments),
    checks,
    findings: findings.slice(0, FINDINGS_KEPT),
  };
  await putRow(row);
  if (findings.length > 0) {
    log.error('The books of a company do not agree', {
      alarm: 'integrity_failed',
      company,
      faults: Object.fromEntries(checks.map(({ name, faults }) => [name, faults])),
    });
  }
  return row;
};

/** How long a payment must have rested before a check to be left out of the next one. */
const SETTLED_MS = 48 * 3600 * 1000;
/** A gateway that never answers for one payment must not make every later night compare all of them. */
const LOOK_BACK_MS = 30 * 24 * 3600 * 1000;

/** Since when payments are compared: a night that failed, or was never run, does not take its days out of the next. */
const paymentsSince = async (company: string): Promise<number> =>
  (await getRow<IntegrityRow>(integrityKey(company), { consistent: true }))?.paymentsSinceMs ?? 0;

/** Where the next comparison begins: where this one did while a gateway owes an answer. */
const nextPaymentsSince = (sinceMs: number, begunAtMs: number, unanswered: number): number =>
  unanswered === 0 ? begunAtMs - SETTLED_MS : Math.max(sinceMs, begunAtMs - LOOK_BACK_MS);

import { nowMs } from '../../platform/clock.ts';
import { log } from '../../platform/log.ts';
import { putRow } from '../../storage/table.ts';
import { checkItems } from './check-items.ts';
import { checkOrders } from './check-orders.ts';
import { newIntegrityRow, type CheckResult, type Finding, type IntegrityRow } from './rows.ts';

/** Faults that are kept and shown; their number is kept whatever it is. */
const FINDINGS_KEPT = 50;

/**
 * Proves the books of a company: ledgers against balances, seats sold against tickets issued, counters and discount
 * codes against orders, money against refunds and items, and new payments against their gateway. The result is kept for the company to read; a fault raises an alarm.
 */
export const checkCompany = async (company: string): Promise<IntegrityRow> => {
  const items = await checkItems(company);
  const orders = await checkOrders(company, items.issuedSeats);
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

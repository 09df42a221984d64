import { ABSENT, type Key, type Row } from '../../../storage/table.ts';
import type { Write } from '../../../storage/transactions.ts';

/** Marks an external reference as used, because it can settle only one order of a company. */
interface SettlementRow extends Row {
  type: 'settlement';
  orderId: string;
}

export const settlementKey = (company: string, reference: string): Key => ({
  pk: `SETTLEMENT#${company}#${reference}`,
  sk: 'settlement',
});

export const SETTLEMENT_WRITE = 'settlement';

export const settlementWrite = (company: string, reference: string, orderId: string): Write => {
  const row: SettlementRow = { ...settlementKey(company, reference), type: 'settlement', v: 1, orderId };
  return { put: row, condition: ABSENT, name: SETTLEMENT_WRITE };
};

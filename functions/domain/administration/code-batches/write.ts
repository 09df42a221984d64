import { ABSENT, getRows, type Key } from '../../../storage/table.ts';
import { transact, TransactionRefused, type Write } from '../../../storage/transactions.ts';
import {
  addToCountsWrite,
  dormantCodeKey,
  dormantCodeRow,
  type DormantCodeRow,
} from '../../catalog/products/campaigns/rows.ts';
import { discountCodeKey, type DiscountCodeRow } from '../../catalog/products/rows.ts';
import { discountRow } from '../operator-data/rows.ts';
import type { PlacedCode } from './codes.ts';
import type { CodeBatchRow } from './rows.ts';

/** Maximum codes in one transaction. Leaves room for the batch, the recorded reply, the counts and the audit entry. */
export const CODES_PER_TRANSACTION = 80;

export const codeKey = ({ company, purpose }: CodeBatchRow, code: string): Key =>
  'campaignId' in purpose ? dormantCodeKey(company, code) : discountCodeKey(company, code);

const rowOf = (batch: CodeBatchRow, { code, place }: PlacedCode): CodeRow => {
  const { company, id, purpose } = batch;
  const mark = { batch: { id, place } };
  return 'campaignId' in purpose
    ? { ...dormantCodeRow(company, code, purpose.campaignId), ...mark }
    : { ...discountRow({ ...purpose.discount, company, code }), ...mark };
};

/** Writes that create codes, and count those of a campaign. They fail if a code exists already. */
export const codeWrites = (batch: CodeBatchRow, codes: readonly PlacedCode[]): Write[] => {
  const puts = codes.map((code): Write => ({ put: rowOf(batch, code), condition: ABSENT }));
  const { company, purpose } = batch;
  return 'campaignId' in purpose && codes.length > 0
    ? [...puts, addToCountsWrite(company, purpose.campaignId, { codes: codes.length })]
    : puts;
};

type CodeRow = DormantCodeRow | DiscountCodeRow;

const isOwn = (batch: CodeBatchRow, { place }: PlacedCode, { batch: mark }: CodeRow): boolean =>
  mark?.id === batch.id && mark.place === place;

/**
 * Creates codes that fit into one transaction. Idempotent. Returns the positions whose codes already exist but do not
 * belong to this batch.
 */
export const createCodes = async (batch: CodeBatchRow, codes: readonly PlacedCode[]): Promise<number[]> => {
  let missing = codes;
  const lost: number[] = [];
  while (missing.length > 0) {
    try {
      await transact(codeWrites(batch, missing));
      return lost;
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
    }
    const rows = await getRows(
      missing.map(({ code }) => codeKey(batch, code)),
      { consistent: true },
    );
    missing = missing.filter((each) => {
      const row = rows.get<CodeRow>(codeKey(batch, each.code));
      if (row && !isOwn(batch, each, row)) lost.push(each.place);
      return row === undefined;
    });
  }
  return lost;
};

import { ordering } from '../../../platform/messages/ordering.ts';
import { isWithin } from '../../catalog/products/campaigns.ts';
import type { DiscountCodeRow } from '../../catalog/products/rows.ts';
import type { Family } from '../../catalog/products/ids.ts';
import type { Faults } from '../../catalog/products/faults.ts';

/** A code as sent, with its row, if any. */
export interface SentCode {
  sent: string;
  row: DiscountCodeRow | undefined;
}

export interface AppliedDiscount {
  /** As sent. */
  code: string;
  percent: number;
  appliesTo: 'goods' | 'shipping';
}

const FIELD = 'discount_code';

const isUsableCode = (row: DiscountCodeRow, nowMs: number): boolean =>
  row.enabled &&
  row.deletedAtMs === undefined &&
  isWithin({ from: row.opens_at, until: row.closes_at }, nowMs) &&
  (row.max_uses === null || row.uses < row.max_uses);

/** One error for unknown, deleted, disabled, future, expired and used-up codes. */
export const CODE_NOT_FOUND = ordering('discount_code_unknown');

/**
 * Discount of a code on an order (lib/reference/pricing.md#discount-codes). Codes apply only to gift cards and
 * experiences.
 */
export const resolveDiscount = (
  input: { code: SentCode | undefined; family: Family | undefined; posted: boolean; nowMs: number },
  faults: Faults,
): AppliedDiscount | null => {
  const { code, family } = input;
  if (!code) return null;
  if (!code.row || !isUsableCode(code.row, input.nowMs)) {
    faults.add(FIELD, CODE_NOT_FOUND, 'discount_code_not_found');
    return null;
  }
  const { percent, applies_to: appliesTo } = code.row;
  if (family === 'event_ticket' || family === 'special_offer') {
    faults.add(FIELD, ordering('discount_code_not_applicable'), 'discount_code_not_applicable');
  } else if (appliesTo === 'shipping' && !input.posted) {
    faults.add(FIELD, ordering('discount_code_for_postage'), 'discount_code_not_applicable');
  }
  return { code: code.sent, percent, appliesTo };
};

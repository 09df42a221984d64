import { foldCode } from '../../codes/rules.ts';
import type { Key, Row } from '../../../../storage/table.ts';

/** A code that becomes an item when it is activated. */
export interface DormantCodeRow extends Row {
  type: 'campaign-code';
  company: string;
  code: string;
  campaignId: number;
}

/** Codes match as `foldCode` compares them. */
export const dormantCodeKey = (company: string, code: string): Key => ({
  pk: `CAMPAIGNCODE#${company}#${foldCode(code)}`,
  sk: 'code',
});

export const dormantCodeRow = (company: string, code: string, campaignId: number): DormantCodeRow => ({
  ...dormantCodeKey(company, code),
  type: 'campaign-code',
  v: 1,
  company,
  code,
  campaignId,
});

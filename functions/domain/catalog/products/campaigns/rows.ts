import { normalizeCode } from '../../codes/rules.ts';
import type { Key, Row } from '../../../../storage/table.ts';
import { rowUpdate } from '../../../../storage/row-update.ts';
import type { Write } from '../../../../storage/transactions.ts';

/** A code that becomes an item when it is activated. */
export interface DormantCodeRow extends Row {
  type: 'campaign-code';
  company: string;
  code: string;
  campaignId: number;
  /** Its batch of codes, and its position there, from 0. */
  batch?: { id: string; place: number };
}

/** Codes with the same form after `normalizeCode` have the same key. */
export const dormantCodeKey = (company: string, code: string): Key => ({
  pk: `CAMPAIGNCODE#${company}#${normalizeCode(code)}`,
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

/**
 * A shard of the counts of a campaign. Concurrent activations usually change different shards. The sum of all shards is
 * exact.
 */
export interface CampaignCountsRow extends Row {
  type: 'campaign-counts';
  company: string;
  campaignId: number;
  codes?: number;
  activated?: number;
}

const SHARES = 8;
const ID_DIGITS = 16;

const countsPrefix = (campaignId: number): string => `counts#${String(campaignId).padStart(ID_DIGITS, '0')}#`;
const countsPartition = (company: string): string => `CAMPAIGNS#${company}`;

/** The counts of campaigns with ids in a range. */
export const countsBetween = (company: string, range: { from: number; to: number }) => ({
  partition: countsPartition(company),
  from: countsPrefix(range.from),
  to: `${countsPrefix(range.to)}~`,
});

/** Adds to the counts of a campaign, in the transaction that creates or activates its codes. */
export const addToCountsWrite = (
  company: string,
  campaignId: number,
  add: { codes?: number; activated?: number },
): Write => ({
  update: rowUpdate({
    key: { pk: countsPartition(company), sk: `${countsPrefix(campaignId)}${Math.floor(Math.random() * SHARES)}` },
    set: { type: 'campaign-counts', v: 1, company, campaignId },
    add,
  }),
});

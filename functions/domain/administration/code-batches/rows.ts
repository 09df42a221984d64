import { chunksOf } from '../../../platform/chunks.ts';
import type { Key, Row } from '../../../storage/table.ts';
import { sortable } from '../../../storage/sortable.ts';
import type { DiscountCode } from '../../company/settings/campaign-schema.ts';

/** Purpose of a batch. */
export type BatchPurpose =
  | { campaignId: number }
  /** Single-use discount codes of one kind. */
  | { discount: Omit<DiscountCode, 'company' | 'code'> };

/** Source of the codes of a batch: derived from a seed, or listed in their own rows. */
type CodeSource = { seed: string; prefix: string } | { listed: true };

/**
 * A batch of codes. The row is written first, then the codes in order. Writes of codes are idempotent, so that another
 * run can continue an interrupted one.
 */
export interface CodeBatchRow extends Row {
  type: 'code-batch';
  company: string;
  /** `cb_` + 32 hex */
  id: string;
  purpose: BatchPurpose;
  source: CodeSource;
  /** Number of requested codes. */
  total: number;
  status: 'running' | 'finished';
  /** Codes at all positions before this one have been created. */
  next: number;
  /** Positions whose code exists already, but not from this batch. */
  lost: readonly number[];
  /** Number of runs that reached their time limit. */
  turn: number;
  createdAtMs: number;
}

export const codeBatchKey = (company: string, id: string): Key => ({ pk: `CODEBATCH#${company}#${id}`, sk: 'batch' });

const ownerOf = (purpose: BatchPurpose): string =>
  'campaignId' in purpose ? `campaign-${purpose.campaignId}` : 'discount';

/** Batches of a campaign, or of discount codes, by time. */
export const codeBatchesOf = (company: string, purpose: { campaignId: number } | 'discount') =>
  ({
    index: 'ix1',
    partition: `${company}#code-batches#${purpose === 'discount' ? purpose : ownerOf(purpose)}`,
  }) as const;

export const codeBatchRow = (row: Omit<CodeBatchRow, keyof Row | 'type'>): CodeBatchRow => ({
  ...codeBatchKey(row.company, row.id),
  ix1pk: `${row.company}#code-batches#${ownerOf(row.purpose)}`,
  ix1sk: `${sortable(row.createdAtMs)}#${row.id}`,
  type: 'code-batch',
  v: 1,
  ...row,
});

/** Part of the codes listed in the request, in order. */
export interface ListedCodesRow extends Row {
  type: 'listed-codes';
  codes: readonly string[];
}

/** A code has at most 500 characters, and a row 400 KB. */
const CODES_PER_ROW = 100;
const PLACE_DIGITS = 6;

export const listedCodesKey = (company: string, id: string, place: number): Key => ({
  pk: codeBatchKey(company, id).pk,
  sk: `codes#${String(Math.floor(place / CODES_PER_ROW)).padStart(PLACE_DIGITS, '0')}`,
});

export const listedCodesRows = (company: string, id: string, codes: readonly string[]): ListedCodesRow[] =>
  chunksOf(codes, CODES_PER_ROW).map((ofRow, at) => ({
    ...listedCodesKey(company, id, at * CODES_PER_ROW),
    type: 'listed-codes',
    v: 1,
    codes: ofRow,
  }));

/** Position of the first code in the row that contains a given position. */
export const firstOfRow = (place: number): number => place - (place % CODES_PER_ROW);

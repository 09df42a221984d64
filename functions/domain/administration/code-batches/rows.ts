import type { Key, Row } from '../../../storage/table.ts';
import { sortable } from '../../../storage/sortable.ts';
import type { DiscountCode } from '../../company/settings/campaign-schema.ts';

/** What the codes of a batch are for. */
export type BatchPurpose =
  | { campaignId: number }
  /** Single-use discount codes of one kind. */
  | { discount: Omit<DiscountCode, 'company' | 'code'> };

/** Where the codes of a batch come from: they follow from a seed, or are listed in rows of their own. */
export type CodeSource = { seed: string; prefix: string } | { listed: true };

/**
 * Codes that were asked for together. The row is written first; the codes follow in the order of their places, and every write of
 * one can be repeated, so that a run that was interrupted continues.
 */
export interface CodeBatchRow extends Row {
  type: 'code-batch';
  company: string;
  /** `cb_` + 32 hex */
  id: string;
  purpose: BatchPurpose;
  source: CodeSource;
  /** How many codes were asked for. */
  total: number;
  status: 'running' | 'finished';
  /** Codes of all places before this one have been created. */
  next: number;
  /** Places whose code had been taken by another request by the time it was to be created. */
  lost: readonly number[];
  /** How often a worker handed the rest over because its time was up. */
  turn: number;
  createdAtMs: number;
}

export const codeBatchKey = (company: string, id: string): Key => ({ pk: `CODEBATCH#${company}#${id}`, sk: 'batch' });

const ownerOf = (purpose: BatchPurpose): string =>
  'campaignId' in purpose ? `campaign-${purpose.campaignId}` : 'discount';

/** Batches of a campaign, or of discount codes, by moment. */
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

/** Some of the codes that were listed by the request, in their order. */
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
  Array.from({ length: Math.ceil(codes.length / CODES_PER_ROW) }, (_, at) => ({
    ...listedCodesKey(company, id, at * CODES_PER_ROW),
    type: 'listed-codes',
    v: 1,
    codes: codes.slice(at * CODES_PER_ROW, (at + 1) * CODES_PER_ROW),
  }));

/** The place of the first code of the row that holds a place. */
export const firstOfRow = (place: number): number => place - (place % CODES_PER_ROW);

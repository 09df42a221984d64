import * as z from 'zod/mini';
import { rowCodec } from '../../../storage/row-codec.ts';
import type { VersionedRow } from '../../../storage/change-row.ts';
import type { Key, Row } from '../../../storage/table.ts';
import {
  DRAFT_STATUSES,
  PUBLISHER_TYPES,
  type DraftStatus,
  type PageEdits,
  type PageValues,
  type Publisher,
} from './schema.ts';

/**
 * The live page of a company. Every change to the page, or to its number of drafts, writes this row, so that changes
 * are serialized. The tag of the page is derived only from `revisionId`.
 */
export interface OrderPageRow extends VersionedRow {
  type: 'order-page';
  company: string;
  /** Number of the newest revision; 0 before the first. */
  revision: number;
  revisionId: string | null;
  values: PageValues;
  /** Number of open drafts. */
  openDrafts: number;
  updatedAtMs: number | null;
  /** Whether a revision has ever opened the page. From then on, it is public and shows a notice while it is closed. */
  wasOpen?: boolean;
  /** Hash of the last import. An import of the same values changes nothing. */
  imported?: string;
}

export interface DraftRow extends VersionedRow {
  type: 'order-page-draft';
  id: string;
  company: string;
  /** Number of the base revision. */
  baseRevision: number;
  /** The draft's changes to the live page. */
  edits: PageEdits;
  note: string | null;
  status: DraftStatus;
  createdAtMs: number;
  updatedAtMs: number;
  /** Seconds since the epoch after which a closed draft may be deleted. */
  ttl?: number;
}

/** A revision, with its time and author; its values are in a separate row, because lists do not need them. */
export interface RevisionRow extends Row {
  type: 'order-page-revision';
  id: string;
  company: string;
  number: number;
  changed: string[];
  note: string | null;
  publishedAtMs: number;
  publishedBy: Publisher;
  restoredFrom: string | null;
}

interface RevisionValuesRow extends Row {
  type: 'order-page-values';
  values: PageValues;
}

const partition = (company: string): string => `ORDERPAGE#${company}`;
const NUMBER_DIGITS = 10;
const padNumber = (number: number): string => String(number).padStart(NUMBER_DIGITS, '0');

export const pageKey = (company: string): Key => ({ pk: partition(company), sk: 'page' });
export const draftKey = (company: string, id: string): Key => ({ pk: partition(company), sk: `draft#${id}` });
/** Key of a closed draft. A draft moves to this key when it is closed, so that lists of open drafts do not read it. */
export const closedDraftKey = (company: string, id: string): Key => ({
  pk: partition(company),
  sk: `closed-draft#${id}`,
});
export const openDraftsOf = (company: string) => ({ partition: partition(company), prefix: 'draft#' });
export const revisionKey = (company: string, number: number): Key => ({
  pk: partition(company),
  sk: `revision#${padNumber(number)}`,
});
export const revisionValuesKey = (company: string, number: number): Key => ({
  pk: partition(company),
  sk: `values#${padNumber(number)}`,
});
export const revisionsOf = (company: string) => ({ partition: partition(company), prefix: 'revision#' });

const record = z.record(z.string(), z.unknown());
const count = z.int().check(z.gte(0));

export const pageCodec = rowCodec<OrderPageRow>({
  type: 'order-page',
  version: 1,
  shape: () =>
    z.looseObject({
      company: z.string(),
      revision: count,
      revisionId: z.nullable(z.string()),
      values: record,
      openDrafts: count,
      updatedAtMs: z.nullable(z.number()),
      wasOpen: z.optional(z.boolean()),
      imported: z.optional(z.string()),
    }),
});

export const draftCodec = rowCodec<DraftRow>({
  type: 'order-page-draft',
  version: 1,
  shape: () =>
    z.looseObject({
      id: z.string(),
      company: z.string(),
      baseRevision: count,
      edits: record,
      note: z.nullable(z.string()),
      status: z.enum(DRAFT_STATUSES),
      createdAtMs: z.number(),
      updatedAtMs: z.number(),
    }),
});

export const revisionCodec = rowCodec<RevisionRow>({
  type: 'order-page-revision',
  version: 1,
  shape: () =>
    z.looseObject({
      id: z.string(),
      company: z.string(),
      number: count,
      changed: z.array(z.string()),
      note: z.nullable(z.string()),
      publishedAtMs: z.number(),
      publishedBy: z.object({ type: z.enum(PUBLISHER_TYPES), label: z.string() }),
      restoredFrom: z.nullable(z.string()),
    }),
});

export const revisionValuesCodec = rowCodec<RevisionValuesRow>({
  type: 'order-page-values',
  version: 1,
  shape: () => z.looseObject({ values: record }),
});

/** The page of a company that has never changed it. */
export const untouchedPage = (company: string): OrderPageRow =>
  pageCodec.write({
    ...pageKey(company),
    version: 0,
    company,
    revision: 0,
    revisionId: null,
    values: {},
    openDrafts: 0,
    updatedAtMs: null,
  });

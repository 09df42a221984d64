import * as z from 'zod/mini';
import type { PageSize, TemplatePlace } from '../../../adapters/pdf/template.ts';
import { versionUnchanged } from '../../../storage/conditions.ts';
import { rowCodec } from '../../../storage/row-codec.ts';
import type { Key, Row } from '../../../storage/table.ts';
import type { VersionedRow } from '../../../storage/change-row.ts';
import type { ProductType } from '../../company/settings/template-fields.ts';
import { TransactionRefused, type Write } from '../../../storage/transactions.ts';
import { sortable } from '../../../storage/sortable.ts';

/**
 * A template from upload slot to retirement. Only the row of the company stores which template is active, so that there
 * is always exactly one for each product type.
 */
export interface TemplateRow extends VersionedRow {
  type: 'pdf-template';
  /** `pdft_` + 32 hex; shared by the slot and its template. */
  id: string;
  company: string;
  kind: 'uploaded' | 'default';
  state: 'slot' | 'ready' | 'retired';
  name: string;
  productType: ProductType | null;
  /** Version of the appearance of its cards, from 1. Renaming does not change it. */
  look: number;
  /** Hash and size that the client declared for the upload. */
  declared?: { sha256: string; byteSize: number };
  closesAtMs?: number;
  pages: PageSize[];
  /** Placements of the form fields of the file. */
  formPlaces: TemplatePlace[];
  /** Placements that the caller sent; they take precedence. */
  layout: TemplatePlace[] | null;
  /** Hash of the stored file. */
  sha256: string;
  byteSize: number;
  /** Keys of the file and of its places (bucket `documents`). */
  object: string;
  places: string;
  createdAtMs: number;
  activatedAtMs: number | null;
}

export const templateKey = (company: string, id: string): Key => ({
  pk: `PDFTEMPLATE#${company}#${id}`,
  sk: 'template',
});

/** A template without a file yet. */
export const newSlot = (company: string, id: string, createdAtMs: number): TemplateRow =>
  templateCodec.write({
    ...templateKey(company, id),
    id,
    company,
    kind: 'uploaded',
    state: 'slot',
    name: '',
    productType: null,
    look: 1,
    pages: [],
    formPlaces: [],
    layout: null,
    sha256: '',
    byteSize: 0,
    object: '',
    places: '',
    createdAtMs,
    activatedAtMs: null,
    version: 1,
  });

/** Templates of a company by creation time. */
export const templatesOf = (company: string) => ({ index: 'ix1', partition: `${company}#pdf-templates` }) as const;

const place = z.looseObject({
  field: z.string(),
  page: z.number(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
});

export const templateCodec = rowCodec<TemplateRow>({
  type: 'pdf-template',
  version: 1,
  shape: () =>
    z.looseObject({
      id: z.string(),
      company: z.string(),
      kind: z.enum(['uploaded', 'default']),
      state: z.enum(['slot', 'ready', 'retired']),
      name: z.string(),
      productType: z.nullable(z.string()),
      look: z.number(),
      pages: z.array(z.strictObject({ width: z.number(), height: z.number() })),
      formPlaces: z.array(place),
      layout: z.nullable(z.array(place)),
      sha256: z.string(),
      byteSize: z.number(),
      object: z.string(),
      places: z.string(),
      createdAtMs: z.number(),
      activatedAtMs: z.nullable(z.number()),
    }),
  indexes: ({ company, id, state, createdAtMs }) =>
    state === 'ready' ? { ix1pk: templatesOf(company).partition, ix1sk: `${sortable(createdAtMs)}#${id}` } : {},
});

/** Previously active templates, by slot, the newest last; `default` is the default template. */
export interface TemplateHistoryRow extends Row {
  type: 'pdf-template-history';
  slots: Record<string, string[]>;
}

export const historyKey = (company: string): Key => ({ pk: `PDFTEMPLATES#${company}`, sk: 'history' });

export const historyCodec = rowCodec<TemplateHistoryRow>({
  type: 'pdf-template-history',
  version: 1,
  shape: () => z.looseObject({ slots: z.record(z.string(), z.array(z.string())) }),
});

/** Object keys of a template's files (bucket `documents`): new for each attempt. */
export const templateFile = (company: string, id: string, attempt: string): string =>
  `templates/${company}/${id}/${attempt}.pdf`;

/**
 * Object key of the placements of a template, next to its file. Cards are rendered from these two objects, without a
 * read of the table. Each attempt has its own key, so that a failed attempt leaves the placements of other attempts
 * unchanged.
 */
export const placesFile = (file: string, attempt: string): string => file.replace(/\.pdf$/, `-${attempt}.json`);

export const templateUpload = (company: string, id: string): string => `uploads/templates/${company}/${id}`;

/** Writes a changed template; requires the version that was read. */
export const templateWrite = (before: TemplateRow, after: TemplateRow): Write => ({
  name: 'template',
  put: after,
  condition: versionUnchanged(before),
});

/** Whether a concurrent change to the template, or to the active one, was committed first. */
export const isLostRace = (error: unknown): boolean =>
  error instanceof TransactionRefused &&
  ['company', 'template', 'history'].some((name) => error.failed(name) !== undefined);

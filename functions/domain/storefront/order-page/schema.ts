import * as z from 'zod/mini';
import { lazy } from '../../../platform/lazy.ts';
import { namedMembers } from '../../../platform/named-members.ts';
import type { PageLanguage } from '../../../platform/page-languages.ts';
import { lengthBetween } from '../../../platform/length-between.ts';

export const FIELD_TYPES = [
  'text',
  'rich_text',
  'boolean',
  'integer',
  'color',
  'choice',
  'list',
  'url',
  'email',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

export const DRAFT_STATUSES = ['open', 'published', 'discarded'] as const;
export type DraftStatus = (typeof DRAFT_STATUSES)[number];

export const PUBLISHER_TYPES = ['api_key', 'user', 'operator'] as const;
/** Author of a revision: a key by its label, a person, or an operator's data file. */
export interface Publisher {
  type: (typeof PUBLISHER_TYPES)[number];
  label: string;
}

/** Texts by language; a language may have none. */
export type Texts = Partial<Record<PageLanguage, string>>;

/** The values that a company has set, by path. Other fields have their default. */
export type PageValues = Record<string, unknown>;

/**
 * A change of values. Null restores the default of a field or of one language. Languages that are absent from the
 * change are unchanged; everything else is replaced.
 */
export type PageEdits = Record<string, unknown>;

const NOTE_MAX = 500;

const values = lazy(() => namedMembers(z.unknown()));
const note = lazy(() => z.nullable(z.string().check(lengthBetween(0, NOTE_MAX))));

/** Body of PATCH /v2/order-page. The values are checked against the company's catalog of fields. */
export const patchPageBody = lazy(() => z.strictObject({ values: values() }));

export const createDraftBody = lazy(() =>
  z.strictObject({
    /** `opr_` id of the draft's base revision; default: the newest revision. */
    from_revision: z.optional(z.nullable(z.string())),
    values: z.optional(values()),
    note: z.optional(note()),
  }),
);

export const updateDraftBody = lazy(() => z.strictObject({ values: z.optional(values()), note: z.optional(note()) }));

export type CreateDraftBody = z.output<ReturnType<typeof createDraftBody>>;
export type UpdateDraftBody = z.output<ReturnType<typeof updateDraftBody>>;

/** `lang`: returns texts in that language instead of in all languages. */
export const languageQuery = lazy(() => z.object({ lang: z.optional(z.string()) }));

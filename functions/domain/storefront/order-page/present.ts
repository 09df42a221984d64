import { timestampOrNull, toTimestamp } from '../../../platform/clock.ts';
import { config } from '../../../platform/config.ts';
import { strongTag } from '../../../platform/preconditions.ts';
import type { PageFieldDefinition } from './fields.ts';
import { ownLanguage, pageLanguageOf, textIn } from './languages.ts';
import type { DraftRow, OrderPageRow, RevisionRow } from './rows.ts';
import { applyEdits, ignoredPaths, isTexts, valuesThatCount, withEveryLanguage } from './rules.ts';
import type { PageValues, Texts } from './schema.ts';
import { PAGE_LANGUAGES, type PageLanguage } from '../../../platform/page-languages.ts';

/** Entity tag of the live page, derived from its newest revision. */
export const pageTag = (page: Pick<OrderPageRow, 'company' | 'revisionId'>): string =>
  strongTag('order-page', page.company, page.revisionId ?? '');

/**
 * Entity tag of a draft. It also changes with the live page, so that no one overwrites changes that they have not seen.
 */
export const draftTag = (draft: Pick<DraftRow, 'id' | 'version'>, page: Pick<OrderPageRow, 'revisionId'>): string =>
  strongTag('order-page-draft', draft.id, draft.version, page.revisionId ?? '');

const pageUrl = (company: string): string => `${config.baseUrl()}/shop/${company}`;

/** Language selection of a response: the fields of the page, and the requested language. */
interface LanguageChoice {
  fields: readonly PageFieldDefinition[];
  lang: string | undefined;
}

/**
 * Texts in the order of the languages: DynamoDB returns members in any order, but responses with the same tag must have
 * the same bytes.
 */
const inLanguageOrder = (value: unknown): unknown =>
  isTexts(value)
    ? Object.fromEntries(PAGE_LANGUAGES.flatMap((language) => (language in value ? [[language, value[language]]] : [])))
    : value;

/** Values in a response: texts in every language, or in the requested one. */
const presentValues = (values: PageValues, { fields, lang }: LanguageChoice): PageValues => {
  if (lang === undefined)
    return Object.fromEntries(Object.entries(values).map(([path, value]) => [path, inLanguageOrder(value)]));
  const byDefault = values['default_language'] as PageLanguage;
  const language = pageLanguageOf(lang) ?? byDefault;
  const localized = new Set<string>(fields.filter((field) => field.localized).map(({ path }) => path));
  return Object.fromEntries(
    Object.entries(values).map(([path, value]) => [
      path,
      localized.has(path) ? (textIn(value as Texts, language, byDefault)?.text ?? '') : value,
    ]),
  );
};

const presentCounted = (values: PageValues, choice: LanguageChoice): PageValues =>
  presentValues(valuesThatCount(choice.fields, values), choice);

/** GET /v2/order-page. */
export const presentPage = (page: OrderPageRow, choice: LanguageChoice) => ({
  object: 'order_page' as const,
  url: pageUrl(page.company),
  revision: page.revision,
  values: presentCounted(page.values, choice),
  ignored: ignoredPaths(choice.fields, page.values),
  etag: pageTag(page),
  updated_at: timestampOrNull(page.updatedAtMs),
});

/** A draft with the resulting values of the page. */
export const presentDraft = (draft: DraftRow, page: OrderPageRow, choice: LanguageChoice) => ({
  id: draft.id,
  object: 'order_page_draft' as const,
  base_revision: draft.baseRevision,
  values: presentCounted(applyEdits(page.values, draft.edits), choice),
  note: draft.note,
  status: draft.status,
  etag: draftTag(draft, page),
  created_at: toTimestamp(draft.createdAtMs),
  updated_at: toTimestamp(draft.updatedAtMs),
});

/** A revision without its values, for lists. */
export const presentRevision = (revision: RevisionRow) => ({
  id: revision.id,
  object: 'order_page_revision' as const,
  number: revision.number,
  changed: revision.changed,
  note: revision.note,
  published_at: toTimestamp(revision.publishedAtMs),
  published_by: { type: revision.publishedBy.type, label: revision.publishedBy.label },
  restored_from: revision.restoredFrom,
});

const byPath = (values: PageValues): PageValues =>
  Object.fromEntries(Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** A revision with its values, including those that the current fields do not support. */
export const presentWholeRevision = (revision: RevisionRow, values: PageValues, choice: LanguageChoice) => ({
  ...presentRevision(revision),
  values: presentValues(
    withEveryLanguage(choice.fields, { ...valuesThatCount(choice.fields, {}), ...byPath(values) }),
    choice,
  ),
});

/** The catalog of fields, with labels in a language. */
export const presentSchema = (
  fields: readonly PageFieldDefinition[],
  choice: { lang: string | undefined; companyLanguage: string },
  textsOf: (language: PageLanguage) => { fields: Readonly<Record<string, readonly [string, string]>> },
) => {
  const language = pageLanguageOf(choice.lang) ?? ownLanguage(choice.companyLanguage);
  const texts = textsOf(language);
  return {
    object: 'order_page_schema' as const,
    version: schemaVersion(fields),
    languages: [...pageLanguages(fields)],
    fields: fields.map((field) => {
      const [label = '', description = ''] = texts.fields[field.path] ?? [];
      const byDefault =
        field.localized && choice.lang !== undefined
          ? (textIn(field.default as Texts, language, language)?.text ?? '')
          : field.default;
      return {
        path: field.path,
        type: field.type,
        localized: field.localized,
        required: field.required,
        default: byDefault,
        ...(field.maxLength === undefined ? {} : { max_length: field.maxLength }),
        ...(field.choices ? { choices: [...field.choices] } : {}),
        ...(field.items ? { items: field.items } : {}),
        group: field.group,
        label,
        description,
      };
    }),
  };
};

const pageLanguages = (fields: readonly PageFieldDefinition[]): readonly string[] =>
  fields.find(({ path }) => path === 'default_language')?.choices ?? [];

/** Version of the schema. It changes with any field, such as with its accepted values or its default. */
const schemaVersion = (fields: readonly PageFieldDefinition[]): string =>
  strongTag('order-page-schema', JSON.stringify(fields)).slice(1, -1);

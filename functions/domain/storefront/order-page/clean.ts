import type { Text } from '../../../platform/messages/message.ts';
import { pages } from '../../../platform/messages/pages.ts';
import { invalid, invalidFields, type FieldErrors } from '../../../platform/errors.ts';
import type { PageFieldDefinition } from './fields.ts';
import { acceptEdits, applyEdits, defaultLanguageFault } from './rules.ts';
import type { PageEdits, PageValues } from './schema.ts';

/** Every view of the page reads the values, which are in one row, so their size is limited. */
const VALUES_MAX_BYTES = 120_000;

/** The sanitizer; loaded only for markup, because of its size. */
const cleaner = async (): Promise<(html: string) => string> =>
  (await import('../../company/settings/sanitize.ts')).cleanHtml;

/** Sanitizes the markup of every rich text in every language; the limits apply to the result. */
const withCleanMarkup = async (fields: readonly PageFieldDefinition[], edits: PageEdits): Promise<PageEdits> => {
  const rich = new Set<string>(fields.filter(({ type }) => type === 'rich_text').map(({ path }) => path));
  const richTexts = Object.entries(edits).filter(([path, edit]) => rich.has(path) && edit !== null);
  if (richTexts.length === 0) return edits;
  const clean = await cleaner();
  const cleaned = richTexts.map(([path, edit]): [string, unknown] => [path, cleanTexts(edit, clean)]);
  return { ...edits, ...Object.fromEntries(cleaned) };
};

const cleanTexts = (edit: unknown, clean: (html: string) => string): unknown =>
  typeof edit !== 'object' || edit === null || Array.isArray(edit)
    ? edit
    : Object.fromEntries(
        Object.entries(edit).map(([language, text]: [string, unknown]) => [
          language,
          typeof text === 'string' ? clean(text) : text,
        ]),
      );

/** Throws 422 on `values` when they are too large. */
export const assertFits = (values: PageValues): void => {
  const fault = sizeFault(values);
  if (fault !== undefined) throw invalid('values', fault);
};

/** The fault of the size of all values together. */
export const sizeFault = (values: PageValues): Text | undefined => {
  const bytes = Buffer.byteLength(JSON.stringify(values));
  if (bytes <= VALUES_MAX_BYTES) return undefined;
  return pages('values_too_large', { bytes, maximum: VALUES_MAX_BYTES });
};

/**
 * The edits to store, validated together with the current values. Throws 422 with every fault under `values.<path>`.
 */
export const cleanEdits = async (
  fields: readonly PageFieldDefinition[],
  before: PageValues,
  edits: PageEdits,
): Promise<PageEdits> => {
  const { accepted, faults } = await tryCleanEdits(fields, before, edits);
  if (Object.keys(faults).length > 0) throw invalidFields(faults);
  return accepted;
};

/** Like `cleanEdits`, but returns the faults instead of throwing them. */
export const tryCleanEdits = async (
  fields: readonly PageFieldDefinition[],
  before: PageValues,
  edits: PageEdits,
): Promise<{ accepted: PageEdits; faults: FieldErrors }> => {
  const { accepted, faults } = acceptEdits(fields, await withCleanMarkup(fields, edits));
  return { accepted, faults: { ...defaultLanguageFault(fields, applyEdits(before, accepted), accepted), ...faults } };
};

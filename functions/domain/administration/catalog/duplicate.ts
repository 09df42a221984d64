import { ownLanguage } from '../../storefront/order-page/languages.ts';
import type { PageLanguage } from '../../../platform/page-languages.ts';
import type { IdempotencyRecord, Reply } from '../../../storage/idempotency.ts';
import { createProduct } from './create.ts';
import { productEntryOf } from './entry.ts';
import { familyNamed, loadManagedProduct } from './read.ts';

const COPY: Readonly<Record<PageLanguage, string>> = { da: 'kopi', en: 'copy', de: 'Kopie', sv: 'kopia', no: 'kopi' };
/** In code points, like the limit of the schema. */
const NAME_MAX = 500;
const SLUG_MAX = 63;

/** The name with "(copy)" in the language of the company's pages. */
const copiedName = (name: string, language: string): string => {
  const suffix = ` (${COPY[ownLanguage(language)]})`;
  return [...name].slice(0, NAME_MAX - suffix.length).join('') + suffix;
};

const copiedSlug = (slug: string): string => {
  const suffix = `-${Math.random().toString(36).slice(2, 8)}`;
  return slug.slice(0, SLUG_MAX - suffix.length) + suffix;
};

/**
 * POST /v2/catalog/{family}/{id}/duplicate: creates an inactive copy with new ids and returns 201. The copy omits
 * removed options. Its counters start with the initial stock of the original. Throws 404.
 */
export const duplicateProduct = async (input: {
  company: string;
  family: string;
  id: string;
  idempotency: IdempotencyRecord;
}): Promise<Reply> => {
  const { company, id, idempotency } = input;
  const family = familyNamed(input.family);
  const entry = async (): Promise<Record<string, unknown>> => {
    const { company: settings, row } = await loadManagedProduct(company, family, id);
    const { id: _id, options, ...members } = productEntryOf(row, family);
    return {
      ...members,
      name: copiedName(row.name, settings.language),
      active: false,
      ...(row.type === 'event' ? { slug: copiedSlug(row.slug) } : {}),
      options: options.map(({ id: _option, ...option }) => option),
    };
  };
  return createProduct({ company, family, entry, idempotency });
};

import { notFound } from '../../../platform/errors.ts';
import { getRow, getRows, queryPage } from '../../../storage/table.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { config } from '../../../platform/config.ts';
import { familiesOf, offerableProducts, productFamilies } from '../../catalog/listing/choices.ts';
import { fieldsFor } from './fields.ts';
import { loadPage } from './load.ts';
import { presentPage, presentRevision, presentSchema, presentWholeRevision, pageTag } from './present.ts';
import { revisionNumberOf } from './publish.ts';
import {
  revisionCodec,
  revisionKey,
  revisionsOf,
  revisionValuesCodec,
  revisionValuesKey,
  type RevisionRow,
} from './rows.ts';
import { FIELD_TEXTS } from './texts/all.ts';

/** GET /v2/order-page/schema: the fields for this company. Throws 404 for an unknown or inactive company. */
export const readSchema = async (slug: string, lang: string | undefined) => {
  const [company, withProducts] = await Promise.all([getRow<CompanyRow>(companyKey(slug)), productFamilies(slug)]);
  if (!company?.active) throw notFound('company');
  const fields = fieldsFor({
    company,
    families: familiesOf(company, withProducts),
    products: await offerableProducts(company),
    allowsLoopback: config.allowsLoopbackWebhooks(),
  });
  return presentSchema(fields, { lang, companyLanguage: company.language }, (language) => FIELD_TEXTS[language]);
};

/** GET /v2/order-page, with its tag. */
export const readShownPage = async (slug: string, lang: string | undefined) => {
  const { page, fields } = await loadPage(slug);
  return { tag: pageTag(page), body: presentPage(page, { fields, lang }) };
};

/** The list is not paged, so its length is limited: older revisions can still be read and restored by id. */
const LISTED_MAX = 1000;

/** GET /v2/order-page/revisions: lists the revisions, newest first. */
export const listRevisions = async (slug: string) => {
  const { rows } = await queryPage<RevisionRow>({
    ...revisionsOf(slug),
    consistent: true,
    descending: true,
    limit: LISTED_MAX,
  });
  return {
    object: 'list' as const,
    data: rows.map((row) => presentRevision(revisionCodec.check(row))),
    has_more: false,
    next_cursor: null,
  };
};

/** A revision with its values. Throws 404 for an unknown id. */
export const loadRevision = async (slug: string, id: string) => {
  const number = revisionNumberOf(id);
  if (number === undefined) throw notFound('revision');
  const [key, valuesKey] = [revisionKey(slug, number), revisionValuesKey(slug, number)];
  const rows = await getRows([key, valuesKey], { consistent: true });
  const [raw, rawValues] = [rows.get(key), rows.get(valuesKey)];
  const revision = raw && revisionCodec.read(raw);
  if (revision?.id !== id || !rawValues) throw notFound('revision');
  return { revision, values: revisionValuesCodec.read(rawValues).values };
};

/** GET /v2/order-page/revisions/{id}. */
export const readRevision = async (slug: string, id: string, lang: string | undefined) => {
  const [{ revision, values }, { fields }] = await Promise.all([loadRevision(slug, id), loadPage(slug)]);
  return presentWholeRevision(revision, values, { fields, lang });
};

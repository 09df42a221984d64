import { getRows, queryAll, type Key, type RowSet } from '../../../storage/table.ts';
import { apiKeyKey, apiKeysOf, type ApiKeyRow } from '../../company/api-keys/rows.ts';
import { parseApiKey } from '../../company/api-keys/rules.ts';
import { optionIdOf, productIdOf } from '../../catalog/products/ids.ts';
import { productKey, type ProductRow } from '../../catalog/products/rows.ts';
import { agenciesOf, companyKey, type AgencyLinkRow, type CompanyRow } from '../../company/companies/rows.ts';
import { countersNamed, type StockRow } from '../../catalog/stock/rows.ts';
import { userKey } from '../../company/users/rows.ts';
import { storedTexts } from './check-printable.ts';
import type { StoredReferences } from './check.ts';
import { limitsIn } from './counters.ts';
import { mintedKeyId } from './minted-keys.ts';
import type { ApiKeyEntry, OperatorData } from './schema.ts';
import { loadCatalog, optionsOf, takenIn, type StoredCatalog } from './stored-catalog.ts';

/** Stored data that the file affects. */
export interface StoredData {
  companies: ReadonlyMap<string, CompanyRow>;
  /** Keys of every company whose keys the file may change, and keys in the file. */
  keys: readonly ApiKeyRow[];
  /** Counters by their name in `restock`. */
  counters: ReadonlyMap<string, readonly StockRow[]>;
  catalog: StoredCatalog;
  known: StoredReferences;
}

/** Companies that the file refers to. */
const namedCompanies = (data: OperatorData): string[] => [
  ...data.companies.flatMap(({ slug, parent, assigned }) => [slug, ...(parent ? [parent] : []), ...assigned]),
  ...data.api_keys.map(({ company }) => company),
  ...[...data.experiences, ...data.events, ...data.special_offers].map(({ company }) => company),
  ...[...data.campaigns, ...data.discount_codes, ...data.users, ...data.oauth_clients].map(({ company }) => company),
  ...data.restock.flatMap(({ company }) => company ?? []),
];

export const loadStored = async (data: OperatorData): Promise<StoredData> => {
  const slugs = new Set(namedCompanies(data));
  const [rows, agencies, counters, catalog] = await Promise.all([
    getRows(referredKeys(data, slugs), { consistent: true }),
    agenciesActingOn(data),
    countersToRestock(data),
    loadCatalog(data),
  ]);
  const owners = new Set([
    ...agencies,
    ...data.companies.map(({ slug }) => slug),
    ...data.api_keys.map((key) => key.company),
  ]);
  const [companies, keys] = await Promise.all([companiesAround(owners, slugs, rows), keysOf(owners)]);
  const namedKeys = data.api_keys.flatMap((entry) => rows.get<ApiKeyRow>(apiKeyKey(keyIdOf(entry))) ?? []);
  const byId = new Map([...keys, ...namedKeys].map((key) => [key.keyId, key]));
  const known = {
    ...knownOf(data, companies, rows, counters),
    taken: takenIn(catalog),
    printed: storedTexts([...companies.values()], catalog.products),
  };
  return { companies, keys: [...byId.values()], counters, catalog, known };
};

const keyIdOf = (entry: ApiKeyEntry): string =>
  entry.key === undefined ? mintedKeyId(entry) : (parseApiKey(entry.key)?.keyId ?? 'none');

const experienceKey = (company: string, { experience }: { experience: number }): Key =>
  productKey(company, productIdOf({ type: 'experience', id: experience }));

const referredKeys = (data: OperatorData, slugs: ReadonlySet<string>): Key[] => [
  ...[...slugs].map(companyKey),
  ...data.api_keys.map((entry) => apiKeyKey(keyIdOf(entry))),
  ...data.api_keys.flatMap(({ created_by: user }) => (user === undefined ? [] : [userKey(user)])),
  ...data.campaigns.flatMap(({ company, applies_to: target }) =>
    target === 'gift_card' ? [] : [experienceKey(company, target)],
  ),
];

const agenciesActingOn = async (data: OperatorData): Promise<string[]> => {
  const links = await Promise.all(data.companies.map(({ slug }) => queryAll<AgencyLinkRow>(agenciesOf(slug))));
  return links.flat().map(({ agency }) => agency);
};

/** Omits counters of options and events without a limit, because a restock would not limit their sales. */
const countersToRestock = async (data: OperatorData): Promise<Map<string, StockRow[]>> => {
  const limits = limitsIn(data);
  const names = [...new Set(data.restock.map(({ option }) => option))];
  const counters = await Promise.all(
    names.map(async (name): Promise<[string, StockRow[]]> => {
      const keys = await queryAll<StockRow>(countersNamed(name));
      const rows = await getRows(keys);
      const existing = keys.flatMap((key) => rows.get<StockRow>(key) ?? []);
      const products = await getRows(existing.map(productOfCounter), { consistent: true });
      const isLimited = (row: StockRow): boolean =>
        limits.get(`${companyOfCounter(row)}/${name}`) ??
        hasLimit(products.get<ProductRow>(productOfCounter(row)), row);
      return [name, existing.filter(isLimited)];
    }),
  );
  return new Map(counters);
};

const productOfCounter = (row: StockRow): Key => productKey(companyOfCounter(row), row.productId);

/** Whether the option of a counter is limited. An interrupted import may leave a counter without its option. */
const hasLimit = (product: ProductRow | undefined, { optionId }: StockRow): boolean => {
  const option = product && optionsOf(product).find((each) => optionIdOf(product, each) === optionId);
  return option === undefined || option.stock !== undefined;
};

const keysOf = async (owners: ReadonlySet<string>): Promise<ApiKeyRow[]> => {
  const keysByOwner = await Promise.all([...owners].map((slug) => queryAll<ApiKeyRow>(apiKeysOf(slug))));
  const keys = keysByOwner.flat();
  const rows = await getRows(keys, { consistent: true });
  return keys.flatMap((key) => rows.get<ApiKeyRow>(key) ?? []);
};

/** These companies, the agencies that act for them, and all companies of those agencies. */
const companiesAround = async (
  owners: ReadonlySet<string>,
  slugs: ReadonlySet<string>,
  rows: RowSet,
): Promise<Map<string, CompanyRow>> => {
  const companies = new Map<string, CompanyRow>();
  const keep = (set: RowSet, slugsToKeep: Iterable<string>): void => {
    for (const slug of slugsToKeep) {
      const row = set.get<CompanyRow>(companyKey(slug));
      if (row) companies.set(slug, row);
    }
  };
  keep(rows, slugs);
  const outside = [...owners].filter((slug) => !slugs.has(slug));
  keep(await getRows(outside.map(companyKey), { consistent: true }), outside);
  const assigned = [...owners]
    .flatMap((slug) => companies.get(slug)?.assigned ?? [])
    .filter((slug) => !companies.has(slug));
  keep(await getRows(assigned.map(companyKey), { consistent: true }), assigned);
  return companies;
};

const knownOf = (
  data: OperatorData,
  companies: ReadonlyMap<string, CompanyRow>,
  rows: RowSet,
  counters: ReadonlyMap<string, readonly StockRow[]>,
): Omit<StoredReferences, 'taken' | 'printed'> => ({
  companies: new Set(companies.keys()),
  rated: new Set([...companies.values()].flatMap((row) => (row.vat_percent === undefined ? [] : [row.slug]))),
  categories: new Map([...companies.values()].map((row) => [row.slug, new Set(row.categories.map(({ id }) => id))])),
  users: new Set(
    data.api_keys.flatMap(({ created_by: user }) => (user !== undefined && rows.get(userKey(user)) ? [user] : [])),
  ),
  experiences: new Set(
    data.campaigns.flatMap(({ company, applies_to: target }) =>
      target !== 'gift_card' && rows.get(experienceKey(company, target)) ? [`${company}/${target.experience}`] : [],
    ),
  ),
  counters: new Map([...counters].map(([name, rowsOfName]) => [name, rowsOfName.map(companyOfCounter)])),
});

/** The company of a counter, from its key. */
export const companyOfCounter = ({ pk }: Key): string => pk.slice(pk.indexOf('#') + 1);

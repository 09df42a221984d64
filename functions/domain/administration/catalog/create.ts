import { nowMs } from '../../../platform/clock.ts';
import { ApiError, invalid, notFound } from '../../../platform/errors.ts';
import { newIds } from '../../../platform/new-ids.ts';
import { recordReplyWrite, type IdempotencyRecord, type Reply } from '../../../storage/idempotency.ts';
import { retryOnConflict } from '../../../storage/retry.ts';
import { ConditionFailed, getRow, queryAll, type Row } from '../../../storage/table.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { prefixOf } from '../../catalog/products/ids.ts';
import { familyCollection, productKey, type ProductRow } from '../../catalog/products/rows.ts';
import { optionsOf } from '../operator-data/stored-catalog.ts';
import { commitProduct } from './commit.ts';
import type { ManagedFamily } from './families.ts';
import { isObject } from '../../../platform/is-object.ts';
import { planProduct } from './plan.ts';
import { presentManagedProduct, productTag } from './present.ts';
import { isOvertaken } from '../operator-data/unchanged.ts';

const ROUNDS = 30;

interface ProductCreation {
  company: string;
  family: ManagedFamily;
  /** Returns an entry in the format of the operator data file, with or without ids. Called again after a conflict. */
  entry: () => Promise<Record<string, unknown>> | Record<string, unknown>;
  /** Members of the entry that depend on the products of the family, including archived products. */
  dependent?: (products: readonly ProductRow[]) => Record<string, unknown>;
  idempotency: IdempotencyRecord;
}

/**
 * Creates a product and returns 201. Assigns missing ids of the product and its options. Throws 404 for an inactive
 * company, 422 if an import would reject the entry, and 422 on `id` if the company has a product with that id, archived
 * or not.
 */
export const createProduct = async ({
  company,
  family,
  entry,
  dependent,
  idempotency,
}: ProductCreation): Promise<Reply> => {
  return retryOnConflict(
    async (round) => {
      const [companyRow, rows, requested] = await Promise.all([
        getRow<CompanyRow>(companyKey(company), { consistent: true }),
        queryAll<Row>({ ...familyCollection(company, family.family), consistent: true }),
        entry(),
      ]);
      if (!companyRow?.active) throw notFound('company');
      const products = rows.filter((row): row is ProductRow => row.type === family.kind);
      const given = { ...requested, ...dependent?.(products) };
      const complete = withIds(given, products, round);
      await assertFree(company, family, requested['id']);
      const plan = await planProduct({ company, family, entry: complete, before: null }).catch((error: unknown) => {
        throw isOfAssignedIds(error, given) ? new ConditionFailed(undefined) : error;
      });
      const { row } = plan;
      const context = { company: companyRow, stock: () => undefined, nowMs: nowMs() };
      const reply = {
        status: 201,
        headers: { ETag: productTag(row) },
        body: presentManagedProduct(row, family, context),
      };
      await commitProduct(plan, { family, before: null, also: [recordReplyWrite(idempotency, reply)] });
      return reply;
    },
    isOvertaken,
    { attempts: ROUNDS },
  );
};

/** Whether only option ids that the service has assigned are at fault, because another request has taken them since. */
const isOfAssignedIds = (error: unknown, given: Record<string, unknown>): boolean => {
  if (!(error instanceof ApiError) || !error.fields) return false;
  const options: readonly unknown[] = Array.isArray(given['options']) ? given['options'] : [];
  return Object.keys(error.fields).every((field) => {
    const [, index] = /^options\.(\d+)\.id$/.exec(field) ?? [];
    const option = index === undefined ? undefined : options[Number(index)];
    return isObject(option) && (option['id'] === undefined || option['id'] === null);
  });
};

const assertFree = async (company: string, family: ManagedFamily, id: unknown): Promise<void> => {
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) return;
  const row = await getRow(productKey(company, `${prefixOf(family.family)}_${id}`), { consistent: true });
  if (row) throw invalid('id', 'The company has a product with this id already.');
};

/** Each product has its own range of option ids, so that options created concurrently rarely get the same id. */
const OPTIONS_OF_PRODUCT = 1000;

/** Assigns missing ids. Retries skip a random number of ids, because concurrent requests choose from the same range. */
const withIds = (
  entry: Record<string, unknown>,
  products: readonly ProductRow[],
  round: number,
): Record<string, unknown> => {
  const skip = Math.floor(Math.random() * (round - 1) * 4);
  const used = products.map((product) => product.id);
  const id = entry['id'] ?? newIds(used, skip).next().value;
  return { ...entry, id, options: withOptionIds(entry['options'], { id, taken: takenOptions(products) }) };
};

export const takenOptions = (products: readonly ProductRow[]): Set<number> =>
  new Set(products.flatMap((product) => optionsOf(product).map(({ id }) => id)));

/** Assigns missing ids of options. Returns invalid values unchanged, because the schema rejects them. */
export const withOptionIds = (
  options: unknown,
  { id, taken }: { id: unknown; taken: ReadonlySet<number> },
): unknown => {
  if (!Array.isArray(options)) return options;
  const base = Number.isSafeInteger(id) ? Number(id) * OPTIONS_OF_PRODUCT : NaN;
  const idsInRequest = options.flatMap((option: unknown) =>
    isObject(option) && typeof option['id'] === 'number' ? option['id'] : [],
  );
  const used = new Set([...taken, ...idsInRequest]);
  let next = Number.isSafeInteger(base + OPTIONS_OF_PRODUCT) && base > 0 ? base + 1 : newIds(used).next().value;
  return options.map((option: unknown) => {
    if (!isObject(option) || (option['id'] !== undefined && option['id'] !== null)) return option;
    while (used.has(next)) next += 1;
    used.add(next);
    return { id: next, ...option, ...(option['id'] === null ? { id: next } : {}) };
  });
};

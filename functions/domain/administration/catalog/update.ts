import { catalog } from '../../../platform/messages/catalog.ts';
import { nowMs } from '../../../platform/clock.ts';
import { ApiError, invalid } from '../../../platform/errors.ts';
import { assertMatches } from '../../../platform/preconditions.ts';
import { recordReplyWrites, type IdempotencyRecord, type Reply } from '../../../storage/idempotency.ts';
import { retryOnConflict } from '../../../storage/retry.ts';
import { queryAll, type Row } from '../../../storage/table.ts';
import { optionIdOf } from '../../catalog/products/ids.ts';
import { familyCollection, type ProductRow } from '../../catalog/products/rows.ts';
import type { StockLookup } from '../../catalog/products/rules.ts';
import { EVENT_SEATS } from '../../catalog/stock/rows.ts';
import { commitProduct } from './commit.ts';
import { takenOptions, withOptionIds } from './create.ts';
import { productEntryOf } from './entry.ts';
import type { ManagedFamily } from './families.ts';
import { mergeProduct } from './merge.ts';
import { planProduct, type ProductPlan } from './plan.ts';
import { presentManagedProduct, productTag } from './present.ts';
import { familyNamed, loadManagedProduct, type LoadedManagedProduct } from './read.ts';
import { isOvertaken } from '../operator-data/unchanged.ts';

interface ProductChange {
  company: string;
  family: string;
  id: string;
  ifMatch: string | undefined;
  idempotency: IdempotencyRecord | undefined;
  patch: Record<string, unknown>;
}

/**
 * PATCH /v2/catalog/{family}/{id}: applies a merge patch. Throws 404, 409 `product_archived`, 412 for a product that
 * has changed since it was read, 422 if an import would reject the result, and 503 if conflicts with other changes
 * continue.
 */
export const updateProduct = async (change: ProductChange): Promise<Reply> => {
  const family = familyNamed(change.family);
  // Each attempt reads the product again, because the product or its seat counter has changed.
  return retryOnConflict(async () => {
    const current = await loadManagedProduct(change.company, family, change.id);
    const { row: before } = current;
    if (before.archivedAtMs !== undefined) throw archivedError();
    assertMatches(change.ifMatch, productTag(before));
    const plan = await planPatch(family, before, change.patch);
    const reply = replyWith(plan.row, family, { ...current, stock: stockAfter(before, current.stock) });
    const also = recordReplyWrites(change.idempotency, reply);
    await commitProduct(plan, { family, before, also });
    return reply;
  }, isOvertaken);
};

const archivedError = (): ApiError => new ApiError(409, 'product_archived', catalog('product_archived_for_good'));

/** Availability after the change. Omits the counter of an option that was unlimited, because the change resets it. */
const stockAfter = (before: ProductRow, stock: StockLookup): StockLookup => {
  const limited = new Set(
    before.options.filter((option) => option.stock !== undefined).map((option) => optionIdOf(before, option)),
  );
  return (productId, optionId) =>
    limited.has(optionId) || optionId === EVENT_SEATS ? stock(productId, optionId) : undefined;
};

const replyWith = (row: ProductRow, family: ManagedFamily, managed: LoadedManagedProduct): Reply => ({
  status: 200,
  headers: { ETag: productTag(row) },
  body: presentManagedProduct(row, family, { ...managed, nowMs: nowMs() }),
});

const planPatch = async (
  family: ManagedFamily,
  before: ProductRow,
  patch: Record<string, unknown>,
): Promise<ProductPlan> => {
  if (patch['id'] !== undefined && patch['id'] !== before.id) throw invalid('id', 'The id of a product cannot change.');
  const { entry, places, removed } = mergeProduct(productEntryOf(before, family), patch);
  const rows = await queryAll<Row>({ ...familyCollection(before.company, family.family), consistent: true });
  const taken = takenOptions(rows.filter((row): row is ProductRow => row.type === family.kind));
  const complete = { ...entry, options: withOptionIds(entry['options'], { id: before.id, taken }) };
  const removedOptions = [...(before.removedOptions ?? []), ...removed];
  return planProduct({
    company: before.company,
    family,
    entry: complete,
    places,
    before,
    own: removed.length > 0 ? { removedOptions } : {},
  });
};

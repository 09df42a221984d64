import { ApiError, notFound } from '../../../platform/errors.ts';
import { assertMatches } from '../../../platform/preconditions.ts';
import { recordReplyWrites, type IdempotencyRecord, type Reply } from '../../../storage/idempotency.ts';
import { VALUE_PRODUCT_ID } from '../../catalog/products/ids.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { changeMembers, memberTag } from './company-member.ts';
import { loadCompany } from '../../company/companies/load.ts';
import { mergePatch } from './merge.ts';

type Card = NonNullable<CompanyRow['gift_card']>;

/** The value product, which is always published. */
export const presentManagedGiftCard = ({ name, description, images, categories, quantity, ...figures }: Card) => ({
  object: 'managed_product' as const,
  product_id: VALUE_PRODUCT_ID,
  name,
  description: description ?? null,
  minimum_amount: figures.minimum_amount,
  maximum_amount: figures.maximum_amount,
  quantity: { minimum: quantity.minimum, maximum: quantity.maximum ?? null },
  order_fee: figures.order_fee,
  validity_months: figures.validity_months,
  vat_treatment: figures.vat_treatment ?? null,
  vat_percent: figures.vat_percent ?? null,
  images,
  categories,
  published: true,
  withheld: [],
});

const replyWith = (row: CompanyRow): Reply =>
  row.gift_card
    ? { status: 200, headers: { ETag: memberTag(row, 'gift_card') }, body: presentManagedGiftCard(row.gift_card) }
    : { status: 204, headers: { ETag: memberTag(row, 'gift_card') } };

/**
 * GET /v2/catalog/gift-card. Throws 404 if the company has no value product. The 404 also has an ETag, which a client
 * sends in `If-Match` to create the value product.
 */
export const readGiftCard = async (company: string): Promise<Reply> => {
  const row = await loadCompany(company);
  if (row.gift_card) return replyWith(row);
  throw new ApiError(404, 'not_found', 'The company has no value product.', {
    headers: { ETag: memberTag(row, 'gift_card') },
  });
};

/** `*` also permits the creation of a value product. */
const assertSeen = (ifMatch: string | undefined, row: CompanyRow): void => {
  if (row.gift_card === undefined && ifMatch?.trim() === '*') return;
  assertMatches(ifMatch, memberTag(row, 'gift_card'));
};

const isRemoval = (patch: Record<string, unknown>): boolean =>
  Object.keys(patch).length === 1 && patch['gift_card'] === null;

const mergeCard = (card: Card | undefined, patch: Record<string, unknown>): unknown => mergePatch(card ?? {}, patch);

/**
 * PATCH /v2/catalog/gift-card: applies a merge patch and returns 200. `{"gift_card": null}` withdraws the value product
 * from sale and returns 204. A patch with all required members can create the value product. Throws 404, 412 and 422.
 */
export const updateGiftCard = async (input: {
  company: string;
  patch: Record<string, unknown>;
  ifMatch: string | undefined;
  idempotency: IdempotencyRecord | undefined;
}): Promise<Reply> => {
  const { company, patch, ifMatch, idempotency } = input;
  const row = await changeMembers({
    company,
    depth: 3,
    decide: (before) => {
      if (isRemoval(patch) && before.gift_card === undefined) throw notFound('value product');
      assertSeen(ifMatch, before);
      return { gift_card: isRemoval(patch) ? null : mergeCard(before.gift_card, patch) };
    },
    also: (after) => recordReplyWrites(idempotency, replyWith(after)),
  });
  return replyWith(row);
};

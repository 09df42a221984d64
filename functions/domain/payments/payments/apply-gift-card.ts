import { ApiError, notFound } from '../../../platform/errors.ts';
import { missing } from '../../../platform/messages/missing.ts';
import {
  commitOnce,
  recordReplyWrite,
  replyIn,
  type IdempotencyRecord,
  type Reply,
} from '../../../storage/idempotency.ts';
import { getRow, getRows } from '../../../storage/table.ts';
import type { Actor } from '../../../platform/actor.ts';
import { normalizeCode } from '../../catalog/codes/rules.ts';
import { cardFault } from '../../checkout/orders/gift-card-rules.ts';
import { assertCompanyCurrency, notPayable } from '../../checkout/orders/checkout-rules.ts';
import { dueMinor, giftCardIds } from '../../checkout/orders/gift-cards.ts';
import { orderCodec } from '../../checkout/orders/order-codec.ts';
import { presentOrder } from '../../checkout/orders/present.ts';
import { orderKey, type OrderRow } from '../../checkout/orders/rows.ts';
import { stateOf } from '../../checkout/orders/states.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { loadItem } from '../../value/items/load.ts';
import type { LookupCaller } from '../../value/items/code-lookups.ts';
import { itemIdOf } from '../../value/items/item-id.ts';
import { itemKey, type ItemRow } from '../../value/items/rows.ts';
import { changeOrderWithCards } from '../gift-cards/change-order-with-cards.ts';
import { amountOfCard, notUsable, assertNoValueProduct } from '../gift-cards/usable-card.ts';
import { withPageClosed } from './close-page.ts';

interface ApplyGiftCard {
  /** The acting company, and the counter of unknown codes. */
  caller: LookupCaller;
  by: Actor;
  orderId: string;
  idempotency: IdempotencyRecord;
  /** Parses the body; called only when the key is new. `amount`: smallest unit. */
  input: () => { code: string; amount?: number | undefined };
}

/**
 * Reserves value of a gift card for an unpaid order: `amount`, or by default as much as is due and available. When
 * nothing is left to pay, the same transaction captures all cards of the order and marks the order as paid
 * (lib/decisions/redemptions.md). An open payment page is closed first. Returns 201 with the order. Throws 403
 * `checkout_not_enabled`, 404, 409 `order_not_payable`, 422 `validation_failed`, `gift_card_not_usable`,
 * `gift_card_not_accepted` and `insufficient_value`, 429 after too many unknown codes, and 503 `gateway_unavailable`
 * when the page cannot be closed.
 */
export const applyGiftCard = async (request: ApplyGiftCard): Promise<Reply> => {
  const { caller, orderId, idempotency } = request;
  const keys = { order: orderKey(caller.company, orderId), company: companyKey(caller.company) };
  const rows = await getRows([keys.order, keys.company, idempotency.row], { consistent: true });
  const earlier = replyIn(idempotency, rows.get(idempotency.row));
  if (earlier) return earlier;
  const input = request.input();
  const seller = rows.get<CompanyRow>(keys.company);
  if (!seller?.contract.checkout) {
    throw new ApiError(403, 'checkout_not_enabled', 'Checkout is not part of the contract of this company.');
  }
  const raw = rows.get(keys.order);
  if (!raw) throw notFound('order');
  const order = orderCodec.read(raw);
  assertCompanyCurrency(order, seller, 'order_not_payable');
  return commitOnce(idempotency, () => apply(request, order, input));
};

const apply = async (
  { caller, by, idempotency }: ApplyGiftCard,
  asRead: OrderRow,
  input: { code: string; amount?: number | undefined },
): Promise<Reply> => {
  const { company } = caller;
  assertDue(asRead);
  assertNoValueProduct(asRead);
  const code = normalizeCode(input.code);
  const { terms, item: loaded } = await loadCard(caller, code);
  const fault = cardFault(asRead.payment, itemIdOf(loaded));
  if (fault) throw fault;
  amountOfCard(asRead, loaded, terms, input.amount);
  const order = await withPageClosed(asRead);
  let reply: Reply = { status: 201 };
  let item = loaded;
  await changeOrderWithCards(
    order,
    async (current) => {
      // The payment page of the order may have been paid before it was closed.
      assertDue(current);
      item = (await getRow<ItemRow>(itemKey(company, code), { consistent: true })) ?? loaded;
      const amount = amountOfCard(current, item, terms, input.amount);
      const ids = giftCardIds(idempotency.row.pk);
      const card = { ...ids, itemId: itemIdOf(item), code, amount, status: 'held' as const, refunded: 0 };
      return { kind: 'gift_card_applied', by, card, closed: asRead.session?.id };
    },
    {
      by,
      decidedOn: () => item,
      seed: order,
      also: (after) => {
        reply = { status: 201, body: presentOrder(after) };
        return [recordReplyWrite(idempotency, reply)];
      },
    },
  );
  return reply;
};

/** Throws 409 `order_not_payable` unless an amount of the order is due. */
const assertDue = (order: OrderRow): void => {
  if (stateOf(order) !== 'unpaid' || dueMinor(order) === 0) throw notPayable();
};

/** The item of a code. An unknown code counts against the limit and is rejected like an unusable card. */
const loadCard = async (caller: LookupCaller, code: string) => {
  try {
    return await loadItem(caller, code);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw notUsable(missing('missing', { what: 'item' }));
    throw error;
  }
};

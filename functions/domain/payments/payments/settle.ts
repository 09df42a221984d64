import type { Actor } from '../../../platform/actor.ts';
import { ApiError, notFound } from '../../../platform/errors.ts';
import {
  commitOnce,
  recordReplyWrite,
  replyIn,
  type Reply,
  type IdempotencyRecord,
} from '../../../storage/idempotency.ts';
import { getRows, type Key } from '../../../storage/table.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { changeOrderWithCards } from '../gift-cards/change-order-with-cards.ts';
import { alreadySettled, assertCompanyCurrency } from '../../checkout/orders/checkout-rules.ts';
import { orderCodec } from '../../checkout/orders/order-codec.ts';
import { presentOrder } from '../../checkout/orders/present.ts';
import { orderKey } from '../../checkout/orders/rows.ts';
import { stateOf } from '../../checkout/orders/states.ts';
import { withPageClosed } from './close-page.ts';
import { SETTLEMENT_WRITE, settlementKey } from '../../checkout/orders/settlement-rows.ts';

interface Settlement {
  company: string;
  orderId: string;
  by: Actor;
  idempotency: IdempotencyRecord;
  /** Parses the body; called only when the key is new. */
  terms: () => { mode: string; externalReference: string };
}

/**
 * Settles an unpaid order outside the gateway, under a negotiated mode (lib/reference/payments.md#settlement). One
 * transaction marks the order as paid. An order and an external reference can each be settled only once; of two
 * concurrent requests, the second gets the same error as a later request.
 */
export const settleOrder = (settlement: Settlement): Promise<Reply> =>
  commitOnce(settlement.idempotency, () => settle(settlement));

const settle = async ({ company, orderId, by, idempotency, terms }: Settlement): Promise<Reply> => {
  const keys = { company: companyKey(company), order: orderKey(company, orderId) };
  const settlement = settlementNamed(company, terms);
  const rows = await getRows([keys.company, keys.order, idempotency.row, ...settlement], { consistent: true });
  const earlier = replyIn(idempotency, rows.get(idempotency.row));
  if (earlier) return earlier;
  const { mode, externalReference } = terms();
  const seller = rows.get<CompanyRow>(keys.company);
  if (!seller?.contract.settlement_modes.includes(mode)) throw notContracted(mode);
  const raw = rows.get(keys.order);
  if (!raw) throw notFound('order');
  const asRead = orderCodec.read(raw);
  assertCompanyCurrency(asRead, seller, 'order_not_settleable');
  // Reject before closing the page: the buyer may be about to pay.
  const isTaken = settlement.some((key) => rows.get(key) !== undefined);
  if (isTaken && stateOf(asRead) === 'unpaid') throw alreadySettled();
  // A buyer could pay on an open page concurrently, and the order would be paid twice.
  const order = await withPageClosed(asRead);
  let reply: Reply = { status: 200 };
  await changeOrderWithCards(
    order,
    { kind: 'settled', by, mode, externalReference, closed: asRead.session?.id },
    {
      by,
      seed: order,
      also: (after) => {
        reply = { status: 200, body: presentOrder(after) };
        return [recordReplyWrite(idempotency, reply)];
      },
      refused: ({ name }) => (name === SETTLEMENT_WRITE ? alreadySettled() : undefined),
    },
  );
  return reply;
};

/**
 * The key of the row of the external reference; none for an invalid body, which is reported only when the idempotency
 * key is new.
 */
const settlementNamed = (company: string, terms: Settlement['terms']): Key[] => {
  try {
    return [settlementKey(company, terms().externalReference)];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return [];
  }
};

const notContracted = (mode: string): ApiError =>
  new ApiError(403, 'settlement_not_enabled', `Settlement by ${mode} is not part of the contract of this company.`);

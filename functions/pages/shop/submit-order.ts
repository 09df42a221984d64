import type { OrderRow } from '../../domain/checkout/orders/rows.ts';
import type { ShownAmounts } from '../../domain/checkout/pricing/amounts.ts';
import { createOrder } from '../../domain/checkout/orders/create.ts';
import { orderIdFor } from '../../domain/checkout/orders/rules.ts';
import { createOrderBody } from '../../domain/checkout/orders/schema.ts';
import { createQuote } from '../../domain/checkout/quotes/create.ts';
import { quoteBody } from '../../domain/catalog/products/cart-schema.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Reply } from '../../storage/idempotency.ts';
import { validate } from '../../pipeline/parse.ts';
import { ORDER_PAGE } from './actor.ts';

/** The order of a completed form. Its idempotency key is derived from the form, so that a repeat finds the order. */
export interface Placement {
  company: string;
  nonce: string;
  input: Record<string, unknown>;
}

const keyOf = (nonce: string): string => `order-page:${nonce}`;

/** Id of the order that a form places. It is derived from the form, so it is known before the order exists. */
export const orderIdOf = (company: string, nonce: string): string => orderIdFor(company, keyOf(nonce));

/** Thrown to abort an order before anything is written. It contains the order that would be placed. */
class NotWritten extends Error {
  readonly order: OrderRow;
  constructor(order: OrderRow) {
    super('The order was not written');
    this.name = 'NotWritten';
    this.order = order;
  }
}

const CALLER = { by: ORDER_PAGE, createdBy: undefined };

const create = (placement: Placement, admitted: (order: OrderRow) => Promise<void>): Promise<Reply> =>
  createOrder({
    company: placement.company,
    idempotencyKey: keyOf(placement.nonce),
    input: placement.input,
    body: () => validate(createOrderBody(), placement.input),
    admitted,
    caller: CALLER,
  });

type PlacedOrder = { kind: 'placed'; isRepeat: boolean } | { kind: 'not placed'; order: OrderRow };

/**
 * Checks an order with all rules of order creation, without placing it. Returns the order that would be placed, or
 * `placed` if this form has already placed it. Throws the same errors as order creation.
 */
export const previewOrder = (placement: Placement): Promise<PlacedOrder> =>
  attemptPlacement(() =>
    create(placement, (order) => {
      throw new NotWritten(order);
    }),
  );

/** Places an order if it is as the buyer saw it. Otherwise, returns the changed order without placing it. */
export const placeOrder = (placement: Placement, isAsSeen: (order: OrderRow) => boolean): Promise<PlacedOrder> =>
  attemptPlacement(() =>
    create(placement, async (order) => {
      if (!isAsSeen(order)) throw new NotWritten(order);
    }),
  );

const attemptPlacement = async (attempt: () => Promise<Reply>): Promise<PlacedOrder> => {
  try {
    const { headers } = await attempt();
    return { kind: 'placed', isRepeat: headers?.['Idempotency-Replayed'] === 'true' };
  } catch (error) {
    if (error instanceof NotWritten) return { kind: 'not placed', order: error.order };
    throw error;
  }
};

/** Whether the form has already placed a different order. */
export const isPlacedDifferently = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'idempotency_conflict';

/** The price of a selection, calculated like a quote of the API. */
export const priceOf = async (company: string, selection: Record<string, unknown>): Promise<ShownAmounts> => {
  const { amounts } = await createQuote(company, validate(quoteBody(), selection));
  return amounts;
};

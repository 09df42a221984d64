import type { Amounts } from '../../domain/orders/rows.ts';
import { createOrder } from '../../domain/orders/create.ts';
import { orderIdFor } from '../../domain/orders/rules.ts';
import { createOrderBody } from '../../domain/orders/schema.ts';
import { createQuote } from '../../domain/quotes/create.ts';
import { quoteBody } from '../../domain/quotes/schema.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Reply } from '../../storage/idempotency.ts';
import { validate } from '../parse.ts';
import { ORDER_PAGE } from './actor.ts';

/** The order that a filled form makes: it is named by the form, so that sending it again makes none. */
export interface Placement {
  company: string;
  nonce: string;
  input: Record<string, unknown>;
}

const keyOf = ({ nonce }: Placement): string => `order-page:${nonce}`;

/** Known before there is an order, because it follows from the form. */
export const orderIdOf = (company: string, nonce: string): string => orderIdFor(company, `order-page:${nonce}`);

/** Stops an order before anything of it is written, and tells what it would have cost. */
class NotWritten extends Error {
  readonly amounts: Amounts;
  constructor(amounts: Amounts) {
    super('The order was not written');
    this.name = 'NotWritten';
    this.amounts = amounts;
  }
}

const CALLER = { by: ORDER_PAGE, createdBy: undefined };

const create = (placement: Placement, admitted: (amounts: Amounts) => Promise<void>): Promise<Reply> =>
  createOrder({
    company: placement.company,
    idempotencyKey: keyOf(placement),
    input: placement.input,
    body: () => validate(createOrderBody(), placement.input),
    admitted,
    caller: CALLER,
  });

export type Placed = { kind: 'placed'; isRepeat: boolean } | { kind: 'costs'; amounts: Amounts };

/**
 * Judges an order by every rule that the order itself is judged by, without placing it. Tells what it costs, or that this
 * form has placed it already. Throws what the order would throw.
 */
export const rehearse = (placement: Placement): Promise<Placed> =>
  unlessStopped(() =>
    create(placement, (amounts) => {
      throw new NotWritten(amounts);
    }),
  );

/** Places an order that costs what the buyer has seen; one that costs something else is not placed, and tells what. */
export const place = (placement: Placement, seenTotalMinor: number): Promise<Placed> =>
  unlessStopped(() =>
    create(placement, async (amounts) => {
      if (amounts.total !== seenTotalMinor) throw new NotWritten(amounts);
    }),
  );

const unlessStopped = async (attempt: () => Promise<Reply>): Promise<Placed> => {
  try {
    const { headers } = await attempt();
    return { kind: 'placed', isRepeat: headers?.['Idempotency-Replayed'] === 'true' };
  } catch (error) {
    if (error instanceof NotWritten) return { kind: 'costs', amounts: error.amounts };
    throw error;
  }
};

/** Whether the form has placed an order before, and a different one. */
export const isOtherThanPlaced = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'idempotency_conflict';

/** The price of a selection, by the quote that partners get. */
export const priceOf = async (company: string, selection: Record<string, unknown>): Promise<Amounts> => {
  const { amounts } = await createQuote(company, validate(quoteBody(), selection));
  return amounts;
};

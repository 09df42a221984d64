import { conflict, type ApiError } from '../../../platform/errors.ts';
import { requestInProgress } from '../../../storage/repeated-key.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import type { EventOf } from './events.ts';
import { SALE_EFFECTS } from './payment-rules.ts';
import { dueMinor, gatewayShare, withLiveCards } from './gift-cards.ts';
import { cardMoves, saleEffects } from './sale-effects.ts';
import type { OrderRow } from './rows.ts';
import { withEvent } from './rules.ts';
import { stateOf } from './states.ts';
import type { Reaction } from './transition-rule.ts';

export const notPayable = (): ApiError =>
  conflict('order_not_payable', 'This order is not waiting for a payment: read it to see its state.');

/**
 * Throws 409 with `code` for an order that was created while its company changed its currency. The books of a company
 * have one currency.
 */
export const assertCompanyCurrency = (
  { amounts }: Pick<OrderRow, 'amounts'>,
  { currency }: Pick<CompanyRow, 'currency'>,
  code: 'order_not_payable' | 'order_not_settleable',
): void => {
  if (amounts.currency === currency) return;
  throw conflict(code, `This company has changed its currency to ${currency}. Create a new order.`);
};

export const checkoutInProgress = (waitSeconds: number): ApiError =>
  conflict(
    'checkout_in_progress',
    'Another session of this order is being opened. Retry with the same key.',
    waitSeconds,
  );

/**
 * While one request opens a session, concurrent requests must wait. They wait for a limited time, because the first
 * request may have crashed. The row of the order contains the idempotency key of the first request, so no other row has
 * to be written.
 */
export const sessionReserved: Reaction<EventOf<'session_reserved'>> = {
  rules: [
    {
      from: ['unpaid'],
      when: [
        {
          description: 'no other request is opening a session',
          holds: ({ opening }, { ticket }, nowMs) =>
            opening === undefined ||
            opening.untilMs <= nowMs ||
            (opening.ticket === ticket && opening.holder === undefined),
        },
      ],
      to: 'same',
      does: [],
      apply: (order, { ticket, holder, untilMs }) => ({ order: { ...order, opening: { ticket, holder, untilMs } } }),
    },
  ],
  otherwise: (order, { ticket }, nowMs) => {
    if (stateOf(order) !== 'unpaid') return notPayable();
    const waitSeconds = ((order.opening?.untilMs ?? nowMs) - nowMs) / 1000;
    return order.opening?.ticket === ticket ? requestInProgress(waitSeconds) : checkoutInProgress(waitSeconds);
  },
};

export const sessionOpened: Reaction<EventOf<'session_opened'>> = {
  rules: [
    {
      from: ['unpaid'],
      when: [
        {
          description: 'this attempt is still the one opening it',
          holds: ({ opening }, { ticket, holder }) => opening?.ticket === ticket && opening.holder === holder,
        },
        { description: 'its page requests the amount due', holds: (order, { due }) => dueMinor(order) === due },
      ],
      to: 'same',
      does: [],
      apply: ({ opening: _over, ...order }, { session }) => ({ order: { ...order, session } }),
    },
  ],
  otherwise: () =>
    conflict('checkout_in_progress', 'The order changed while its session was opened. Retry with the same key.', 1),
};

/**
 * The gateway returned no page. The same key may retry immediately. Requests with other keys wait, because a page may
 * exist. Repeated attempts do not extend this time, so that they cannot block other requests forever.
 */
export const sessionAbandoned: Reaction<EventOf<'session_abandoned'>> = {
  rules: [
    {
      from: ['unpaid'],
      when: [
        {
          description: 'this attempt is still the one opening it',
          holds: ({ opening }, { holder }) => opening?.holder === holder,
        },
      ],
      to: 'same',
      does: [],
      apply: (order, { heldUntilMs }) => {
        if (!order.opening) return { order };
        const { ticket, untilMs } = order.opening;
        return { order: { ...order, opening: { ticket, untilMs: Math.min(untilMs, heldUntilMs) } } };
      },
    },
  ],
  otherwise: 'ignored',
};

export const alreadySettled = (): ApiError =>
  conflict('settlement_reference_conflict', 'This order or this external_reference has been settled already.');

const notSettleable = (): ApiError =>
  conflict('order_not_settleable', 'Only an order that waits for its payment can be settled.');

/** The order is paid outside the gateway, by a mode of the company's contract. */
export const settled: Reaction<EventOf<'settled'>> = {
  rules: [
    {
      from: ['unpaid'],
      when: [
        {
          description: 'no page was opened since the last was closed',
          holds: ({ session }, { closed }) => session?.id === closed,
        },
      ],
      to: 'captured',
      does: [...SALE_EFFECTS, 'settlement', 'gift_cards'],
      apply: (order, { mode, externalReference, by }, atMs) => {
        const next: OrderRow = {
          ...order,
          status: 'paid',
          fulfillment: { status: 'processing' },
          payment: {
            ...withLiveCards(order.payment, 'captured'),
            status: 'captured',
            gateway: 'settlement',
            captured: gatewayShare(order),
            authorizedAtMs: atMs,
            capturedAtMs: atMs,
            settlement: { mode, externalReference, atMs },
          },
        };
        return {
          order: withEvent(next, 'order.payment_authorized', atMs, by),
          effects: [
            ...saleEffects(order),
            { kind: 'settlement', reference: externalReference },
            ...cardMoves(order, 'capture'),
          ],
        };
      },
    },
  ],
  otherwise: (order) => {
    if (order.payment.settlement) return alreadySettled();
    return stateOf(order) === 'unpaid' ? checkoutInProgress(1) : notSettleable();
  },
};

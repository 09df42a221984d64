import { html } from 'hono/html';
import { eventEntry } from '../../../domain/events/catalog/event-catalog.ts';
import { decimalFromMinor } from '../../../platform/decimals.ts';
import { shownEmail } from '../../../platform/erased-email.ts';
import type { ApiError } from '../../../platform/errors.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { paidWith } from '../../../pages/kit/paid-with.ts';
import { searchOf, searchPath } from '../../codes.ts';
import { facts } from '../../counter/pages/counter.ts';
import { decimal, moment, money } from '../../format.ts';
import { deskPage } from '../../layout.ts';
import { backLink } from '../../pages/back-link.ts';
import { messages, refusalText } from '../../pages/notices.ts';
import { orderState } from '../../pages/order-state.ts';
import { linkById } from '../../pages/link-by-id.ts';
import { capitalize, stateMark } from '../../pages/state-mark.ts';
import { table } from '../../pages/table.ts';
import { HOLD_TEXTS } from '../../texts/holds.ts';
import { BOOKS_TEXTS } from '../../texts/books.ts';
import type { DeskVisit } from '../../visit.ts';
import { actorNameOf } from '../../actor-name.ts';
import type { ShownOrderParts } from '../order-parts.ts';
import { deliveryForm } from './delivery-form.ts';
import { itemList } from './item-list.ts';
import { fulfillForm, orderTrail } from './order-trail.ts';
import { refundForm } from './refund-form.ts';

type Order = NonNullable<ShownOrderParts['order']>;

interface Outcome {
  /** The amount that was just refunded, in the smallest currency unit. */
  refunded?: number;
  /** The fulfillment was just restarted. */
  isFulfilling?: boolean;
  /** The delivery was just changed. */
  isDeliveryChanged?: boolean;
  refusal?: ApiError;
  /** Labels for the fields of the refused form. */
  names?: Readonly<Record<string, string>>;
}

const minor = (visit: DeskVisit, amount: number, currency: string): string =>
  money(visit, decimalFromMinor(amount, currency), currency);

export const orderPage = (visit: DeskVisit, parts: ShownOrderParts, outcome: Outcome = {}): Promise<Reply> => {
  const { t } = visit;
  const { order } = parts;
  const { refusal, names = {} } = outcome;
  const title =
    parts.reference === undefined
      ? `${t.reports.columns.created_at} ${moment(visit, parts.issuedAt)}`
      : t.order.title(parts.reference);
  return deskPage(visit, {
    title,
    refusal,
    content: html`${visit.rights.has('search') ? backLink(...listOf(visit)) : none}
      <h1>${title}</h1>
      ${order ? none : html`<p class="code" translate="no">${parts.id}</p>`}
      ${messages({ fault: refusal && refusalText(visit, refusal, names), done: doneText(visit, parts, outcome) })}
      ${parts.isFulfillable && visit.rights.has('fulfill') ? fulfillForm(visit, parts) : none}
      ${order ? about(visit, order) : none}
      ${order && parts.isDeliveryChangeable && visit.rights.has('fulfill') ? deliveryForm(visit, order, refusal) : none}
      ${itemList(visit, parts)}
      ${order ? html`${lines(visit, order, parts.lineNames)} ${giftCards(visit, order)} ${life(visit, parts)}` : none}
      ${orderTrail(visit, parts)}
      ${order && parts.isRefundable && visit.rights.has('refund') ? refundForm(visit, order, { parts, refusal }) : none}`,
  });
};

/** The search that found the order, or the list of orders. */
const listOf = (visit: DeskVisit): [path: string, text: string] =>
  searchOf(visit) === '' ? ['/desk/orders', visit.t.search.orders] : [searchPath(visit), visit.t.search.title];

const doneText = (
  visit: DeskVisit,
  { order }: ShownOrderParts,
  { refunded = 0, isFulfilling, isDeliveryChanged }: Outcome,
): string | undefined => {
  const { t } = visit;
  if (isFulfilling) return t.trail.fulfilling;
  if (isDeliveryChanged) return t.delivery.done;
  if (!order || refunded === 0) return undefined;
  return t.refund.done(minor(visit, refunded, order.amounts.currency));
};

const about = (visit: DeskVisit, order: Order): Markup => {
  const { t } = visit;
  const { payment, amounts } = order;
  // The gateway's amounts exclude gift cards.
  const captured = payment.gift_cards.filter(({ status }) => status === 'captured');
  const paidByCards = captured.reduce((sum, card) => sum + card.amount, 0);
  const toCards = captured.reduce((sum, card) => sum + card.refunded_amount, 0);
  const holds = HOLD_TEXTS[visit.language];
  const amountOf = (amount: number): string => minor(visit, amount, amounts.currency);
  const person = (party: { name?: string | null; email?: string | null } | null | undefined): string =>
    [party?.name, shownEmail(party?.email ?? '')].filter(Boolean).join(', ');
  return facts(
    [
      [t.order.status, orderState(visit, order.status)],
      [t.order.payment, orderState(visit, payment.status)],
      paidWith(visit.language, payment.method),
      [t.order.fulfillment, orderState(visit, order.fulfillment.status)],
      [t.order.ordered, moment(visit, order.created_at)],
      [t.order.buyer, person(order.sender)],
      [t.order.recipient, person(order.recipient)],
      [t.order.delivery, capitalize(t.order.methods[order.delivery.method])],
      [t.delivery.sendAt, order.delivery.send_at === null ? '' : moment(visit, order.delivery.send_at)],
      [t.order.reference, order.client_reference ?? ''],
      [t.order.captured, amountOf(payment.captured_amount + paidByCards)],
      [holds.giftCards, paidByCards > 0 ? amountOf(paidByCards) : ''],
      [t.order.refunded, amountOf(payment.refunded_amount + toCards)],
      [holds.refundedToCards, toCards > 0 ? amountOf(toCards) : ''],
      ...commissionOf(visit, order),
      [t.trail.dispute, payment.dispute ? disputeState(visit, payment.dispute.status) : ''],
    ],
    // Captured and refunded amounts start a new row.
    { rowFrom: t.order.captured },
  );
};

const DISPUTE_TONES = { open: 'off', won: 'over', lost: 'wrong' } as const;

const disputeState = ({ t }: DeskVisit, status: keyof typeof DISPUTE_TONES): Markup =>
  stateMark(t.trail.disputes[status], DISPUTE_TONES[status]);

/**
 * The remaining commission with its rate; empty for an order without commission, and for users who may not see reports.
 */
const commissionOf = (visit: DeskVisit, { commission, amounts }: Order): [string, string][] => {
  if (!commission || !visit.rights.has('reports')) return [];
  if (commission.percent === 0 && commission.amount === 0) return [];
  const rate = new Intl.NumberFormat(visit.t.tag, { style: 'percent', maximumFractionDigits: 6 });
  const remaining = minor(visit, commission.amount, amounts.currency);
  return [[BOOKS_TEXTS[visit.language].commission, `${remaining} (${rate.format(commission.percent / 100)})`]];
};

const lines = (visit: DeskVisit, { line_items: sold, amounts }: Order, names: readonly string[]): Markup => {
  const { t } = visit;
  const format = (amount: number): string => minor(visit, amount, amounts.currency);
  const sums: [string, number][] = [
    [t.order.subtotal, amounts.subtotal],
    [t.order.discount, -amounts.discount],
    [t.order.fees, amounts.fees],
    [t.order.shipping, amounts.shipping],
    [t.order.total, amounts.total],
  ];
  const shown = sums.filter(([name, amount]) => amount !== 0 || name === t.order.total);
  return table('lines', t.order.lines, {
    head: ['', t.order.quantity, t.order.price],
    figures: [1, 2],
    sums: shown.length,
    rows: [
      ...sold.map((line, at) => [names[at] ?? line.name, decimal(visit, line.quantity), format(line.subtotal)]),
      ...shown.map(([name, amount]) => [name, '', format(amount)]),
    ],
  });
};

const GIFT_CARD_TONES = { held: 'off', captured: 'on', released: 'over' } as const;

/** Gift cards that are reserved for the order, have paid a part of it, or were removed from it. */
const giftCards = (visit: DeskVisit, { payment, amounts }: Order): Markup => {
  const { gift_cards: cards } = payment;
  if (cards.length === 0) return none;
  const t = HOLD_TEXTS[visit.language];
  const format = (amount: number): string => minor(visit, amount, amounts.currency);
  return table('gift-cards', t.giftCards, {
    head: [t.card, visit.t.item.status, visit.t.item.amount, visit.t.order.refunded],
    figures: [2, 3],
    sums: 1,
    rows: [
      ...cards.map((card) => [
        html`${t.ending(card.code_last4)} ${linkById(visit, card.item_id)}`,
        stateMark(t.states[card.status], GIFT_CARD_TONES[card.status]),
        format(card.amount),
        format(card.refunded_amount),
      ]),
      [t.due, '', format(payment.due), ''],
    ],
  });
};

/** The history. Its amounts include gift cards. */
const life = (visit: DeskVisit, { events, order, labels }: ShownOrderParts): Markup => {
  const { t } = visit;
  const currency = order?.amounts.currency ?? visit.company.currency;
  const sum = (amount: number): string => (amount === 0 ? '' : minor(visit, amount, currency));
  const hasCards = events.some(({ toCards }) => toCards > 0);
  return table('life', t.order.life, {
    head: [
      t.item.when,
      t.item.what,
      t.order.captured,
      t.order.refunded,
      ...(hasCards ? [HOLD_TEXTS[visit.language].refundedToCards] : []),
      t.item.who,
    ],
    figures: hasCards ? [2, 3, 4] : [2, 3],
    rows: events
      .toReversed()
      .map((event) => [
        moment(visit, event.occurred_at),
        eventEntry(event.type)?.name[visit.language] ?? event.type,
        sum(event.payment.captured + event.byCards),
        sum(event.payment.refunded + event.toCards),
        ...(hasCards ? [sum(event.toCards)] : []),
        actorNameOf(visit, event.by, labels),
      ]),
  });
};

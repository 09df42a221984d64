import { readItemsOfOrder } from '../../domain/value/items/of-order-id.ts';
import { termsOf } from '../../domain/value/items/load.ts';
import type { ItemRow } from '../../domain/value/items/rows.ts';
import { inOneLine } from '../../domain/fulfillment/documents/format.ts';
import { listMailsOfOrder, type MailSummary } from '../../domain/notifications/mail/of-order.ts';
import { presentOrderWithCommission } from '../../domain/checkout/orders/present.ts';
import { paidMinor, refundedToCardsMinor } from '../../domain/checkout/orders/gift-cards.ts';
import { loadOrder } from '../../domain/checkout/orders/load.ts';
import { openPartsOf, type OpenParts } from '../../domain/checkout/orders/open-parts.ts';
import { refundRefusal } from '../../domain/checkout/orders/refund-rules.ts';
import type { OrderRow } from '../../domain/checkout/orders/rows.ts';
import { hasCapture, isRedrawFailed } from '../../domain/checkout/orders/rules.ts';
import { transition } from '../../domain/checkout/orders/transitions.ts';
import { listRefundsOfOrder } from '../../domain/checkout/orders/refunds-of-order.ts';
import type { RefundRow } from '../../domain/checkout/orders/refund-rows.ts';
import { listDeliveries } from '../../domain/notifications/webhooks/list-deliveries.ts';
import { listOrderEvents } from '../../domain/notifications/webhooks/order-events.ts';
import { knownEvents } from '../../domain/notifications/webhooks/past-events.ts';
import { nowMs } from '../../platform/clock.ts';
import { ApiError, notFound } from '../../platform/errors.ts';
import { presentActor } from '../../platform/actor.ts';
import { keyLabels, type KeyLabels } from '../actor-name.ts';
import { localizeAll } from '../localize.ts';
import { deskListing, GROUP_MAX, type DeskListing } from '../code-lookup.ts';
import type { DeskVisit } from '../visit.ts';

const EVENTS_MAX = 200;
const DELIVERIES_MAX = 50;

/** One page of the items of an order. */
interface ItemsPage {
  shown: DeskListing[];
  /** Codes of the shown items that a refund can name: not refunded, and not replaced by another item. */
  refundable: ReadonlySet<string>;
  /** Position of the first shown item, from 0. */
  from: number;
  /** Total number of items. */
  total: number;
}

/** The data of an order. An order that the legacy API issued has only items and emails. */
export interface ShownOrderParts {
  id: string;
  /** The number of the order; undefined for items that were issued without an order. */
  reference: string | undefined;
  /** When items without an order were issued, ISO 8601. */
  issuedAt: string;
  order: ReturnType<typeof presentOrderWithCommission> | undefined;
  /** Product and option of each line. The presented lines have the product only. */
  lineNames: readonly string[];
  /**
   * `byCards`: what gift cards had paid. `toCards`: what had gone back to them. The amounts in `payment` are the parts at
   * the gateway.
   */
  events: (Awaited<ReturnType<typeof listOrderEvents>>['data'][number] & { byCards: number; toCards: number })[];
  items: ItemsPage;
  refunds: RefundRow[];
  mails: MailSummary[];
  deliveries: Awaited<ReturnType<typeof listDeliveries>>['data'];
  /** Labels of the API keys that acted on the order. */
  labels: KeyLabels;
  /** The order can be refunded. */
  isRefundable: boolean;
  /** Whether postage and fees can still be refunded. */
  open: Pick<OpenParts, 'shipping' | 'fees'>;
  /** The fulfillment of the order, or the rendering of its documents, failed permanently and can be retried. */
  isFulfillable: boolean;
  /** The documents of the order are outdated and could not be rendered again. */
  isOutdated: boolean;
  /** The order is scheduled, and its delivery time or address can be changed. */
  isDeliveryChangeable: boolean;
  /** Why the fulfillment or the rendering failed. */
  heldBack: string | undefined;
}

const unlessMissing = async <T>(reading: Promise<T>): Promise<T | undefined> => {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
};

const canBeFulfilled = (order: OrderRow, { by }: DeskVisit): boolean =>
  transition(order, { kind: 'fulfillment_retried', by }, nowMs()).kind === 'changed';

const canGoElsewhere = (order: OrderRow, { by }: DeskVisit): boolean =>
  transition(order, { kind: 'delivery_changed', by, to: {} }, nowMs()).kind !== 'refused';

/** Name of the form field that has the current page of items. */
export const PAGE_FIELD = 'page';

/** The page of items that the form or address names; by default the first. */
const itemsPage = (visit: DeskVisit, rows: readonly ItemRow[], open: OpenParts): ItemsPage => {
  const named = visit.form.get(PAGE_FIELD) || (visit.request.query['page'] ?? '');
  const pageNumber = /^\d{1,4}$/.test(named) ? Number(named) : 1;
  const last = Math.max(1, Math.ceil(rows.length / GROUP_MAX));
  const from = (Math.min(Math.max(pageNumber, 1), last) - 1) * GROUP_MAX;
  const onPage = rows.slice(from, from + GROUP_MAX);
  const shown = onPage.map((row) => deskListing(row, termsOf(visit.company), false));
  const refundable = onPage.filter(({ sequence, replacedBy }) => replacedBy === undefined && open.items.has(sequence));
  return {
    shown: localizeAll(visit, shown),
    refundable: new Set(refundable.map(({ code }) => code)),
    from,
    total: rows.length,
  };
};

/** Compares with the exact times in the row, because presented times have whole seconds. */
const withCardAmounts = (
  events: Awaited<ReturnType<typeof listOrderEvents>>['data'],
  order: OrderRow | undefined,
): ShownOrderParts['events'] => {
  const marks = new Map((order ? knownEvents(order) : []).map((mark) => [mark.seq, mark]));
  return events.map((event) => {
    const mark = marks.get(event.sequence);
    if (!order || !mark) return { ...event, byCards: 0, toCards: 0 };
    const byCards = hasCapture(mark) ? paidMinor(order) - order.payment.captured : 0;
    return { ...event, byCards, toCards: refundedToCardsMinor(order, mark.atMs) };
  });
};

const NOTHING_OPEN: OpenParts = { items: new Set(), shipping: false, fees: false };

/** Throws 404 if this company has neither an order nor items with this order id. */
export const loadOrderAtDesk = async (visit: DeskVisit, id: string): Promise<ShownOrderParts> => {
  const company = visit.company.slug;
  const page = { limit: DELIVERIES_MAX, startingAfter: undefined };
  const [order, events, rows, deliveries] = await Promise.all([
    unlessMissing(loadOrder(company, id)),
    unlessMissing(listOrderEvents(company, id, { limit: EVENTS_MAX, startingAfter: undefined })),
    readItemsOfOrder(company, id),
    listDeliveries(company, { endpoint: undefined, type: undefined, status: undefined, order: id }, page),
  ]);
  if (!order && rows.length === 0) throw notFound('order');
  const [refunds, mails] = await Promise.all([
    order ? listRefundsOfOrder(company, id) : [],
    listMailsOfOrder(company, id, { order, items: rows }),
  ]);
  const actors = [...(events?.data ?? []).map(({ by }) => by), ...refunds.map(({ by }) => presentActor(by))];
  const [first] = rows;
  const open = order ? openPartsOf(order) : NOTHING_OPEN;
  return {
    id,
    reference: order?.reference,
    issuedAt: new Date(first?.createdAtMs ?? 0).toISOString(),
    labels: await keyLabels(visit, actors),
    order: order && presentOrderWithCommission(order),
    lineNames: (order?.lines ?? []).map(({ name, optionName }) => inOneLine([name, optionName], ', ')),
    events: withCardAmounts(events?.data ?? [], order),
    items: itemsPage(visit, rows, open),
    refunds,
    mails,
    deliveries: deliveries.data,
    isRefundable: order !== undefined && refundRefusal(order) === undefined,
    open,
    isFulfillable: order !== undefined && canBeFulfilled(order, visit),
    isOutdated: order !== undefined && isRedrawFailed(order),
    isDeliveryChangeable: order !== undefined && canGoElsewhere(order, visit),
    heldBack: order?.fulfillment.error ?? order?.redraw?.error,
  };
};

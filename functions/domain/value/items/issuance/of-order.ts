import { createHash } from 'node:crypto';
import type { Actor } from '../../../../platform/actor.ts';
import { monthsAfter, endOfDayMs, localDate } from '../../../../platform/zones.ts';
import { cardTypeOf } from '../../../catalog/products/campaigns.ts';
import { designWith, type Family } from '../../../catalog/products/ids.ts';
import { lastMomentMs } from '../../../catalog/products/last-moment.ts';
import { deriveCode } from '../../../catalog/codes/rules.ts';
import type { CompanyRow } from '../../../company/companies/rows.ts';
import { channelOfOrder } from '../../../checkout/orders/channel-of-order.ts';
import type { OrderRow } from '../../../checkout/orders/rows.ts';
import type { LineValidity, OrderLine } from '../../../catalog/products/line-shape.ts';
import { hasSpreadStock } from '../../../catalog/stock/counters.ts';
import type { ItemOrderRow } from './item-orders.ts';
import { PAID, type ItemFacts, type ItemType } from '../rows.ts';
import type { NewItem } from '../ledger/ledger.ts';
import { cardTemplate } from '../../../company/settings/active-templates.ts';

const TYPE_OF_FAMILY: Record<Family, ItemType> = {
  gift_card: 'GIFTCARD',
  gift_card_variant: 'GIFTCARD VARIATION',
  event_ticket: 'TICKET',
  special_offer: 'SPECIALOFFER',
};

const itemTypeOf = (line: OrderLine): ItemType => {
  if (line.family !== 'gift_card' || line.campaignId === undefined) return TYPE_OF_FAMILY[line.family];
  return cardTypeOf(line.campaignKind ?? 'added-value');
};

/**
 * The end of an item's validity: the end of a day in the company's zone. The day is N months after issue, or fixed (for
 * an event, the day on which it ends, or starts if it has no end).
 */
export const validUntilMs = (validity: LineValidity, issuedAtMs: number, zone: string): number => {
  if (validity.type === 'months') return endOfDayMs(monthsAfter(localDate(issuedAtMs, zone), validity.months), zone);
  const untilMs = lastMomentMs(validity.until, zone);
  return Number.isNaN(untilMs) ? endOfDayMs(localDate(issuedAtMs, zone), zone) : untilMs;
};

/** Codes of an order are derived from its seed, so that fulfilling it again issues the same items. */
export const orderItemCode = (codeSeed: string, lineId: string, index: number): string =>
  deriveCode(codeSeed, `${lineId}\n${index}`);

/** Codes of all items that an order issues, in the order of its lines. Computed without an index, which may lag. */
export const codesOfOrder = ({ codeSeed, lines }: Pick<OrderRow, 'codeSeed' | 'lines'>): string[] =>
  lines.flatMap(({ id, itemCount }) =>
    Array.from({ length: itemCount }, (_, index) => orderItemCode(codeSeed, id, index)),
  );

/** Codes of all items that were issued directly as one order. */
export const codesOfItemOrder = ({ codeSeed, orderId, facts }: ItemOrderCodes): string[] =>
  Array.from({ length: facts.orderItems }, (_, sequence) => orderItemCode(codeSeed, orderId, sequence));

type ItemOrderCodes = Pick<ItemOrderRow, 'codeSeed' | 'orderId'> & { facts: Pick<ItemFacts, 'orderItems'> };

/** The group code of all items of an order. It contains the order id, so it is not stored. */
export const groupCodeOf = (orderId: string): string => orderId.replace(/^po_/, 'grp_').replace(/^ord_/, 'gro_');

/** The order of a group code; undefined for any other text. */
export const orderOfGroupCode = (groupCode: string): string | undefined => {
  const [, kind, hex] = /^(grp|gro)_([0-9a-f]{32})$/.exec(groupCode.trim().toLowerCase()) ?? [];
  return hex === undefined ? undefined : `${kind === 'grp' ? 'po' : 'ord'}_${hex}`;
};

/** Id of an order that did not come through checkout. It is derived, so that a repeat gives the same id. */
export const legacyOrderId = (company: string, seed: string): string =>
  `ord_${createHash('sha256').update(`order\n${company}\n${seed}`).digest('hex').slice(0, 32)}`;

/** Every item that an order issues, in the order of its lines. `nowMs` is the time of issue. */
export const itemsOfOrder = (order: OrderRow, company: CompanyRow, nowMs: number): NewItem[] => {
  const zone = company.time_zone;
  const ends = new Map(order.lines.map((line) => [line.id, validUntilMs(line.validity, nowMs, zone)]));
  const orderItems = order.lines.reduce((sum, line) => sum + line.itemCount, 0);
  const common = { ...factsOfOrder(order, company, nowMs), orderItems, orderValidUntilMs: Math.min(...ends.values()) };
  const items: NewItem[] = [];
  for (const line of order.lines) {
    for (let index = 0; index < line.itemCount; index++) {
      items.push({
        facts: {
          ...common,
          ...factsOfLine(line, company),
          code: orderItemCode(order.codeSeed, line.id, index),
          sequence: items.length,
          validUntilMs: ends.get(line.id) ?? nowMs,
        },
        status: PAID,
        by: issuerOf(order),
        requestId: order.id,
      });
    }
  }
  return items;
};

/** The service, on behalf of the key that ordered; orders on the order page have no key. */
const issuerOf = ({ keyId, company }: OrderRow): Actor => ({
  ...(keyId === '' ? {} : { keyId }),
  company,
  system: 'fulfillment',
});

type OrderFacts = 'orderItems' | 'orderValidUntilMs';
type LineFacts =
  | 'lineId'
  | 'itemType'
  | 'productId'
  | 'optionId'
  | 'title'
  | 'variant'
  | 'event'
  | 'addOn'
  | 'ticket'
  | 'valueMinor'
  | 'priceMinor'
  | 'pieces'
  | 'vatTreatment'
  | 'vatPercent'
  | 'campaignId'
  | 'template';
type ItemOwnFacts = 'code' | 'sequence' | 'validUntilMs';

const factsOfLine = (line: OrderLine, company: CompanyRow): Pick<ItemFacts, LineFacts> => ({
  lineId: line.id,
  itemType: itemTypeOf(line),
  productId: line.productId,
  optionId: line.optionId,
  title: line.name,
  variant: line.optionName ?? null,
  event: line.event
    ? { slug: line.event.slug, title: line.name, startsAt: line.event.startsAt, endsAt: line.event.endsAt }
    : null,
  addOn: line.addOn ?? false,
  ticket: line.ticket ? { comment: line.ticket.comment ?? null, code: line.ticket.code ?? null } : null,
  valueMinor: line.itemValue,
  priceMinor: line.amount,
  pieces: line.piecesPerItem,
  vatTreatment: line.vatTreatment,
  vatPercent: line.vatPercent,
  campaignId: line.campaignId ?? null,
  ...cardTemplate(company, line.family),
});

const factsOfOrder = (
  order: OrderRow,
  company: CompanyRow,
  nowMs: number,
): Omit<ItemFacts, OrderFacts | LineFacts | ItemOwnFacts> => {
  const buyer = order.sender.company;
  const { designId = '', designUrl } = order.greeting?.image ?? {};
  return {
    company: order.company,
    companyName: company.name,
    orderId: order.id,
    orderReference: order.reference,
    clientReference: order.clientReference ?? null,
    currency: order.amounts.currency,
    sender: { name: order.sender.name, email: order.sender.email, phone: null },
    senderCompany: buyer
      ? {
          name: buyer.name,
          address: buyer.street ?? null,
          city: buyer.city ?? null,
          postcode: buyer.postcode ?? null,
          country: buyer.country ?? null,
        }
      : null,
    receiver: {
      name: order.recipient?.name ?? order.sender.name,
      email: order.recipient?.email ?? order.sender.email,
      phone: order.delivery.address?.phone ?? null,
    },
    greeting: order.greeting?.message ?? null,
    imageUrl: designUrl ?? designWith(company, designId)?.url ?? null,
    channel: 'api',
    soldThrough: channelOfOrder(order),
    language: order.locale ?? company.language,
    paymentType: order.payment.gateway === 'settlement' ? 'invoice' : (order.payment.method?.type ?? 'card'),
    isToken: false,
    deliverAtMs: order.delivery.sendAtMs ?? null,
    deliveredAtMs: order.delivery.method === 'postal' ? null : nowMs,
    postal: order.delivery.method === 'postal',
    createdAtMs: nowMs,
    createdBy: order.createdBy ?? null,
    ...(hasSpreadStock(order.lines) ? { onSale: true } : {}),
  };
};

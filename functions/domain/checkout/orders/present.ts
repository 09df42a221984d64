import { lastOfCode } from '../../catalog/codes/rules.ts';
import { timestampOrNull, toTimestamp } from '../../../platform/clock.ts';
import { commissionLeft } from './commission.ts';
import { dueMinor } from './gift-cards.ts';
import { printedCountOf } from './line-issue.ts';
import type { OrderDispute, OrderRow } from './rows.ts';
import { presentAmounts } from '../pricing/amounts.ts';
import type { OrderLine } from '../../catalog/products/line-shape.ts';

/** The order object of the API (lib/reference/orders.md#the-order-object), the same for every authenticated reader. */
export const presentOrder = (order: OrderRow) => ({
  ...presentOrderForWebhook(order),
  sender: { name: order.sender.name, email: order.sender.email, company: presentCompany(order) },
  recipient: order.recipient && { name: order.recipient.name, email: order.recipient.email },
  greeting: presentGreeting(order),
  delivery: presentDelivery(order),
  marketing_consent: presentConsent(order),
  return_url: order.returnUrl,
});

/**
 * The order with its commission, for callers who may read it. `commission` is null before payment. Webhooks and buyers'
 * pages do not show it.
 */
export const presentOrderWithCommission = (order: OrderRow) => ({
  ...presentOrder(order),
  commission: presentCommission(order),
});

/** `amount` is the remaining commission. */
const presentCommission = ({ commission }: Pick<OrderRow, 'commission'>) =>
  commission
    ? {
        percent: commission.percent,
        base: commission.base,
        amount: commissionLeft(commission),
        refunded: commission.refunded,
      }
    : null;

/**
 * The order in webhooks, without the buyer, recipient, greeting or postal address
 * (lib/reference/events.md#personal-data).
 */
export const presentOrderForWebhook = (order: OrderRow) => ({
  id: order.id,
  object: 'order' as const,
  reference: order.reference,
  status: order.status,
  created_at: toTimestamp(order.createdAtMs),
  client_reference: order.clientReference,
  locale: order.locale,
  payment: presentPayment(order),
  fulfillment: { status: order.fulfillment.status, fulfilled_at: timestampOrNull(order.fulfillment.fulfilledAtMs) },
  amounts: presentAmounts(order.amounts),
  line_items: order.lines.map((line) => presentLine(order, line)),
  delivery: { method: order.delivery.method, send_at: order.delivery.sendAt },
  discount: order.discount && { code: order.discount.code, percent: order.discount.percent },
  seller: { name: order.seller.name, vat_number: order.seller.vatNumber },
  ...(hasSingleDocument(order) ? { gift_card_pdf: pdfLink(orderPdfPath(order.id)) } : {}),
});

const presentCompany = (order: OrderRow) => {
  const { company } = order.sender;
  if (!company) return null;
  const { name, vat_number, street, postcode, city, country } = company;
  return { name, vat_number, street, postcode, city, country };
};

const presentAddress = (order: OrderRow) => {
  const { address } = order.delivery;
  if (!address) return null;
  const { kind, name, company_name, street, postcode, city, country, email, phone } = address;
  return { kind, name, company_name, street, postcode, city, country, email, phone };
};

const presentConsent = (order: OrderRow) => {
  if (!order.marketingConsent) return null;
  const { granted, source, consent_text, consent_text_version } = order.marketingConsent;
  return { granted, source, consent_text, consent_text_version };
};

/** Whether a line has a document. Items that were refunded before their issue are not printed. */
const hasDocument = ({ fulfillment }: OrderRow, line: OrderLine): boolean =>
  fulfillment.status === 'fulfilled' && printedCountOf(line) > 0;

const hasSingleDocument = (order: OrderRow): boolean =>
  order.lines.length === 1 && order.lines.every((line) => hasDocument(order, line));

/** Lists every member, because the table returns them in any order. */
const presentMethod = ({ method }: OrderRow['payment']) => {
  if (!method) return null;
  const { type, brand, last4 } = method;
  return { type, brand, last4 };
};

const presentPayment = (order: OrderRow) => {
  const { payment } = order;
  return {
    status: payment.status,
    /** Null if the gateway has not reported the method yet, or if there is no gateway. */
    method: presentMethod(payment),
    /** Excludes gift cards. */
    captured_amount: payment.captured,
    refunded_amount: payment.refunded,
    authorized_at: timestampOrNull(payment.authorizedAtMs),
    captured_at: timestampOrNull(payment.capturedAtMs),
    settlement: payment.settlement
      ? {
          mode: payment.settlement.mode,
          external_reference: payment.settlement.externalReference,
          settled_at: toTimestamp(payment.settlement.atMs),
        }
      : null,
    due: dueMinor(order),
    gift_cards: (payment.giftCards ?? []).map(({ id, itemId, code, amount, status, refunded }) => ({
      id,
      item_id: itemId,
      code_last4: lastOfCode(code),
      amount,
      status,
      refunded_amount: refunded,
    })),
    dispute: presentDispute(payment.dispute),
    /** Stray payments and their automatic refunds. */
    returned_captures: (payment.strayCaptures ?? []).map((stray) => ({
      amount: stray.amount,
      currency: stray.currency ?? order.amounts.currency,
      captured_at: toTimestamp(stray.atMs),
      refunded_at: timestampOrNull(stray.refundedAtMs),
    })),
  };
};

const presentDispute = (dispute: OrderDispute | undefined) =>
  dispute ? { status: dispute.status, amount: dispute.amount, opened_at: toTimestamp(dispute.openedAtMs) } : null;

const presentLine = (order: OrderRow, line: OrderLine) => {
  const link = pdfLink(linePdfPath(order.id, line.id));
  const isCard = line.family === 'gift_card' || line.family === 'gift_card_variant';
  return {
    id: line.id,
    object: 'line_item' as const,
    product_id: line.productId,
    product_option_id: line.optionId,
    name: line.name,
    amount: line.amount,
    quantity: line.quantity,
    fees: line.fees,
    subtotal: line.subtotal,
    discount: line.discount,
    vat: line.vat,
    issued_count: line.issuedCount,
    ...(hasDocument(order, line) ? { pdf: link, gift_card_pdf: isCard ? link : null } : {}),
  };
};

const presentGreeting = (order: OrderRow) => {
  const image = order.greeting?.image;
  return {
    message: order.greeting?.message ?? null,
    image: image
      ? { source: image.source, ...(image.designId ? { design_id: image.designId } : {}) }
      : { source: 'none' as const },
  };
};

const presentDelivery = (order: OrderRow) => ({
  method: order.delivery.method,
  send_at: order.delivery.sendAt,
  address: presentAddress(order),
  pickup_point_id: order.delivery.pickupPointId ?? null,
  shipping_priority: order.delivery.shippingPriority ?? null,
});

const orderPdfPath = (orderId: string): string => `/v2/orders/${orderId}/gift-card.pdf`;
const linePdfPath = (orderId: string, lineId: string): string => `/v2/orders/${orderId}/lines/${lineId}/gift-card.pdf`;

const pdfLink = (url: string) => ({ url, mime: 'application/pdf' as const });

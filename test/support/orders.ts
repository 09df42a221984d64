import { orderCodec } from '../../functions/domain/checkout/orders/order-codec.ts';
import { orderKey, type OrderRow } from '../../functions/domain/checkout/orders/rows.ts';
import { eventMark } from '../../functions/domain/checkout/orders/rules.ts';

export const NOW = Date.parse('2027-03-01T12:00:00Z');

const ID = `po_${'a'.repeat(32)}`;

const CREATED: Pick<OrderRow, 'status' | 'payment' | 'fulfillment'> = {
  status: 'pending_payment',
  payment: { status: 'pending', captured: 0, refunded: 0, failedAttempts: [] },
  fulfillment: { status: null },
};

/** An unpaid order of one gift card for 500.00, to be varied by a test. */
export const anOrder = (changes: Partial<OrderRow> = {}): OrderRow =>
  orderCodec.write({
    ...orderKey(changes.company ?? 'nordlys', changes.id ?? ID),
    id: ID,
    company: 'nordlys',
    reference: 'ABCDEFGHJK',
    version: 1,
    inputHash: 'hash',
    createdAtMs: NOW,
    updatedAtMs: NOW,
    ...CREATED,
    epoch: 0,
    amounts: {
      currency: 'DKK',
      subtotal: 50000,
      discount: 0,
      fees: 1000,
      shipping: 0,
      tax: 200,
      tax_percent: 25,
      included_vat: [{ rate: 25, base: 800, vat: 200 }],
      total: 51000,
    },
    lines: [
      {
        id: `poli_${'b'.repeat(32)}`,
        productId: 'gift_card_value',
        optionId: null,
        family: 'gift_card',
        name: 'Gift card',
        amount: 50000,
        quantity: 1,
        fees: 1000,
        subtotal: 50000,
        discount: 0,
        vatTreatment: 'multi_purpose',
        vatPercent: 25,
        vat: 0,
        itemValue: 50000,
        itemCount: 1,
        piecesPerItem: 1,
        validity: { type: 'months', months: 36 },
        holds: [],
        issuedCount: 0,
      },
    ],
    sender: { name: 'Anna', email: 'anna@example.com' },
    recipient: { name: 'Bo', email: 'bo@example.com' },
    greeting: null,
    delivery: { method: 'recipient_email', sendAt: null },
    discount: null,
    seller: { name: 'Nordlys ApS', vatNumber: null },
    clientReference: null,
    locale: null,
    returnUrl: 'https://shop.example/',
    marketingConsent: null,
    keyId: 'k',
    codeSeed: 'seed',
    event: { seq: 1, ...eventMark(CREATED, 'order.created', NOW, { keyId: 'k' }) },
    ...changes,
  });

import { randomBytes } from 'node:crypto';
import type { OpenSession } from '../../../functions/adapters/payments/port.ts';

/** A session for an order of 3 × 200.00 with a fee of 10.00. */
export const sessionInput = (overrides: Partial<OpenSession> = {}): OpenSession => ({
  sessionId: `cs_${randomBytes(16).toString('hex')}`,
  company: 'nordlys',
  orderId: `po_${randomBytes(16).toString('hex')}`,
  reference: 'K7M2QX9P4D',
  amounts: {
    currency: 'DKK',
    subtotal: 60_000,
    discount: 0,
    fees: 1000,
    shipping: 0,
    tax: 200,
    vat: 200,
    total: 61_000,
  },
  due: overrides.amounts?.total ?? 61_000,
  giftCards: [],
  methods: ['card', 'link'],
  seller: { name: 'Nordlys ApS', vatNumber: 'DK12345678' },
  lines: [{ name: 'Gift card', quantity: 3, amount: 60_000, discount: 0 }],
  returnUrl: 'https://shop.example/thanks?cart=7',
  expiresAtMs: Date.now() + 30 * 60_000,
  locale: 'en',
  companyLanguage: 'da',
  ...overrides,
});

import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { nowMs } from '../../platform/clock.ts';
import { sessionParams } from './stripe-session.ts';

/** An amount that no currency finds too small or too large, in its smallest unit. */
const AMOUNT = 900_000;
const PAGE_LIFE_MS = 30 * 60_000;

/**
 * What prevents payments with this account, one sentence each. Manual capture, cards and each currency are tried rather
 * than queried: a payment page is opened as for an order and closed at once, unseen.
 */
export const accountFaults = async (
  client: Stripe,
  baseUrl: string,
  currencies: readonly string[],
): Promise<string[]> => {
  const { charges_enabled: takes, payouts_enabled: paysOut } = await client.accounts.retrieveCurrent();
  const faults = [
    ...(takes ? [] : ['The account may not take payments yet: finish its registration at Stripe.']),
    ...(paysOut ? [] : ['The account is not paid out yet: finish its registration at Stripe.']),
  ];
  for (const currency of currencies) {
    const fault = await pageFault(client, baseUrl, currency);
    if (fault !== undefined) faults.push(fault);
  }
  return faults;
};

const pageFault = async (client: Stripe, baseUrl: string, currency: string): Promise<string | undefined> => {
  const sessionId = `check_${randomUUID()}`;
  const page = sessionParams({
    sessionId,
    // Without an order the payment belongs to no one, and notices about it are ignored.
    company: '',
    orderId: '',
    reference: 'check',
    amounts: { currency, subtotal: AMOUNT, discount: 0, fees: 0, shipping: 0, tax: 0, vat: 0, total: AMOUNT },
    due: AMOUNT,
    giftCards: [],
    seller: { name: 'check', vatNumber: null },
    lines: [{ name: 'check', quantity: 1, amount: AMOUNT }],
    returnUrl: baseUrl,
    expiresAtMs: nowMs() + PAGE_LIFE_MS,
    locale: null,
    companyLanguage: 'en',
  });
  try {
    const { id, payment_method_types: offered } = await client.checkout.sessions.create(page, {
      idempotencyKey: sessionId,
    });
    await client.checkout.sessions.expire(id);
    return offered?.includes('card')
      ? undefined
      : `A payment page in ${currency} offers no cards: allow them at Stripe.`;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    return `A payment page in ${currency} cannot be opened. Stripe says: ${error.message}`;
  }
};

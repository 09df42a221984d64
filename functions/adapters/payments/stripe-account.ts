import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { nowMs } from '../../platform/clock.ts';
import { commonTotal, METHODS, paymentMethodsFor } from '../../platform/payment-methods.ts';
import type { OpenSession } from './port.ts';
import { methodsAtStripe, sessionParams } from './stripe-session.ts';
import { MINUTE_MS } from '../../platform/durations.ts';

/** An amount in the smallest currency unit that is within the limits of every currency, but not of every method. */
const AMOUNT = 900_000;
const PAGE_LIFE_MS = 30 * MINUTE_MS;

/** A currency (three uppercase letters) and the methods of its payment pages. */
type Offer = Pick<OpenSession, 'methods'> & { currency: string };

/**
 * Why payments with this account are not possible, one sentence each. Manual capture, methods and currencies are tested
 * by opening a payment page like that of an order and closing it immediately.
 */
export const accountFaults = async (client: Stripe, baseUrl: string, offers: readonly Offer[]): Promise<string[]> => {
  const { charges_enabled: canCharge, payouts_enabled: canPayOut } = await client.accounts.retrieveCurrent();
  const faults = [
    ...(canCharge ? [] : ['The account cannot accept payments yet: finish its registration at Stripe.']),
    ...(canPayOut ? [] : ['The account cannot receive payouts yet: finish its registration at Stripe.']),
  ];
  for (const offer of offers) faults.push(...(await pageFaults(client, baseUrl, offer)));
  return faults;
};

const pageFaults = async (client: Stripe, baseUrl: string, { currency, methods }: Offer): Promise<string[]> => {
  const amount = commonTotal(methods, AMOUNT, currency);
  const offered = paymentMethodsFor(methods, amount, currency);
  const supported = methodsAtStripe(offered);
  const faults = offered
    .filter((type) => !supported.includes(type))
    .map((type) => `Stripe does not have ${METHODS[type].name}, which a company offers in ${currency}.`);
  return supported.length === 0
    ? faults
    : [...faults, ...(await openedFaults(client, baseUrl, { currency, methods: supported, amount }))];
};

const openedFaults = async (
  client: Stripe,
  baseUrl: string,
  { currency, methods, amount }: Offer & { amount: number },
): Promise<string[]> => {
  const sessionId = `check_${randomUUID()}`;
  const page = sessionParams({
    sessionId,
    // A payment without an order is ignored when Stripe reports it.
    company: '',
    orderId: '',
    reference: 'check',
    amounts: { currency, subtotal: amount, discount: 0, fees: 0, shipping: 0, tax: 0, vat: 0, total: amount },
    due: amount,
    giftCards: [],
    methods,
    seller: { name: 'check', vatNumber: null },
    lines: [{ name: 'check', quantity: 1, amount }],
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
    return methods
      .filter((type) => !offered?.includes(type))
      .map((type) => `A payment page in ${currency} does not offer ${METHODS[type].name}: allow it at Stripe.`);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    return [`A payment page in ${currency} cannot be opened. Stripe says: ${error.message}`];
  }
};

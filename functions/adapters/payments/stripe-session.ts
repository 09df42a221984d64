import type Stripe from 'stripe';
import { decimalsOf } from '../../platform/currencies.ts';
import { pageTexts } from './page-texts.ts';
import type { OpenSession } from './port.ts';
import { returnAddress } from './return-address.ts';
import { ownMember } from '../../platform/own-member.ts';
import { METHODS, type PaymentMethodDetails, type PaymentMethodType } from '../../platform/payment-methods.ts';

type Params = Stripe.Checkout.SessionCreateParams;
type LineItem = Stripe.Checkout.SessionCreateParams.LineItem;

/** Stripe's unit is a hundredth for these currencies, although they have no decimals. */
const UNITS_AT_STRIPE: Record<string, number> = { ISK: 100, UGX: 100 };
const unitsOf = (currency: string): number => ownMember(UNITS_AT_STRIPE, currency.toUpperCase()) ?? 1;

export const toStripeAmount = (amount: number, currency: string): number => amount * unitsOf(currency);

/** Card networks require 0 as the last of three decimals. */
const THREE_DECIMAL_CARD_STEP = 10;

/** Whether cards can be charged exactly this amount. */
export const isChargeable = (amount: number, currency: string): boolean =>
  decimalsOf(currency) < 3 || amount % THREE_DECIMAL_CARD_STEP === 0;

export const fromStripeAmount = (amount: number, currency: string): number => Math.round(amount / unitsOf(currency));

/** Stripe requires an expiry at least half an hour after the request arrives, so time for the transfer is added. */
const SLACK_SECONDS = 60;

/** Methods that Stripe does not support. */
const NOT_AT_STRIPE: ReadonlySet<PaymentMethodType> = new Set(['vipps']);

/** The methods that Stripe supports. */
export const methodsAtStripe = (methods: readonly PaymentMethodType[]): PaymentMethodType[] =>
  methods.filter((type) => !NOT_AT_STRIPE.has(type));

const manualCaptureOptions = (methods: readonly PaymentMethodType[]): Params['payment_method_options'] =>
  Object.fromEntries(
    methods.filter((type) => METHODS[type].capture === 'manual').map((type) => [type, { capture_method: 'manual' }]),
  );

type TimedIntent = Pick<Stripe.PaymentIntent, 'created' | 'canceled_at' | 'latest_charge'>;

/**
 * When a payment was authorized, or when its authorization ended. The intent may be older, because it is created with
 * the first attempt; each attempt has its own charge.
 */
export const landedAtMs = ({ created, canceled_at: endedAt, latest_charge: charge }: TimedIntent): number =>
  1000 * (endedAt ?? (typeof charge === 'object' ? charge?.created : undefined) ?? created);

/** The details of the payment method, if the charge was read. */
export const methodOf = ({
  latest_charge: charge,
}: Pick<Stripe.PaymentIntent, 'latest_charge'>): { method?: PaymentMethodDetails } => {
  const { type, card } = (typeof charge === 'object' && charge?.payment_method_details) || {};
  if (!type) return {};
  return {
    method: { type, ...(card?.brand ? { brand: card.brand } : {}), ...(card?.last4 ? { last4: card.last4 } : {}) },
  };
};

/**
 * A payment page for the exact amount due. It only authorizes the amount, except with methods that are captured
 * immediately.
 */
export const sessionParams = (input: OpenSession): Params => {
  const methods = methodsAtStripe(input.methods);
  const locale = stripeLocale(input.locale) ?? stripeLocale(input.companyLanguage) ?? 'auto';
  // Metadata that links a payment to its order. It is set on the session, the payment and its charges.
  const metadata = { company: input.company, order_id: input.orderId, session_id: input.sessionId };
  return {
    mode: 'payment',
    client_reference_id: input.sessionId,
    // Stripe ignores methods that the account, the currency or the total does not support.
    allowed_payment_method_types: methods,
    payment_method_options: manualCaptureOptions(methods),
    line_items: lineItems(input, locale),
    payment_intent_data: { description: `Order ${input.reference}`, metadata },
    metadata,
    locale,
    expires_at: Math.ceil(input.expiresAtMs / 1000) + SLACK_SECONDS,
    success_url: returnAddress(input.returnUrl, input.orderId, 'authorized'),
    cancel_url: returnAddress(input.returnUrl, input.orderId, 'cancelled'),
  };
};

/** The lines, fees and postage of the order if they add up to its total, otherwise one line with the total. */
const lineItems = ({ lines, amounts, due, reference }: OpenSession, locale: string): LineItem[] => {
  const { currency } = amounts;
  const texts = pageTexts(locale);
  const item = (name: string, amount: number): LineItem => ({
    quantity: 1,
    price_data: {
      currency: currency.toLowerCase(),
      unit_amount: toStripeAmount(amount, currency),
      product_data: { name },
    },
  });
  const parts = [
    ...lines.map((line) => ({
      name: line.quantity > 1 ? `${line.quantity} × ${line.name}` : line.name,
      amount: line.amount,
    })),
    ...(amounts.fees > 0 ? [{ name: texts.fees, amount: amounts.fees }] : []),
    ...(amounts.shipping > 0 ? [{ name: texts.shipping, amount: amounts.shipping }] : []),
  ];
  const sum = parts.reduce((total, part) => total + part.amount, 0);
  const isExact = sum === due && parts.every(({ amount }) => isChargeable(amount, currency));
  if (!isExact) return [item(texts.order(reference), due)];
  return parts.map(({ name, amount }) => item(name === '' ? texts.order(reference) : name, amount));
};

const LOCALES = new Set(
  (
    'bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hr hu id it ja ko lt lv ms mt nb nl pl pt pt-BR ro ru sk sl ' +
    'sv th tr vi zh zh-HK zh-TW'
  ).split(' '),
);

const stripeLocale = (tag: string | null): Params['locale'] => {
  const language = tag?.split('-')[0]?.toLowerCase() ?? '';
  const supported = language === 'no' || language === 'nn' ? 'nb' : language;
  return [tag ?? '', supported].find((name) => LOCALES.has(name));
};

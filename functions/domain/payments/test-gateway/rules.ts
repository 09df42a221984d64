import type { LandedPayment } from '../../../adapters/payments/port.ts';
import { METHODS, type PaymentMethodDetails, type PaymentMethodType } from '../../../platform/payment-methods.ts';
import type { GatewayPayment, GatewaySessionRow } from './rows.ts';

/** Outcome of an attempt to pay. */
type PaymentOutcome =
  | {
      outcome: 'authorized';
      /** Seconds until the buyer approves the payment. */
      approvalDelaySeconds: number;
      /** Seconds from authorization to capture. */
      captureDelaySeconds: number;
      /** Seconds until the authorization expires uncaptured; absent: it is captured. */
      endsAfterSeconds?: number;
      /** Each notification is sent three times, out of order. */
      repeatsNotices: boolean;
      refundsRefused: boolean;
      /** Amount by which the authorization falls short, in the smallest currency unit. */
      short: number;
    }
  | { outcome: 'declined'; reason: string };

const ACCEPTED = {
  outcome: 'authorized',
  approvalDelaySeconds: 0,
  captureDelaySeconds: 0,
  repeatsNotices: false,
  refundsRefused: false,
  short: 0,
} as const;
const EXPIRING = { ...ACCEPTED, endsAfterSeconds: 15 * 60 } as const;
const declinedOutcome = (reason: string): PaymentOutcome => ({ outcome: 'declined', reason });

/** The cards of the test gateway; any other card is declined. */
export const TEST_CARDS: ReadonlyMap<string, PaymentOutcome> = new Map<string, PaymentOutcome>([
  ['4242424242424242', ACCEPTED],
  ['4000000000000002', declinedOutcome('The card was declined.')],
  ['4000000000009995', declinedOutcome('The card was declined: insufficient funds.')],
  ['4000000000000341', { ...ACCEPTED, captureDelaySeconds: 60 }],
  ['4000000000000259', { ...ACCEPTED, repeatsNotices: true }],
  ['4000000000000085', { ...ACCEPTED, short: 1 }],
  ['4000000000005126', { ...ACCEPTED, refundsRefused: true }],
  ['4000000000000218', EXPIRING],
]);

export const outcomeOfCard = (cardNumber: string): PaymentOutcome =>
  TEST_CARDS.get(cardNumber) ?? declinedOutcome('The card is not one of the test cards.');

/** Outcomes that a buyer may choose for other methods, as in the apps of those methods. */
export const METHOD_OUTCOMES = ['approved', 'declined', 'approved_late', 'expired'] as const;
export type MethodOutcome = (typeof METHOD_OUTCOMES)[number];

/** Outcomes of a method. A method with immediate capture has no authorization that could expire. */
export const outcomesOf = (type: PaymentMethodType): readonly MethodOutcome[] =>
  METHOD_OUTCOMES.filter((outcome) => outcome !== 'expired' || METHODS[type].capture === 'manual');

const OUTCOMES: Readonly<Record<MethodOutcome, PaymentOutcome>> = {
  approved: ACCEPTED,
  declined: declinedOutcome('The buyer did not approve the payment.'),
  approved_late: { ...ACCEPTED, approvalDelaySeconds: 60 },
  expired: EXPIRING,
};

export interface AttemptedPayment {
  /** Equal for two submissions of the same form. */
  name: string;
  method: PaymentMethodDetails;
  outcome: PaymentOutcome;
}

export const cardAttempt = ({ number }: Card): AttemptedPayment => ({
  name: number,
  method: { type: 'card', brand: number.startsWith('5') ? 'mastercard' : 'visa', last4: number.slice(-4) },
  outcome: outcomeOfCard(number),
});

/**
 * An attempt with another method; undefined for a method that the page does not offer, or an outcome that the method
 * does not have.
 */
export const methodAttempt = (
  offered: readonly PaymentMethodType[],
  requestedType: string,
  outcome: string,
): AttemptedPayment | undefined => {
  const type = offered.find((each) => each === requestedType && each !== 'card');
  const known = type && outcomesOf(type).find((each) => each === outcome);
  return type && known && { name: `${type} ${known}`, method: { type }, outcome: OUTCOMES[known] };
};

/** A card whose number has a valid format. */
interface Card {
  /** Digits only. */
  number: string;
}

export type CardField = 'card_number' | 'expiry' | 'cvc';
/** Fault of a form field. */
export type CardFault = 'missing' | 'malformed';
export type CardFaults = Partial<Record<CardField, CardFault>>;

/** Validates the payment form. Test cards do not expire, so that a clock moved ahead does not invalidate them. */
export const parseCard = (form: Record<string, string>): { card: Card } | { faults: CardFaults } => {
  const number = (form['card_number'] ?? '').replace(/[\s-]/g, '');
  const cvc = (form['cvc'] ?? '').trim();
  const faults: CardFaults = {};
  if (number === '') faults.card_number = 'missing';
  else if (!/^\d{12,19}$/.test(number) || !hasValidCheckDigit(number)) faults.card_number = 'malformed';
  const expiry = expiryFault((form['expiry'] ?? '').trim());
  if (expiry) faults.expiry = expiry;
  if (cvc === '') faults.cvc = 'missing';
  else if (!/^\d{3,4}$/.test(cvc)) faults.cvc = 'malformed';
  return Object.keys(faults).length > 0 ? { faults } : { card: { number } };
};

/** Whether a card number has a valid check digit (Luhn algorithm). */
export const hasValidCheckDigit = (digits: string): boolean => {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place]);
    const weighted = place % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
};

const expiryFault = (text: string): CardFault | undefined => {
  if (text === '') return 'missing';
  const [, month, year] = /^(\d{1,2})\s*[/.-]\s*(\d{2}|\d{4})$/.exec(text) ?? /^(\d{2})(\d{2}|\d{4})$/.exec(text) ?? [];
  return !month || !year || Number(month) < 1 || Number(month) > 12 ? 'malformed' : undefined;
};

/**
 * State of a payment page. `lapsed`: the link has expired although the row is still open. `waiting`: the buyer still
 * has to approve the payment.
 */
export type PageState = 'payable' | 'lapsed' | 'closed' | 'waiting' | 'paid';

export const pageState = (session: GatewaySessionRow, nowMs: number): PageState => {
  if (session.payment && paymentStatus(session.payment, nowMs) === 'unapproved') return 'waiting';
  if (session.state !== 'open') return session.state;
  return session.expiresAtMs <= nowMs ? 'lapsed' : 'payable';
};

/** The status of a payment at a given time. */
export const paymentStatus = (
  { authorizedAtMs, capturesAtMs, endsAtMs }: GatewayPayment,
  nowMs: number,
): 'unapproved' | 'authorized' | 'captured' | 'cancelled' => {
  if (authorizedAtMs > nowMs) return 'unapproved';
  if (endsAtMs !== undefined) return endsAtMs <= nowMs ? 'cancelled' : 'authorized';
  return capturesAtMs <= nowMs ? 'captured' : 'authorized';
};

/** A session has one payment, so each id is derived from the other. */
export const paymentReferenceOf = (sessionId: string): string => `tp_${sessionId.slice('cs_'.length)}`;
export const sessionIdOf = (paymentReference: string): string => `cs_${paymentReference.replace(/^tp_/, '')}`;

/** The payment of a session at a given time; undefined while it is unpaid. */
export const landedPayment = (session: GatewaySessionRow, nowMs: number): LandedPayment | undefined => {
  const { payment, details } = session;
  if (!payment || !details) return undefined;
  const status = paymentStatus(payment, nowMs);
  if (status === 'unapproved') return undefined;
  return {
    status,
    method: payment.method,
    paymentReference: payment.reference,
    amount: payment.amount,
    currency: details.amounts.currency,
    occurredAtMs: status === 'captured' ? payment.capturesAtMs : payment.authorizedAtMs,
  };
};

import type { LandedPayment } from '../../../adapters/payments/port.ts';
import type { GatewaySessionRow } from './rows.ts';

/** What the card network would say to a card. */
export type CardOutcome =
  | {
      outcome: 'authorized';
      /** Seconds from authorization to capture. */
      captureDelaySeconds: number;
      /** Every notification three times, in no order. */
      restless: boolean;
      refundsRefused: boolean;
      /** Amount by which the authorization falls short, in the smallest unit. */
      short: number;
    }
  | { outcome: 'declined'; reason: string };

const TAKEN = {
  outcome: 'authorized',
  captureDelaySeconds: 0,
  restless: false,
  refundsRefused: false,
  short: 0,
} as const;
const declined = (reason: string): CardOutcome => ({ outcome: 'declined', reason });

/** The cards of the test gateway; every other card is declined. */
export const TEST_CARDS: ReadonlyMap<string, CardOutcome> = new Map<string, CardOutcome>([
  ['4242424242424242', TAKEN],
  ['4000000000000002', declined('The card was declined.')],
  ['4000000000009995', declined('The card was declined: insufficient funds.')],
  ['4000000000000341', { ...TAKEN, captureDelaySeconds: 60 }],
  ['4000000000000259', { ...TAKEN, restless: true }],
  ['4000000000000085', { ...TAKEN, short: 1 }],
  ['4000000000005126', { ...TAKEN, refundsRefused: true }],
]);

export const outcomeOfCard = (cardNumber: string): CardOutcome =>
  TEST_CARDS.get(cardNumber) ?? declined('The card is not one of the test cards.');

/** A card whose form is right. */
export interface Card {
  /** Digits only. */
  number: string;
}

export type CardField = 'card_number' | 'expiry' | 'cvc';
/** What is wrong with a field of the form. */
export type CardFault = 'missing' | 'malformed';
export type CardFaults = Partial<Record<CardField, CardFault>>;

/** Checks the payment form. Test cards have no last month: a clock that was moved ahead must not use them up. */
export const readCard = (form: Record<string, string>): { card: Card } | { faults: CardFaults } => {
  const number = (form['card_number'] ?? '').replace(/[\s-]/g, '');
  const cvc = (form['cvc'] ?? '').trim();
  const faults: CardFaults = {};
  if (number === '') faults.card_number = 'missing';
  else if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) faults.card_number = 'malformed';
  const expiry = expiryFault((form['expiry'] ?? '').trim());
  if (expiry) faults.expiry = expiry;
  if (cvc === '') faults.cvc = 'missing';
  else if (!/^\d{3,4}$/.test(cvc)) faults.cvc = 'malformed';
  return Object.keys(faults).length > 0 ? { faults } : { card: { number } };
};

/** The check digit of card numbers. */
export const passesLuhn = (digits: string): boolean => {
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

/** Number of declined cards after which a link stops accepting cards: further tries suggest stolen ones. */
export const DECLINES_MAX = 20;

/** Whether a session can be paid: a link that lapsed counts as over whatever its row says. */
export type PageState = 'payable' | 'lapsed' | 'closed' | 'paid';

export const pageState = (session: GatewaySessionRow, nowMs: number): PageState => {
  if (session.state !== 'open') return session.state;
  return session.expiresAtMs <= nowMs ? 'lapsed' : 'payable';
};

/** A session has one payment, so each is named by the other. */
export const paymentReferenceOf = (sessionId: string): string => `tp_${sessionId.slice('cs_'.length)}`;
export const sessionIdOf = (paymentReference: string): string => `cs_${paymentReference.replace(/^tp_/, '')}`;

/** The payment of a session at a moment; undefined while it is unpaid. */
export const landedPayment = (session: GatewaySessionRow, nowMs: number): LandedPayment | undefined => {
  const { payment, details } = session;
  if (!payment || !details) return undefined;
  const isCaptured = payment.capturesAtMs <= nowMs;
  return {
    status: isCaptured ? 'captured' : 'authorized',
    paymentReference: payment.reference,
    amount: payment.amount,
    currency: details.amounts.currency,
    occurredAtMs: isCaptured ? payment.capturesAtMs : payment.authorizedAtMs,
  };
};

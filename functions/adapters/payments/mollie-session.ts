import { config } from '../../platform/config.ts';
import { nowMs } from '../../platform/clock.ts';
import { conflict } from '../../platform/errors.ts';
import { callMollie, MollieRefusal } from './mollie-client.ts';
import { paymentsSince } from './mollie-lists.ts';
import {
  capturedOf,
  hasManualCapture,
  fromMollieAmount,
  landedAtMs,
  methodOf,
  methodsAtMollie,
  mollieMethod,
  mollieShapes,
  findMolliePayment,
  paymentStatusOf,
  toMollieAmount,
  type MolliePayment,
} from './mollie-payment.ts';
import {
  GatewayUnavailable,
  type CloseSession,
  type OpenedSession,
  type OpenSession,
  type SessionState,
} from './port.ts';
import { pageTexts } from './page-texts.ts';
import { returnAddress } from './return-address.ts';
import { DAY_MS, MINUTE_MS } from '../../platform/durations.ts';

/**
 * Path of the notification route. Each request for a payment contains the URL, so no webhook has to be set up at
 * Mollie.
 */
const MOLLIE_NOTICES_PATH = '/payments/mollie/notifications';

/* oxfmt-ignore */
const LOCALES = new Map([
  ['da', 'da_DK'], ['de', 'de_DE'], ['en', 'en_US'], ['es', 'es_ES'], ['fi', 'fi_FI'], ['fr', 'fr_FR'], ['hu', 'hu_HU'],
  ['is', 'is_IS'], ['it', 'it_IT'], ['lt', 'lt_LT'], ['lv', 'lv_LV'], ['nb', 'nb_NO'], ['nl', 'nl_NL'], ['nn', 'nb_NO'],
  ['no', 'nb_NO'], ['pl', 'pl_PL'], ['pt', 'pt_PT'], ['sv', 'sv_SE'],
]);

const mollieLocale = (tag: string | null): string | undefined => LOCALES.get(tag?.split('-')[0]?.toLowerCase() ?? '');

/** The request for a payment page with the exact amount due. The same input gives the same body. */
const paymentBody = (input: OpenSession): object => {
  const methods = methodsAtMollie(input.methods);
  const locale = mollieLocale(input.locale) ?? mollieLocale(input.companyLanguage);
  return {
    amount: toMollieAmount(input.due, input.amounts.currency),
    description: pageTexts(locale).order(input.reference),
    method: methods.map(mollieMethod),
    captureMode: hasManualCapture(methods) ? 'manual' : 'automatic',
    redirectUrl: returnAddress(input.returnUrl, input.orderId, 'authorized'),
    cancelUrl: returnAddress(input.returnUrl, input.orderId, 'cancelled'),
    webhookUrl: `${config.baseUrl()}${MOLLIE_NOTICES_PATH}`,
    metadata: { company: input.company, order_id: input.orderId, session_id: input.sessionId },
    ...(locale ? { locale } : {}),
  };
};

export const openMollieSession = async (input: OpenSession): Promise<OpenedSession> => {
  if (methodsAtMollie(input.methods).length === 0) {
    throw conflict('order_not_payable', 'Mollie has none of the payment methods of this company.');
  }
  try {
    return await openWithKey(input, input.sessionId);
  } catch (error) {
    if (!(error instanceof MollieRefusal)) throw error;
    // Any other refusal is a fault of the service. The buyer gets the same error as during an outage.
    if (!error.field?.startsWith('amount')) throw new GatewayUnavailable('Mollie refused to open a session', error);
    throw conflict('order_not_payable', `This total cannot be paid at Mollie: ${error.message}`);
  }
};

/** Maximum clock difference. A payment that is older than this was created by an earlier call. */
const FRESH_MS = MINUTE_MS;

const openWithKey = async (input: OpenSession, idempotencyKey: string): Promise<OpenedSession> => {
  const body = paymentBody(input);
  const opened = await callMollie({ method: 'POST', path: '/payments', body, idempotencyKey }, mollieShapes.payment());
  const ageMs = nowMs() - Date.parse(opened.createdAt);
  // The link of a repeated call expires with the link of the first call.
  const expiresAtMs = input.expiresAtMs - (ageMs > FRESH_MS ? ageMs : 0);
  if (expiresAtMs === input.expiresAtMs) return openedSession(opened, expiresAtMs);
  const current = await findMolliePayment(opened.id);
  if (current?.status === 'open' && expiresAtMs > nowMs()) return openedSession(current, expiresAtMs);
  // The session has ended. Concurrent repeats derive the same next key, so they open only one new session.
  if (idempotencyKey !== input.sessionId) throw new GatewayUnavailable('Mollie returned a page that has expired');
  return openWithKey(input, `${input.sessionId}:${opened.id}`);
};

const openedSession = ({ id, _links: { checkout } }: MolliePayment, expiresAtMs: number): OpenedSession => {
  if (!checkout) throw new GatewayUnavailable('Mollie returned a payment without a page');
  return { url: checkout.href, gatewaySessionId: id, expiresAtMs };
};

const SEARCH_MAX_PAGES = 8;
const SEARCH_PERIOD_MS = DAY_MS;

/**
 * The payment of a session; undefined if the session was never opened. Without the gateway's id, only the newest
 * payments of the last day are searched.
 */
const paymentOf = async ({ sessionId, gatewaySessionId }: CloseSession): Promise<MolliePayment | undefined> => {
  if (gatewaySessionId?.startsWith('tr_')) return findMolliePayment(gatewaySessionId);
  for await (const each of paymentsSince(nowMs() - SEARCH_PERIOD_MS, SEARCH_MAX_PAGES)) {
    if (each.metadata.session_id === sessionId) return each;
  }
  return undefined;
};

const stateOf = (payment: MolliePayment): SessionState => {
  if (payment.status === 'open' || payment.status === 'pending') return { state: 'open' };
  const status = paymentStatusOf(payment);
  if (status !== 'authorized' && status !== 'captured') return { state: 'closed' };
  return {
    state: 'paid',
    payment: {
      status,
      paymentReference: payment.id,
      amount: status === 'captured' ? capturedOf(payment) : fromMollieAmount(payment.amount),
      currency: payment.amount.currency,
      occurredAtMs: landedAtMs(payment),
      ...methodOf(payment),
    },
  };
};

export const readMollieSession = async (session: CloseSession): Promise<SessionState> => {
  const payment = await paymentOf(session);
  return payment ? stateOf(payment) : { state: 'unknown' };
};

/** Mollie can close a page only while its payment can be cancelled. Any other page stays open until it expires. */
export const closeMollieSession = async (session: CloseSession): Promise<SessionState> => {
  const payment = await paymentOf(session);
  if (!payment) return { state: 'unknown' };
  const state = stateOf(payment);
  if (state.state !== 'open' || !payment.isCancelable) return state;
  try {
    const path = `/payments/${encodeURIComponent(payment.id)}`;
    return stateOf(await callMollie({ method: 'DELETE', path }, mollieShapes.payment()));
  } catch (error) {
    if (!(error instanceof MollieRefusal)) throw error;
    const current = await findMolliePayment(payment.id);
    return current ? stateOf(current) : { state: 'unknown' };
  }
};

import { callMollie, MollieRefusal } from './mollie-client.ts';
import {
  capturedOf,
  fromMollieAmount,
  methodOf,
  mollieShapes,
  paymentStateOf,
  findMolliePayment,
  refundStatusOf,
  toMollieAmount,
  type MolliePayment,
  type MollieRefund,
} from './mollie-payment.ts';
import { closeMollieSession, openMollieSession, readMollieSession } from './mollie-session.ts';
import {
  GatewayUnavailable,
  UNKNOWN_PAYMENT,
  type CapturePayment,
  type CaptureResult,
  type PaymentGateway,
  type RefundPayment,
  type RefundResult,
} from './port.ts';

const pathOf = (id: string, verb: string): string => `/payments/${encodeURIComponent(id)}/${verb}`;

const capture = async (input: CapturePayment): Promise<CaptureResult> => {
  const { paymentReference: id, captureKey } = input;
  try {
    await requestCapture(id, input, captureKey);
  } catch (error) {
    if (!(error instanceof MollieRefusal)) throw error;
    return refusedCapture(input, error.message);
  }
  return resultOf(await findMolliePayment(id), input);
};

/** Requests a capture, which Mollie may execute later. */
const requestCapture = (
  id: string,
  { amount, currency }: Pick<CapturePayment, 'amount' | 'currency'>,
  idempotencyKey: string,
) =>
  callMollie(
    {
      method: 'POST',
      path: pathOf(id, 'captures'),
      body: { amount: toMollieAmount(amount, currency) },
      idempotencyKey,
    },
    mollieShapes.capture(),
  );

const resultOf = (payment: MolliePayment | undefined, { amount }: CapturePayment): CaptureResult => {
  if (payment?.status === 'paid') return { status: 'captured', amount: capturedOf(payment), ...methodOf(payment) };
  if (payment?.status === 'authorized') return { status: 'pending', amount };
  return { status: 'failed', reason: 'Mollie ended the payment before it was captured.', isHeld: false };
};

/**
 * Handles a refused capture. Unless another capture is in progress, releases the authorization, so that it does not
 * block the buyer's money.
 */
const refusedCapture = async (input: CapturePayment, reason: string): Promise<CaptureResult> => {
  const { paymentReference: id, captureKey } = input;
  const before = await findMolliePayment(id);
  if (before?.status === 'paid') return resultOf(before, input);
  if (before?.status !== 'authorized') return { status: 'failed', reason, isHeld: false };
  if ((before._embedded?.captures ?? []).some(({ status }) => status !== 'failed')) {
    return { status: 'pending', amount: input.amount };
  }
  const isReleased = await release(id, `${captureKey}:release`);
  const after = await findMolliePayment(id);
  if (after?.status === 'paid') return resultOf(after, input);
  return { status: 'failed', reason, isHeld: !isReleased };
};

/** Releases an authorization. Returns whether Mollie accepts this; the bank may take days. */
const release = async (id: string, idempotencyKey: string): Promise<boolean> => {
  try {
    await callMollie(
      { method: 'POST', path: pathOf(id, 'release-authorization'), body: {}, idempotencyKey },
      mollieShapes.anything(),
    );
    return true;
  } catch (error) {
    if (!(error instanceof MollieRefusal)) throw error;
    return false;
  }
};

/**
 * Refunds money, or releases an authorization if all of it is refunded. Mollie forgets idempotency keys after an hour;
 * later repeats are recognized by the refund key in the metadata.
 */
const refund = async (input: RefundPayment): Promise<RefundResult> => {
  const { paymentReference: id, amount, currency, refundKey } = input;
  const payment = await findMolliePayment(id);
  if (!payment) return { status: 'declined', reason: 'Mollie does not know this payment.' };
  const earlier = payment._embedded?.refunds?.find(({ metadata }) => metadata.refund_key === refundKey);
  if (earlier) return refundResultOf(earlier);
  try {
    if (payment.status === 'authorized' && (await releaseOrCapture(payment, input)))
      return { status: 'refunded', amount };
    if (payment.status === 'canceled' || payment.status === 'expired') return { status: 'refunded', amount };
    const body = {
      amount: toMollieAmount(amount, currency),
      description: 'Refund',
      metadata: { refund_key: refundKey },
    };
    const call = { method: 'POST', path: pathOf(id, 'refunds'), body, idempotencyKey: refundKey } as const;
    return refundResultOf(await callMollie(call, mollieShapes.refund()));
  } catch (error) {
    if (!(error instanceof MollieRefusal)) throw error;
    return refusedRefund(input, error);
  }
};

/**
 * Handles a refused refund. Mollie refuses with 409 if the payment had a refund of the same amount within the hour. That
 * may be this refund, made by a concurrent run.
 */
const refusedRefund = async (
  { paymentReference: id, amount, refundKey }: RefundPayment,
  { status, message }: MollieRefusal,
): Promise<RefundResult> => {
  const refunds = (await findMolliePayment(id))?._embedded?.refunds ?? [];
  const made = refunds.find(({ metadata }) => metadata.refund_key === refundKey);
  if (made) return refundResultOf(made);
  const isRepeated = refunds.some((each) => fromMollieAmount(each.amount) === amount);
  if (status === 409 && !isRepeated) {
    throw new GatewayUnavailable('Mollie has not finished another request for this refund');
  }
  return { status: 'declined', reason: message };
};

/**
 * Releases an authorization for a full refund and returns whether Mollie accepts this. For a partial refund, captures
 * the full amount, because the seller keeps the rest.
 */
const releaseOrCapture = async (
  payment: MolliePayment,
  { amount, currency, refundKey }: RefundPayment,
): Promise<boolean> => {
  const held = fromMollieAmount(payment.amount);
  if (amount >= held) return release(payment.id, `${refundKey}:release`);
  await requestCapture(payment.id, { amount: held, currency }, `${refundKey}:capture`);
  const after = await findMolliePayment(payment.id);
  if (after?.status !== 'paid') throw new GatewayUnavailable('Mollie has not captured the payment to refund yet');
  return false;
};

const refundResultOf = (refund: MollieRefund): RefundResult =>
  refundStatusOf(refund) === 'failed'
    ? { status: 'declined', reason: 'The refund failed at the gateway.' }
    : { status: 'refunded', amount: fromMollieAmount(refund.amount) };

export const mollieGateway: PaymentGateway = {
  name: 'mollie',
  openSession: openMollieSession,
  closeSession: closeMollieSession,
  readSession: readMollieSession,
  capture,
  refund,
  readPayment: async (reference) => {
    const payment = await findMolliePayment(reference);
    return payment ? paymentStateOf(payment) : UNKNOWN_PAYMENT;
  },
};

import { setTimeout as sleep } from 'node:timers/promises';
import { loadOrder } from '../../domain/checkout/orders/load.ts';
import type { RefundPreview } from '../../domain/payments/refunds/preview.ts';
import { refundOrder } from '../../domain/payments/refunds/refund.ts';
import { DryRunResult, withinDryRun } from '../../platform/dry-run.ts';
import { ApiError, invalidFields } from '../../platform/errors.ts';
import { idempotencyRecordFor } from '../../storage/idempotency.ts';
import { requestInProgress } from '../../storage/repeated-key.ts';
import { MONEY_KEY_SECONDS } from '../../pipeline/payment-key.ts';
import type { Reply } from '../../pipeline/request.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { orderPath } from '../codes.ts';
import { deskEndpoint } from '../endpoint.ts';
import { guidOf, recordedGuid } from '../guid.ts';
import { type DeskVisit } from '../visit.ts';
import { loadOrderAtDesk } from './order-parts.ts';
import { orderPage } from './pages/order.ts';
import { refundPage } from './pages/refund.ts';
import { seenOf } from './refund-seen.ts';
import { itemField, refundFormInput, type RefundFormInput } from './refund-input.ts';
import { deskRefund } from './routes.ts';

/** Reply of a refund. Smallest unit. */
interface RefundAnswer {
  amount: number;
  refunded: number;
  refundable: number;
  currency: string;
}

type OnPreview = (preview: RefundPreview) => void;

const refund = async (
  visit: DeskVisit,
  orderId: string,
  input: RefundFormInput,
  onPreview: OnPreview,
): Promise<RefundAnswer> => {
  const idempotency = idempotencyRecordFor({
    company: visit.company.slug,
    operation: deskRefund.name,
    key: recordedGuid(visit.at.user.username, guidOf(visit)),
    input: { orderId, refund: input },
    keptForSeconds: MONEY_KEY_SECONDS,
  });
  const request = {
    company: visit.company.slug,
    orderId,
    by: visit.by,
    idempotency,
    input: () => input,
    onPreview,
  };
  return (await refundOrder(request)).body as RefundAnswer;
};

/** Ends a refund before anything is written, with its preview. */
class RefundPreviewed extends Error {
  readonly preview: RefundPreview;
  constructor(preview: RefundPreview) {
    super('A refund was previewed');
    this.name = 'RefundPreviewed';
    this.preview = preview;
  }
}

/** Nothing is written, and the gateway is not called: a refund in progress is not continued either. */
const previewAtDesk = async (visit: DeskVisit, orderId: string, input: RefundFormInput): Promise<RefundPreview> => {
  const stop = (preview: RefundPreview): never => {
    throw new RefundPreviewed(preview);
  };
  try {
    const done = await withinDryRun(() => refund(visit, orderId, input, stop));
    // A repeated form gets its first response.
    return { ...done, refunded: done.refunded - done.amount, items: [], spent: [], unissued: [] };
  } catch (error) {
    if (error instanceof RefundPreviewed) return error.preview;
    // The same form is in progress.
    throw error instanceof DryRunResult ? requestInProgress(1) : error;
  }
};

const CHECK_EVERY_MS = 300;
/** By then the gateway has responded, or the call has timed out. */
const WAIT_MAX_MS = 12_000;

/** Of a form sent twice, the second waits for the first, so that both get the response. */
const onceDone = async <T>(attempt: () => Promise<T>): Promise<T> => {
  const until = performance.now() + WAIT_MAX_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const isRunning = error instanceof ApiError && error.code === 'request_in_progress';
      if (!isRunning || performance.now() > until) throw error;
      await sleep(CHECK_EVERY_MS);
    }
  }
};

/**
 * A confirmation applies to the outcome that was shown: a refund with another outcome is shown again. This is checked
 * in the write that begins the refund, so of two concurrent confirmations one is reported; a repeated form gets its
 * first response, even if the order has changed since.
 */
const response = async (visit: DeskVisit, orderId: string, input: RefundFormInput): Promise<Reply> => {
  const seen = visit.form.get('seen');
  if (visit.form.get('step') !== 'confirm' || seen === '') {
    return refundPage(visit, { orderId, preview: await previewAtDesk(visit, orderId, input) });
  }
  try {
    const done = await refund(visit, orderId, input, (preview) => {
      if (seenOf(preview) !== seen) throw new RefundPreviewed(preview);
    });
    return seeOther(`${orderPath(orderId)}?outcome=refunded-${done.amount}`);
  } catch (error) {
    if (!(error instanceof RefundPreviewed)) throw error;
    return refundPage(visit, { orderId, preview: error.preview, seen });
  }
};

/** Faults of items by the fields of the form, because the user sees no list positions. */
const byField = (error: unknown, { items = [] }: RefundFormInput): unknown => {
  if (!(error instanceof ApiError) || error.code !== 'validation_failed' || !error.fields) return error;
  const fields = new Map(items.map((code, position) => [`items.${position}`, itemField(code)]));
  const named = Object.entries(error.faults).map(([path, outcome]) => [fields.get(path) ?? path, outcome] as const);
  return invalidFields(Object.fromEntries(named));
};

/** Labels of the form's fields; an item is named by its code. */
const namesIn = ({ t }: DeskVisit, refusal: ApiError): Record<string, string> => {
  const codes = Object.keys(refusal.fields ?? {}).filter((field) => field.startsWith(itemField('')));
  return {
    amount: t.refund.amount,
    shipping: t.order.shipping,
    fees: t.order.fees,
    ...Object.fromEntries(codes.map((field) => [field, field.slice(itemField('').length)])),
  };
};

export const handler = deskEndpoint(deskRefund, async (visit) => {
  const orderId = visit.request.params['order_id'] ?? '';
  try {
    const { amounts } = await loadOrder(visit.company.slug, orderId);
    const input = refundFormInput(visit, amounts.currency);
    try {
      return await onceDone(() => response(visit, orderId, input));
    } catch (error) {
      throw byField(error, input);
    }
  } catch (error) {
    if (!(error instanceof ApiError) || ![409, 422, 502].includes(error.status)) throw error;
    return orderPage(visit, await loadOrderAtDesk(visit, orderId), { refusal: error, names: namesIn(visit, error) });
  }
});

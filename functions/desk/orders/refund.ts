import { setTimeout as sleep } from 'node:timers/promises';
import { loadOrder } from '../../domain/checkout/orders/load.ts';
import type { RefundPreview } from '../../domain/payments/refunds/preview.ts';
import { refundOrder } from '../../domain/payments/refunds/refund.ts';
import { DryRunResult, withinDryRun } from '../../platform/dry-run.ts';
import { ApiError, invalidFields } from '../../platform/errors.ts';
import { requestInProgress } from '../../storage/repeated-key.ts';
import { MONEY_KEY_SECONDS } from '../../pipeline/payment-key.ts';
import type { Reply } from '../../pipeline/request.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { orderPath, searchOf } from '../codes.ts';
import { deskEndpoint } from '../endpoint.ts';
import { formIdempotency } from '../form-idempotency.ts';
import { type DeskVisit } from '../visit.ts';
import { loadOrderAtDesk } from './order-parts.ts';
import { orderPage } from './pages/order.ts';
import { refundPage } from './pages/refund.ts';
import { seenOf } from './refund-seen.ts';
import { itemField, refundFormInput, type RefundFormInput } from './refund-input.ts';
import { deskRefund } from './routes.ts';

/** Reply of a refund. Amounts are in the smallest currency unit. */
interface RefundAnswer {
  amount: number;
  gateway_amount: number;
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
  const kept = { keptForSeconds: MONEY_KEY_SECONDS };
  const idempotency = formIdempotency(visit, deskRefund, { orderId, refund: input }, kept);
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

/** Thrown with the preview of a refund before anything is written. */
class RefundPreviewed extends Error {
  readonly preview: RefundPreview;
  constructor(preview: RefundPreview) {
    super('A refund was previewed');
    this.name = 'RefundPreviewed';
    this.preview = preview;
  }
}

/**
 * Previews a refund in a dry run: nothing is written, the gateway is not called, and an unfinished refund is not
 * continued.
 */
const previewAtDesk = async (visit: DeskVisit, orderId: string, input: RefundFormInput): Promise<RefundPreview> => {
  const stop = (preview: RefundPreview): never => {
    throw new RefundPreviewed(preview);
  };
  try {
    const done = await withinDryRun(() => refund(visit, orderId, input, stop));
    // The form was executed before, so its first response is shown.
    const { amount, gateway_amount: gatewayAmount, refunded, refundable, currency } = done;
    const outcome = { items: [], spent: [], unissued: [] };
    return { amount, gatewayAmount, refunded: refunded - amount, refundable, currency, ...outcome };
  } catch (error) {
    if (error instanceof RefundPreviewed) return error.preview;
    // The same form is being executed.
    throw error instanceof DryRunResult ? requestInProgress(1) : error;
  }
};

const CHECK_EVERY_MS = 300;
/** Limits the wait, so that the function can respond before it times out. A call to a gateway may take longer. */
const WAIT_MAX_MS = 12_000;

/** If a form is sent twice, the second request waits for the first, so that both show the response. */
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
 * Executes a refund only if its outcome is still the one that was shown; otherwise the preview is shown again. The
 * outcome is checked in the write that begins the refund, so one of two concurrent confirmations is refused. A repeated
 * form gets its first response, even if the order has changed since.
 */
const refundAsShown = async (visit: DeskVisit, orderId: string, input: RefundFormInput): Promise<Reply> => {
  const seen = visit.form.get('seen');
  if (visit.form.get('step') !== 'confirm' || seen === '') {
    return refundPage(visit, { orderId, preview: await previewAtDesk(visit, orderId, input) });
  }
  try {
    const done = await refund(visit, orderId, input, (preview) => {
      if (seenOf(preview) !== seen) throw new RefundPreviewed(preview);
    });
    return seeOther(orderPath(orderId, { q: searchOf(visit), outcome: `refunded-${done.amount}` }));
  } catch (error) {
    if (!(error instanceof RefundPreviewed)) throw error;
    return refundPage(visit, { orderId, preview: error.preview, seen });
  }
};

/** Assigns the faults of items to their checkboxes, because users do not see positions in the list. */
const byField = (error: unknown, { items = [] }: RefundFormInput): unknown => {
  if (!(error instanceof ApiError) || error.code !== 'validation_failed' || !error.fields) return error;
  const fields = new Map(items.map((code, position) => [`items.${position}`, itemField(code)]));
  const named = Object.entries(error.faults).map(([path, outcome]) => [fields.get(path) ?? path, outcome] as const);
  return invalidFields(Object.fromEntries(named));
};

/** Labels of the form's fields; an item is labeled with its code. */
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
      return await onceDone(() => refundAsShown(visit, orderId, input));
    } catch (error) {
      throw byField(error, input);
    }
  } catch (error) {
    if (!(error instanceof ApiError) || ![409, 422, 502].includes(error.status)) throw error;
    return orderPage(visit, await loadOrderAtDesk(visit, orderId), { refusal: error, names: namesIn(visit, error) });
  }
});

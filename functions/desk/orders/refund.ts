import { setTimeout as sleep } from 'node:timers/promises';
import { readOrder } from '../../domain/checkout/orders/read.ts';
import type { RefundPreview } from '../../domain/payments/refunds/preview.ts';
import { refundOrder } from '../../domain/payments/refunds/refund.ts';
import { DryRunResult, withinAgentCall } from '../../platform/agent-call.ts';
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
import { readOrderAtDesk } from './order-parts.ts';
import { orderPage } from './pages/order.ts';
import { refundPage } from './pages/refund.ts';
import { seenOf } from './refund-seen.ts';
import { refundFormInput, type RefundFormInput } from './refund-wish.ts';
import { deskRefund } from './routes.ts';

/** Reply of a refund. Smallest unit. */
interface RefundAnswer {
  amount: number;
  refunded: number;
  refundable: number;
  currency: string;
}

type Foresee = (foreseen: RefundPreview) => void;

const refund = async (
  visit: DeskVisit,
  orderId: string,
  wish: RefundFormInput,
  foresee: Foresee,
): Promise<RefundAnswer> => {
  const idempotency = idempotencyRecordFor({
    company: visit.company.slug,
    operation: deskRefund.name,
    key: recordedGuid(visit.at.user.username, guidOf(visit)),
    input: { orderId, wish },
    keptForSeconds: MONEY_KEY_SECONDS,
  });
  const request = { company: visit.company.slug, orderId, by: visit.by, idempotency, wish: () => wish, foresee };
  return (await refundOrder(request)).body as RefundAnswer;
};

/** Dry run of the refund: nothing is written, and the gateway is not called. */
const rehearse = async (visit: DeskVisit, orderId: string, wish: RefundFormInput): Promise<RefundPreview> => {
  const agent = {
    keyId: visit.operator.keyId,
    tool: deskRefund.name,
    client: 'desk',
    requestId: visit.request.requestId,
  };
  let would: RefundPreview | undefined;
  const keep = (foreseen: RefundPreview): void => {
    would = foreseen;
  };
  try {
    const done = await withinAgentCall({ agent, rehearsal: true }, () => refund(visit, orderId, wish, keep));
    // A repeated form gets its first response.
    return { ...done, refunded: done.refunded - done.amount, items: [], unissued: [] };
  } catch (error) {
    if (!(error instanceof DryRunResult)) throw error;
    // The same form is in progress.
    if (!would) throw requestInProgress(1);
    return would;
  }
};

/** The outcome of the refund differs from what was shown. */
class OtherThanSeen extends Error {
  readonly would: RefundPreview;
  constructor(would: RefundPreview) {
    super('A refund would do something else than was shown');
    this.name = 'OtherThanSeen';
    this.would = would;
  }
}

const LOOK_EVERY_MS = 300;
/** The gateway has responded by then, or not at all. */
const LOOKED_FOR_MS = 12_000;

/** Of a form sent twice, the second waits for the first, so that both get the response. */
const onceDone = async <T>(attempt: () => Promise<T>): Promise<T> => {
  const until = performance.now() + LOOKED_FOR_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const isRunning = error instanceof ApiError && error.code === 'request_in_progress';
      if (!isRunning || performance.now() > until) throw error;
      await sleep(LOOK_EVERY_MS);
    }
  }
};

/**
 * A confirmation applies to what was shown: a refund with another outcome is shown again. This is checked in the write
 * that begins the refund, so of two concurrent confirmations one is reported; a repeated form gets its first response,
 * whatever has happened since.
 */
const answer = async (visit: DeskVisit, orderId: string, wish: RefundFormInput): Promise<Reply> => {
  const seen = visit.form.get('seen');
  if (visit.form.get('step') !== 'confirm' || seen === '') {
    return refundPage(visit, { orderId, would: await rehearse(visit, orderId, wish) });
  }
  try {
    const done = await refund(visit, orderId, wish, (would) => {
      if (seenOf(would) !== seen) throw new OtherThanSeen(would);
    });
    return seeOther(`${orderPath(orderId)}?given_back=${done.amount}`);
  } catch (error) {
    if (!(error instanceof OtherThanSeen)) throw error;
    return refundPage(visit, { orderId, would: error.would, seen });
  }
};

/**
 * Faults of items by their codes, because the user sees no list positions, and other faults by the names in the form.
 */
const byName = (error: unknown, { items = [] }: RefundFormInput, { t }: DeskVisit): unknown => {
  if (!(error instanceof ApiError) || error.code !== 'validation_failed' || !error.fields) return error;
  const names = new Map([
    ...items.map((code, position): [string, string] => [`items.${position}`, code]),
    ['shipping', t.order.shipping],
    ['fees', t.order.fees],
  ]);
  const named = Object.entries(error.faults).map(([field, outcome]) => [names.get(field) ?? field, outcome] as const);
  return invalidFields(Object.fromEntries(named));
};

export const handler = deskEndpoint(deskRefund, async (visit) => {
  const orderId = visit.request.params['order_id'] ?? '';
  try {
    const { amounts } = await readOrder(visit.company.slug, orderId);
    const wish = refundFormInput(visit, amounts.currency);
    try {
      return await onceDone(() => answer(visit, orderId, wish));
    } catch (error) {
      throw byName(error, wish, visit);
    }
  } catch (error) {
    if (!(error instanceof ApiError) || ![409, 422, 502].includes(error.status)) throw error;
    return orderPage(visit, await readOrderAtDesk(visit, orderId), { refusal: error });
  }
});

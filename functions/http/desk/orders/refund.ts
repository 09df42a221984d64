import { setTimeout as sleep } from 'node:timers/promises';
import { readOrder } from '../../../domain/orders/read.ts';
import { refundOrder } from '../../../domain/refunds/refund.ts';
import { Rehearsed, withinAgentCall } from '../../../platform/agent-call.ts';
import { ApiError, invalidFields } from '../../../platform/errors.ts';
import { idempotencyRecordFor } from '../../../storage/idempotency.ts';
import { MONEY_KEY_SECONDS } from '../../orders/payment-key.ts';
import type { Reply } from '../../request.ts';
import { seeOther } from '../../shop/reply.ts';
import { orderPath } from '../codes.ts';
import { deskEndpoint } from '../endpoint.ts';
import { guidOf, recordedGuid } from '../guid.ts';
import { type DeskVisit } from '../visit.ts';
import { readOrderAtDesk } from './order-parts.ts';
import { orderPage } from './pages/order.ts';
import { refundPage, type RefundAnswer } from './pages/refund.ts';
import { wishOf, type Wish } from './refund-wish.ts';
import { deskRefund } from './routes.ts';

const refund = async (visit: DeskVisit, orderId: string, wish: Wish): Promise<RefundAnswer> => {
  const idempotency = idempotencyRecordFor({
    company: visit.company.slug,
    operation: deskRefund.name,
    key: recordedGuid(visit.at.user.username, guidOf(visit)),
    input: { orderId, wish },
    keptForSeconds: MONEY_KEY_SECONDS,
  });
  const request = { company: visit.company.slug, orderId, by: visit.by, idempotency, wish: () => wish };
  return (await refundOrder(request)).body as RefundAnswer;
};

/** The refund itself, up to the point where it would begin: nothing is written, and the gateway hears nothing. */
const rehearse = async (visit: DeskVisit, orderId: string, wish: Wish): Promise<RefundAnswer> => {
  const agent = {
    keyId: visit.operator.keyId,
    tool: deskRefund.name,
    client: 'desk',
    requestId: visit.request.requestId,
  };
  try {
    return await withinAgentCall({ agent, rehearsal: true }, () => refund(visit, orderId, wish));
  } catch (error) {
    if (error instanceof Rehearsed) return error.would as RefundAnswer;
    throw error;
  }
};

const LOOK_EVERY_MS = 300;
/** The gateway has answered by then, or did not at all. */
const LOOKED_FOR_MS = 12_000;

/** A form that was sent twice is answered twice: who comes second waits for the first. */
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

/** A refund that would give back something else than was shown is shown once more. */
const answer = async (visit: DeskVisit, orderId: string, wish: Wish): Promise<Reply> => {
  const would = await rehearse(visit, orderId, wish);
  const isSeen = visit.form.get('step') === 'confirm' && visit.form.get('seen') === String(would.amount);
  if (!isSeen) return refundPage(visit, { orderId, would, codes: wish.items ?? [] });
  const done = await refund(visit, orderId, wish);
  return seeOther(`${orderPath(orderId)}?given_back=${done.amount}`);
};

/**
 * Faults of items by their codes, since whoever typed them has sent no list and knows no position in it, and the others by what
 * the form calls them.
 */
const byName = (error: unknown, { items = [] }: Wish, { t }: DeskVisit): unknown => {
  if (!(error instanceof ApiError) || error.code !== 'validation_failed' || !error.fields) return error;
  const names = new Map([
    ...items.map((code, position): [string, string] => [`items.${position}`, code]),
    ['shipping', t.order.shipping],
    ['fees', t.order.fees],
  ]);
  const named = Object.entries(error.fields).map(([field, told]) => [names.get(field) ?? field, told] as const);
  return invalidFields(Object.fromEntries(named));
};

export const handler = deskEndpoint(deskRefund, async (visit) => {
  const orderId = visit.request.params['order_id'] ?? '';
  try {
    const { amounts } = await readOrder(visit.company.slug, orderId);
    const wish = wishOf(visit, amounts.currency);
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

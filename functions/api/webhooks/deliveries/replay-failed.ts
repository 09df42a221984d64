import { replayFailed } from '../../../domain/notifications/webhooks/replay.ts';
import { parseMoment } from '../../../platform/timestamps.ts';
import { recordReplyWrite, withLease } from '../../../storage/idempotency.ts';
import { transact } from '../../../storage/transactions.ts';
import { endpoint } from '../../../pipeline/endpoint.ts';
import { idempotencyOf } from '../../../pipeline/idempotency.ts';
import { replayFailedRoute as route } from '../routes.ts';

const LEASE_SECONDS = 30;

export const handler = endpoint(route, (request) => {
  const idempotency = idempotencyOf(route, request);
  return withLease(idempotency, LEASE_SECONDS, async (holder) => {
    const { created_after: after, created_before: before } = request.body;
    const replay = await replayFailed({
      company: request.company,
      endpointId: request.params['endpoint_id'] ?? '',
      fromMs: parseMoment(after ?? '') ?? 0,
      beforeMs: parseMoment(before ?? '') ?? Number.MAX_SAFE_INTEGER,
    });
    const reply = { status: 202, body: replay };
    await transact([recordReplyWrite(idempotency, reply, holder)]);
    return reply;
  });
});

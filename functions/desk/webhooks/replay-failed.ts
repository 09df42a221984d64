import { replayFailed } from '../../domain/notifications/webhooks/replay.ts';
import { recordReplyWrite, withLease } from '../../storage/idempotency.ts';
import { transact } from '../../storage/transactions.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { webhookPath } from '../codes.ts';
import { deskEndpoint } from '../endpoint.ts';
import { formIdempotency, refusalFrom } from '../form-idempotency.ts';
import { webhookPage } from './pages/webhook.ts';
import { deskReplayFailed as route } from './routes.ts';

const LEASE_SECONDS = 30;

export const handler = deskEndpoint(route, async (visit) => {
  const id = visit.request.params['endpoint_id'] ?? '';
  try {
    const idempotency = formIdempotency(visit, route, { id });
    const reply = await withLease(idempotency, LEASE_SECONDS, async (holder) => {
      const all = { fromMs: 0, beforeMs: Number.MAX_SAFE_INTEGER };
      const done = { status: 202, body: await replayFailed({ company: visit.company.slug, endpointId: id, ...all }) };
      await transact([recordReplyWrite(idempotency, done, holder)]);
      return done;
    });
    const { replayed_count: count, has_more: hasMore } = reply.body as Awaited<ReturnType<typeof replayFailed>>;
    return seeOther(`${webhookPath(id)}?outcome=${hasMore ? 'more' : 'replayed'}-${count}`);
  } catch (error) {
    return webhookPage(visit, id, { refusal: refusalFrom(error) });
  }
});

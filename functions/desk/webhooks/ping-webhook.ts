import { ping, PING_KEY_SECONDS } from '../../domain/notifications/webhooks/ping.ts';
import { once } from '../../storage/idempotency.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { webhookPath } from '../codes.ts';
import { deskEndpoint } from '../endpoint.ts';
import { formKey, formIdempotency, refusalFrom } from '../form-idempotency.ts';
import { webhookPage } from './pages/webhook.ts';
import { deskPingWebhook as route } from './routes.ts';

export const handler = deskEndpoint(route, async (visit) => {
  const id = visit.request.params['endpoint_id'] ?? '';
  try {
    const idempotency = formIdempotency(visit, route, { id }, { keptForSeconds: PING_KEY_SECONDS });
    await once(idempotency, () => ping({ company: visit.company.slug, id, key: formKey(visit), idempotency }));
    return seeOther(`${webhookPath(id)}?outcome=pinged`);
  } catch (error) {
    return webhookPage(visit, id, { refusal: refusalFrom(error) });
  }
});

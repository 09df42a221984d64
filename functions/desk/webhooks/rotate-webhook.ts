import { rotateSecret } from '../../domain/notifications/webhooks/rotate.ts';
import { once } from '../../storage/idempotency.ts';
import { deskEndpoint } from '../endpoint.ts';
import { formIdempotency, refusalFrom } from '../form-idempotency.ts';
import { secretPage, type SecretResult } from './pages/webhook-secret.ts';
import { webhookPage } from './pages/webhook.ts';
import { deskRotateWebhook as route } from './routes.ts';

/** Only this response contains the secret. */
export const handler = deskEndpoint(route, async (visit) => {
  const id = visit.request.params['endpoint_id'] ?? '';
  try {
    const idempotency = formIdempotency(visit, route, { id });
    const reply = await once(idempotency, () => rotateSecret({ company: visit.company.slug, id, idempotency }));
    return await secretPage(visit, reply.body as SecretResult);
  } catch (error) {
    return webhookPage(visit, id, { refusal: refusalFrom(error) });
  }
});

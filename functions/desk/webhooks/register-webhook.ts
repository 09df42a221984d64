import { registerEndpoint } from '../../domain/notifications/webhooks/register.ts';
import { registerEndpointBody } from '../../domain/notifications/webhooks/schema.ts';
import { once } from '../../storage/idempotency.ts';
import { validate } from '../../pipeline/parse.ts';
import { deskEndpoint } from '../endpoint.ts';
import { formIdempotency, refusalFrom } from '../form-idempotency.ts';
import { secretPage, type SecretResult } from './pages/webhook-secret.ts';
import { webhooksPage } from './pages/webhooks.ts';
import { deskRegisterWebhook as route } from './routes.ts';
import { selectedEvents, selectedFilter } from './selected-events.ts';

/** Only this response contains the secret. */
export const handler = deskEndpoint(route, async (visit) => {
  const { form, company } = visit;
  try {
    const body = validate(registerEndpointBody(), {
      url: form.get('url'),
      events: selectedEvents(form),
      filter: selectedFilter(form),
    });
    const idempotency = formIdempotency(visit, route, body);
    const reply = await once(idempotency, () => registerEndpoint({ company: company.slug, ...body, idempotency }));
    return await secretPage(visit, reply.body as SecretResult);
  } catch (error) {
    return webhooksPage(visit, { refusal: refusalFrom(error) });
  }
});

import { registerEndpoint } from '../../domain/webhooks/register.ts';
import { registerEndpointBody, SUBSCRIBABLE_EVENTS } from '../../domain/webhooks/schema.ts';
import { once } from '../../storage/idempotency.ts';
import { validate } from '../parse.ts';
import type { Typed } from '../shop/form/typed.ts';
import { formTicket, toldRefusal } from './form-ticket.ts';
import { secretPage, type SecretAnswer } from './pages/webhook-secret.ts';
import { webhooksPage } from './pages/webhooks.ts';
import { deskEndpoint } from './visit.ts';
import { deskRegisterWebhook as route } from './webhook-routes.ts';

/** The events that were ticked. */
export const eventsIn = (form: Typed) => SUBSCRIBABLE_EVENTS.filter((event) => form.has(`event.${event}`));

/** The secret is in this answer and nowhere else. */
export const handler = deskEndpoint(route, async (visit) => {
  const { form, company } = visit;
  try {
    const body = validate(registerEndpointBody(), { url: form.get('url'), events: eventsIn(form) });
    const ticket = formTicket(visit, route, body);
    const reply = await once(ticket, () => registerEndpoint({ company: company.slug, ...body, ticket }));
    return await secretPage(visit, reply.body as SecretAnswer);
  } catch (error) {
    return webhooksPage(visit, { refusal: toldRefusal(error) });
  }
});

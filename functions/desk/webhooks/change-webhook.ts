import { updateEndpointBody } from '../../domain/notifications/webhooks/schema.ts';
import { updateEndpoint } from '../../domain/notifications/webhooks/update-endpoint.ts';
import { validate } from '../../pipeline/parse.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { webhookPath } from '../codes.ts';
import { deskEndpoint } from '../endpoint.ts';
import { refusalFrom } from '../form-idempotency.ts';
import { type DeskVisit } from '../visit.ts';
import { webhookPage } from './pages/webhook.ts';
import { deskChangeWebhook } from './routes.ts';
import { selectedEvents, selectedFilter } from './selected-events.ts';

/** The endpoint's changes. One form enables or disables it, the other changes its URL and subscriptions. */
const editIn = ({ form }: DeskVisit): object =>
  form.has('enabled')
    ? { enabled: form.get('enabled') === 'yes' }
    : { url: form.get('url'), events: selectedEvents(form), filter: selectedFilter(form) };

export const handler = deskEndpoint(deskChangeWebhook, async (visit) => {
  const id = visit.request.params['endpoint_id'] ?? '';
  try {
    const edit = validate(updateEndpointBody(), editIn(visit));
    await updateEndpoint(visit.company.slug, id, edit);
    const outcome = edit.enabled === undefined ? 'saved' : edit.enabled ? 'on' : 'off';
    return seeOther(`${webhookPath(id)}?outcome=${outcome}`);
  } catch (error) {
    return webhookPage(visit, id, { refusal: refusalFrom(error) });
  }
});

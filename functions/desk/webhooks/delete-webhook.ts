import { deleteEndpoint } from '../../domain/notifications/webhooks/delete-endpoint.ts';
import { invalid } from '../../platform/errors.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { deskEndpoint } from '../endpoint.ts';
import { refusalFrom } from '../form-idempotency.ts';
import { webhookPage } from './pages/webhook.ts';
import { deskDeleteWebhook } from './routes.ts';

/** Deleting is permanent, so the form requires a confirmation. */
export const handler = deskEndpoint(deskDeleteWebhook, async (visit) => {
  const id = visit.request.params['endpoint_id'] ?? '';
  try {
    if (visit.form.get('sure') !== 'yes') throw invalid('sure', visit.t.webhooks.notSure);
    await deleteEndpoint(visit.company.slug, id);
    return seeOther('/desk/webhooks?outcome=deleted');
  } catch (error) {
    return webhookPage(visit, id, { refusal: refusalFrom(error) });
  }
});

import { replayDelivery } from '../../domain/notifications/webhooks/replay.ts';
import { once } from '../../storage/idempotency.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { deliveryPath } from '../codes.ts';
import { deskEndpoint } from '../endpoint.ts';
import { formIdempotency, refusalFrom } from '../form-idempotency.ts';
import { deliveryPage } from './pages/delivery.ts';
import { deskReplayDelivery as route } from './routes.ts';

export const handler = deskEndpoint(route, async (visit) => {
  const id = visit.request.params['delivery_id'] ?? '';
  try {
    const idempotency = formIdempotency(visit, route, { id });
    await once(idempotency, () => replayDelivery({ company: visit.company.slug, id, idempotency }));
    return seeOther(`${deliveryPath(id)}?outcome=replayed`);
  } catch (error) {
    return deliveryPage(visit, id, { refusal: refusalFrom(error) });
  }
});

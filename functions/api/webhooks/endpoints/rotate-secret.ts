import { rotateSecret } from '../../../domain/notifications/webhooks/rotate.ts';
import { once } from '../../../storage/idempotency.ts';
import { endpoint } from '../../../pipeline/endpoint.ts';
import { assertNoBody, idempotencyOf } from '../../../pipeline/idempotency.ts';
import { rotateSecretRoute as route } from '../routes.ts';

export const handler = endpoint(route, (request) => {
  const idempotency = idempotencyOf(route, request);
  return once(idempotency, () => {
    assertNoBody(request);
    return rotateSecret({ company: request.company, id: request.params['endpoint_id'] ?? '', idempotency });
  });
});

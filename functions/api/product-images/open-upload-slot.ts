import { pictureDeclarationOf } from '../../domain/catalog/greeting-images/declare.ts';
import { openProductImageSlot } from '../../domain/catalog/product-images/open-slot.ts';
import { once } from '../../storage/idempotency.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { idempotencyOf } from '../../pipeline/idempotency.ts';
import { openProductImageUpload as route } from './routes.ts';

export const handler = endpoint(route, (request) => {
  const idempotency = idempotencyOf(route, request);
  return once(idempotency, () =>
    openProductImageSlot(request.company, pictureDeclarationOf(request.body), idempotency),
  );
});

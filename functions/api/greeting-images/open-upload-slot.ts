import { pictureDeclarationOf } from '../../domain/catalog/greeting-images/declare.ts';
import { openPictureSlot } from '../../domain/catalog/greeting-images/open-slot.ts';
import { once, idempotencyRecordFor } from '../../storage/idempotency.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { openUploadSlotRoute } from './routes.ts';

export const handler = endpoint(openUploadSlotRoute, (request) => {
  const { company, idempotencyKey, input } = request;
  const idempotency = idempotencyRecordFor({
    company,
    operation: openUploadSlotRoute.name,
    key: idempotencyKey,
    input,
  });
  return once(idempotency, () => openPictureSlot(company, pictureDeclarationOf(request.body), idempotency));
});

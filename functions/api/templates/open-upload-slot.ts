import { openTemplateSlot } from '../../domain/fulfillment/templates/open-slot.ts';
import { once, idempotencyRecordFor } from '../../storage/idempotency.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { openTemplateSlotRoute } from './routes.ts';

export const handler = endpoint(openTemplateSlotRoute, (request) => {
  const { company, idempotencyKey, input } = request;
  const idempotency = idempotencyRecordFor({
    company,
    operation: openTemplateSlotRoute.name,
    key: idempotencyKey,
    input,
  });
  return once(idempotency, () => {
    const { sha256, byte_size: byteSize } = request.body;
    return openTemplateSlot(company, { sha256, byteSize }, idempotency);
  });
});

import { openSlot } from '../../domain/templates/open-slot.ts';
import { once, ticketFor } from '../../storage/idempotency.ts';
import { endpoint } from '../endpoint.ts';
import { openTemplateSlotRoute } from './routes.ts';

export const handler = endpoint(openTemplateSlotRoute, (request) => {
  const { company, idempotencyKey, input } = request;
  const ticket = ticketFor({ company, operation: openTemplateSlotRoute.name, key: idempotencyKey, input });
  return once(ticket, () => {
    const { sha256, byte_size: byteSize } = request.body;
    return openSlot(company, { sha256, byteSize }, ticket);
  });
});

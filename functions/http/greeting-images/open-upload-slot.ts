import { declarationOf } from '../../domain/greeting-images/declare.ts';
import { openSlot } from '../../domain/greeting-images/open-slot.ts';
import { once, ticketFor } from '../../storage/idempotency.ts';
import { endpoint } from '../endpoint.ts';
import { openUploadSlotRoute } from './routes.ts';

export const handler = endpoint(openUploadSlotRoute, (request) => {
  const { company, idempotencyKey, input } = request;
  const ticket = ticketFor({ company, operation: openUploadSlotRoute.name, key: idempotencyKey, input });
  return once(ticket, () => openSlot(company, declarationOf(request.body), ticket));
});

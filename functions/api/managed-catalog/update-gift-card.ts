import { updateGiftCard } from '../../domain/administration/catalog/gift-card.ts';
import { once, type IdempotencyRecord } from '../../storage/idempotency.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { idempotencyOf } from '../../pipeline/idempotency.ts';
import { updateGiftCard as route } from './routes.ts';

export const handler = endpoint(route, (request) => {
  const { company, ifMatch } = request;
  const change = (idempotency?: IdempotencyRecord) =>
    updateGiftCard({ company, ifMatch, idempotency, patch: request.body });
  if (request.idempotencyKey === '') return change();
  const idempotency = idempotencyOf(route, request);
  return once(idempotency, () => change(idempotency));
});

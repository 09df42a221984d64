import { updateGiftCard } from '../../domain/administration/catalog/gift-card.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { onceIfKeyed } from '../../pipeline/idempotency.ts';
import { updateGiftCard as route } from './routes.ts';

export const handler = endpoint(route, (request) => {
  const { company, ifMatch } = request;
  return onceIfKeyed(route, request, (idempotency) =>
    updateGiftCard({ company, ifMatch, idempotency, patch: request.body }),
  );
});

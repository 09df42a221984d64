import { createCampaignBatch } from '../../domain/administration/code-batches/create-campaign-batch.ts';
import { once } from '../../storage/idempotency.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { idempotencyOf } from '../../pipeline/idempotency.ts';
import { createCampaignCodes as route } from './routes.ts';

export const handler = endpoint(route, (request) => {
  const { company, params } = request;
  const idempotency = idempotencyOf(route, request);
  return once(idempotency, () => {
    const { count = 0, codes } = request.body;
    return createCampaignBatch({
      company,
      id: params['id'] ?? '',
      codes: codes ? { listed: codes } : { count },
      idempotency,
    });
  });
});

import { readRedemption } from '../../domain/value/items/redemptions/read.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { readRedemptionRoute } from './routes.ts';

export const handler = endpoint(readRedemptionRoute, async ({ company, params }) => ({
  status: 200,
  body: await readRedemption(company, params['redemption_id'] ?? ''),
}));

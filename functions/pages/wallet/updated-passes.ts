import { updatedPasses } from '../../domain/fulfillment/wallet/updated-passes.ts';
import { publicEndpoint } from '../../pipeline/public-endpoint.ts';
import { passRequest } from './request.ts';
import { walletUpdatedPasses } from './routes.ts';

export const handler = publicEndpoint(walletUpdatedPasses, async (request) => {
  const updated = await updatedPasses(passRequest(request), request.query['passesUpdatedSince']);
  const headers = { 'Cache-Control': 'no-store' };
  return updated ? { status: 200, headers, body: updated } : { status: 204, headers };
});

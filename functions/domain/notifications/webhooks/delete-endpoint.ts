import { notFound } from '../../../platform/errors.ts';
import { PRESENT } from '../../../storage/table.ts';
import { transact } from '../../../storage/transactions.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';
import { loadEndpoint } from './change-endpoint.ts';
import { invalidateEndpoints, raiseEndpointsVersionWrite } from './cached-endpoints.ts';
import { endpointKey } from './rows.ts';
import { SETTLED_IN_REQUEST, settleQueued } from './settle-queued.ts';

/**
 * Deletes an endpoint and cancels its queued deliveries: the first hundred immediately, the others by a worker. Throws
 * 404.
 */
export const deleteEndpoint = async (company: string, id: string): Promise<void> => {
  await loadEndpoint(company, id);
  const writes = [{ remove: endpointKey(company, id), condition: PRESENT }, raiseEndpointsVersionWrite(company)];
  if (!(await unlessRefused(transact(writes)))) throw notFound('webhook endpoint');
  invalidateEndpoints(company);
  const closed = { kind: 'endpoint-closed', company, endpointId: id, settleAs: 'cancelled' } as const;
  await settleQueued(closed, SETTLED_IN_REQUEST);
};

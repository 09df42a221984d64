import { notFound } from '../../../platform/errors.ts';
import { PRESENT } from '../../../storage/table.ts';
import { transact, TransactionRefused } from '../../../storage/transactions.ts';
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
  try {
    await transact([{ remove: endpointKey(company, id), condition: PRESENT }, raiseEndpointsVersionWrite(company)]);
  } catch (error) {
    if (error instanceof TransactionRefused) throw notFound('webhook endpoint');
    throw error;
  }
  invalidateEndpoints(company);
  const closed = { kind: 'endpoint-closed', company, endpointId: id, settleAs: 'cancelled' } as const;
  await settleQueued(closed, SETTLED_IN_REQUEST);
};

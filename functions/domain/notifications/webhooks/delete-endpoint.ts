import { notFound } from '../../../platform/errors.ts';
import { nowMs } from '../../../platform/clock.ts';
import { PRESENT } from '../../../storage/table.ts';
import { transact } from '../../../storage/transactions.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';
import { changeEndpoint, loadEndpoint } from './change-endpoint.ts';
import { invalidateEndpoints, raiseEndpointsVersionWrite } from './cached-endpoints.ts';
import { endpointKey, type WebhookEndpointRow } from './rows.ts';
import { SETTLED_IN_REQUEST, settleQueued } from './settle-queued.ts';
import { switchEndpoint } from './update-endpoint.ts';

/**
 * Disables an endpoint, which the other endpoints are notified of, and deletes it. Cancels its queued deliveries: the
 * first hundred immediately, the others by a worker. Throws 404, and 409 `webhook_endpoint_busy`.
 */
export const deleteEndpoint = async (company: string, id: string): Promise<void> => {
  const now = nowMs();
  if ((await loadEndpoint(company, id)).status === 'enabled') {
    const change = (before: WebhookEndpointRow) => ({ ...switchEndpoint(before, false, now), updatedAtMs: now });
    await changeEndpoint({ company, id, change });
  }
  const writes = [{ remove: endpointKey(company, id), condition: PRESENT }, raiseEndpointsVersionWrite(company)];
  if (!(await unlessRefused(transact(writes)))) throw notFound('webhook endpoint');
  invalidateEndpoints(company);
  const closed = { kind: 'endpoint-closed', company, endpointId: id, settleAs: 'cancelled' } as const;
  await settleQueued(closed, SETTLED_IN_REQUEST);
};

import { connections } from '../../../platform/messages/connections.ts';
import { conflict, notFound } from '../../../platform/errors.ts';
import { versionUnchanged } from '../../../storage/conditions.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { getRow } from '../../../storage/table.ts';
import { retryOnConflict } from '../../../storage/retry.ts';
import { transact, TransactionRefused, type Write } from '../../../storage/transactions.ts';
import { invalidateEndpoints, raiseEndpointsVersionWrite } from './cached-endpoints.ts';
import { endpointKey, type WebhookEndpointRow } from './rows.ts';

const ENDPOINT_WRITE = 'endpoint';
const ATTEMPTS = 5;

/** Reads an endpoint of a company. Throws 404. */
export const loadEndpoint = async (company: string, id: string): Promise<WebhookEndpointRow> => {
  const endpoint = await getRow<WebhookEndpointRow>(endpointKey(company, id), { consistent: true });
  if (!endpoint) throw notFound('webhook endpoint');
  return endpoint;
};

interface EndpointChange {
  company: string;
  id: string;
  /** Returns the members to set; undefined removes a member. Called again after a conflict. */
  change: (endpoint: WebhookEndpointRow) => Partial<WebhookEndpointRow>;
  /** Further writes of the same transaction. */
  alongside?: (after: WebhookEndpointRow) => Write[];
}

/**
 * Changes an endpoint; requires the version that was read. Writes only the changed members, because delivery attempts
 * update counts of the same row concurrently. Throws 404, and 409 `webhook_endpoint_busy` after too many conflicts.
 */
export const changeEndpoint = (input: EndpointChange): Promise<WebhookEndpointRow> =>
  retryOnConflict(
    async () => {
      const before = await loadEndpoint(input.company, input.id);
      const change = input.change(before);
      const after: WebhookEndpointRow = { ...before, ...change, version: before.version + 1 };
      await transact([
        updateOf(before, change),
        raiseEndpointsVersionWrite(input.company),
        ...(input.alongside?.(after) ?? []),
      ]);
      invalidateEndpoints(input.company);
      return after;
    },
    (error) => error instanceof TransactionRefused && error.failed(ENDPOINT_WRITE) !== undefined,
    { attempts: ATTEMPTS, busy: () => conflict('webhook_endpoint_busy', connections('endpoint_busy'), 1) },
  );

const updateOf = (before: WebhookEndpointRow, change: Partial<WebhookEndpointRow>): Write => ({
  name: ENDPOINT_WRITE,
  update: rowUpdate({ key: before, set: { ...change, version: before.version + 1 }, if: versionUnchanged(before) }),
});

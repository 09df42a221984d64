import { nowMs } from '../../../platform/clock.ts';
import { decodeCursor, listPage, type ListPage, type PageRequest } from '../../../storage/cursors.ts';
import { queryPage } from '../../../storage/table.ts';
import { endpointKey, endpointsOf, type WebhookEndpointRow } from './rows.ts';
import { presentEndpoint } from './present.ts';

/** Endpoints of a company, newest first, without deleted ones. Throws 422 on `starting_after`. */
export const listEndpoints = async (
  company: string,
  page: PageRequest,
): Promise<ListPage<ReturnType<typeof presentEndpoint>>> => {
  const identity = { company, list: 'webhook-endpoints' };
  const after = decodeCursor<string>(identity, page.startingAfter);
  const { rows } = await queryPage<WebhookEndpointRow>({
    ...endpointsOf(company),
    descending: true,
    consistent: true,
    limit: page.limit + 1,
    ...(after === undefined ? {} : { startKey: { ...endpointKey(company, after) } }),
  });
  const shown = rows.slice(0, page.limit);
  const last = rows.length > page.limit ? shown.at(-1)?.id : undefined;
  const now = nowMs();
  return listPage(
    identity,
    shown.map((endpoint) => presentEndpoint(endpoint, now)),
    last,
  );
};

import { connections } from '../../../platform/messages/connections.ts';
import { randomUUID } from 'node:crypto';
import { nameSubject } from '../../../platform/cause.ts';
import { nowMs } from '../../../platform/clock.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import { recordReplyWrite, type Reply, type IdempotencyRecord } from '../../../storage/idempotency.ts';
import { commitWithQuotaSlot, type Quota } from '../../../storage/limits/slots.ts';
import { ABSENT, getRow, queryAll } from '../../../storage/table.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { assertWebhookUrl } from './assert-url.ts';
import { endpointKey, endpointsOf, type WebhookEndpointRow } from './rows.ts';
import { filterOf, type FilterInput } from './event-filter.ts';
import { raiseEndpointsVersionWrite } from './cached-endpoints.ts';
import { presentEndpoint } from './present.ts';
import { invalidateUnsubscribed } from './record-item-event.ts';
import { endpointId } from './rules.ts';
import { newWebhookSecret, sealSecret } from './secrets.ts';

/** Maximum number of endpoints of a company, not counting deleted ones. */
export const ENDPOINTS_MAX = 50;

const idsOf = async (company: string): Promise<Set<string>> => {
  const endpoints = await queryAll<WebhookEndpointRow>({ ...endpointsOf(company), consistent: true });
  return new Set(endpoints.map(({ id }) => id));
};

const quotaOf = (company: string): Quota => ({
  partition: endpointsOf(company).partition,
  maximum: ENDPOINTS_MAX,
  unslotted: async (slotted) => [...(await idsOf(company))].filter((id) => !slotted.has(id)).length,
  gone: async (ids) => {
    const registered = await idsOf(company);
    return new Set(ids.filter((id) => !registered.has(id)));
  },
});

/** Reads a company, whose settings limit the URLs and filters of its endpoints. Throws 404. */
export const companyOf = async (company: string): Promise<CompanyRow> => {
  const row = await getRow<CompanyRow>(companyKey(company));
  if (!row) throw notFound('company');
  return row;
};

interface Registration {
  company: string;
  url: string;
  events: readonly string[];
  filter?: FilterInput | null | undefined;
  idempotency: IdempotencyRecord;
}

/**
 * Registers an endpoint (lib/reference/webhooks.md#registration). Returns 201 with the secret, which only this response
 * contains; a repeat returns 200 without the secret. Throws 422 on `filter.product_ids`, and on `url` for an invalid
 * URL or at the maximum number of endpoints.
 */
export const registerEndpoint = async (input: Registration): Promise<Reply> => {
  const { company, url, events, idempotency } = input;
  const settings = await companyOf(company);
  const [filter] = await Promise.all([
    filterOf(settings, input.filter ?? undefined),
    assertWebhookUrl(url, settings.approved_urls),
  ]);
  const now = nowMs();
  const id = endpointId(now, randomUUID());
  nameSubject({ endpoint_id: id });
  const secret = newWebhookSecret();
  const endpoint: WebhookEndpointRow = {
    ...endpointKey(company, id),
    type: 'webhook-endpoint',
    v: 1,
    id,
    company,
    url,
    events: [...events],
    ...(filter ? { filter } : {}),
    status: 'enabled',
    createdAtMs: now,
    updatedAtMs: now,
    receivesFromMs: now,
    secret: sealSecret(id, 1, secret),
    version: 1,
    failures: 0,
    consecutiveFailures: 0,
  };
  const shown = presentEndpoint(endpoint, now);
  const registered = await commitWithQuotaSlot(quotaOf(company), id, [
    { put: endpoint, condition: ABSENT, name: 'endpoint' },
    raiseEndpointsVersionWrite(company),
    recordReplyWrite(idempotency, { status: 200, body: shown }),
  ]);
  if (!registered) {
    throw invalid('url', connections('too_many_endpoints', { maximum: ENDPOINTS_MAX }));
  }
  invalidateUnsubscribed(company);
  return { status: 201, body: { ...shown, secret } };
};

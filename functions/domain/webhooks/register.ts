import { randomUUID } from 'node:crypto';
import { nowMs } from '../../platform/clock.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { recordReply, type Reply, type Ticket } from '../../storage/idempotency.ts';
import { ABSENT, getRow, queryAll } from '../../storage/table.ts';
import { transact } from '../../storage/transactions.ts';
import { companyKey, type CompanyRow } from '../companies/rows.ts';
import { checkWebhookUrl } from './check-url.ts';
import { endpointKey, endpointsOf, type WebhookEndpointRow } from './rows.ts';
import { presentEndpoint } from './present.ts';
import { endpointId } from './rules.ts';
import { mintSecret, sealSecret } from './secrets.ts';

export const MAX_ENDPOINTS = 250;

/** The addresses that a company approved. */
export const approvedUrlsOf = async (company: string): Promise<readonly string[]> => {
  const row = await getRow<CompanyRow>(companyKey(company));
  if (!row) throw notFound('company');
  return row.approved_urls;
};

interface Registration {
  company: string;
  url: string;
  events: readonly string[];
  ticket: Ticket;
}

/**
 * Registers an endpoint (service.md, Webhooks): 201 with its secret, which is in this answer alone; a repeat gets 200
 * without it. Throws 422 on `url`, and 409 `webhook_endpoint_limit`.
 */
export const registerEndpoint = async ({ company, url, events, ticket }: Registration): Promise<Reply> => {
  const [approved, endpoints] = await Promise.all([
    approvedUrlsOf(company),
    queryAll<WebhookEndpointRow>(endpointsOf(company)),
  ]);
  await checkWebhookUrl(url, approved);
  if (endpoints.length >= MAX_ENDPOINTS) {
    throw conflict('webhook_endpoint_limit', `A company has at most ${MAX_ENDPOINTS} webhook endpoints.`);
  }
  const now = nowMs();
  const id = endpointId(now, randomUUID());
  const secret = mintSecret();
  const endpoint: WebhookEndpointRow = {
    ...endpointKey(company, id),
    type: 'webhook-endpoint',
    v: 1,
    id,
    company,
    url,
    events: [...events],
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
  await transact([
    { put: endpoint, condition: ABSENT, name: 'endpoint' },
    recordReply(ticket, { status: 200, body: shown }),
  ]);
  return { status: 201, body: { ...shown, secret } };
};

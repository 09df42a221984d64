import { nowMs } from '../../../platform/clock.ts';
import { warmMap } from '../../../platform/warm-state.ts';
import { endpointsVersionKey } from '../../events/catalog/endpoints-version.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { queryAll } from '../../../storage/table.ts';
import type { Write } from '../../../storage/transactions.ts';
import { endpointsOf, type WebhookEndpointRow } from './rows.ts';
import { HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts';

/** Maximum age of cached endpoints. The failures and the speed of an endpoint change without a new version. */
const CACHED_ENDPOINTS_MS = MINUTE_MS;
/** Maximum age of the entry of a company without endpoints. Its first endpoint changes the version. */
const CACHED_NONE_MS = HOUR_MS;
const COMPANIES_MAX = 1000;

interface CacheEntry {
  version: number;
  endpoints: readonly WebhookEndpointRow[];
  readAtMs: number;
  /** When a recent event last had this version. */
  confirmedAtMs: number;
}

const cachedByCompany = warmMap<string, CacheEntry>();

export const readEndpoints = (company: string): Promise<WebhookEndpointRow[]> =>
  queryAll<WebhookEndpointRow>({ ...endpointsOf(company), consistent: true });

/** The cached endpoints of exactly this version; undefined if there are none. */
export const cachedEndpoints = (
  company: string,
  version: number | undefined,
): readonly WebhookEndpointRow[] | undefined => {
  const cached = cachedByCompany.get(company);
  const now = performance.now();
  const maxAgeMs = cached?.endpoints.length === 0 ? CACHED_NONE_MS : CACHED_ENDPOINTS_MS;
  if (!cached || cached.version !== version || now - cached.readAtMs >= maxAgeMs) return undefined;
  cached.confirmedAtMs = now;
  return cached.endpoints;
};

/**
 * The cached endpoints of a company, if an event of its orders from the last `ms` has confirmed their version. An event
 * may be `RECENT_MS` older than its confirmation.
 */
export const endpointsWithin = (company: string, ms: number): readonly WebhookEndpointRow[] | undefined => {
  const cached = cachedByCompany.get(company);
  return cached && performance.now() - cached.confirmedAtMs < ms - RECENT_MS ? cached.endpoints : undefined;
};

/**
 * Reads the endpoints of a company and caches them for events of the same version (lib/decisions/events.md). `version`
 * was read before, so the endpoints may be newer than it but not older.
 */
export const endpointsAt = async (company: string, version: number): Promise<readonly WebhookEndpointRow[]> => {
  const cached = cachedEndpoints(company, version);
  if (cached) return cached;
  const readAtMs = performance.now();
  const endpoints = await readEndpoints(company);
  if (cachedByCompany.size >= COMPANIES_MAX) cachedByCompany.clear();
  cachedByCompany.set(company, { version, endpoints, readAtMs, confirmedAtMs: readAtMs });
  return endpoints;
};

/**
 * How long after an event the endpoints that were cached at its time may be used. After that, disabled and deleted
 * endpoints get nothing.
 */
const RECENT_MS = 5_000;

export const isRecent = (eventAtMs: number): boolean => nowMs() - eventAtMs < RECENT_MS;

/** Called after a change to the endpoints, so that this process reads them again, even for events before the change. */
export const invalidateEndpoints = (company: string): void => {
  cachedByCompany.delete(company);
};

/** The write that must commit with every change to a company's endpoints. */
export const raiseEndpointsVersionWrite = (company: string): Write => ({
  update: rowUpdate({
    key: endpointsVersionKey(company),
    set: { type: 'webhook-endpoints-version', v: 1, company },
    add: { changes: 1 },
  }),
});

/** Updates the cached copy of an endpoint after an attempt has changed its speed or failures. */
export const cacheAttempted = (endpoint: WebhookEndpointRow): void => {
  const cached = cachedByCompany.get(endpoint.company);
  const isCached = cached?.endpoints.some(({ id, version }) => id === endpoint.id && version === endpoint.version);
  if (!cached || !isCached) return;
  const endpoints = cached.endpoints.map((each) => (each.id === endpoint.id ? endpoint : each));
  cachedByCompany.set(endpoint.company, { ...cached, endpoints });
};

import { nowMs } from '../../../platform/clock.ts';
import { warmMap } from '../../../platform/warm-state.ts';
import { endpointsVersionKey } from '../../events/catalog/endpoints-version.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { queryAll } from '../../../storage/table.ts';
import type { Write } from '../../../storage/transactions.ts';
import { endpointsOf, type WebhookEndpointRow } from './rows.ts';

/** Maximum age of the endpoints that a process keeps: their failures and speed change without a version. */
export const KEPT_ENDPOINTS_MS = 60_000;
/** That a company has none changes only with the version. */
const KEPT_NONE_MS = 3_600_000;
const COMPANIES_MAX = 1000;

interface Kept {
  version: number;
  endpoints: readonly WebhookEndpointRow[];
  readAtMs: number;
  /** When a recent event last had this version. */
  confirmedAtMs: number;
}

const keptByCompany = warmMap<string, Kept>();

export const readEndpoints = (company: string): Promise<WebhookEndpointRow[]> =>
  queryAll<WebhookEndpointRow>({ ...endpointsOf(company), consistent: true });

/** The kept endpoints of exactly this version; undefined when they must be read. */
export const keptEndpoints = (
  company: string,
  version: number | undefined,
): readonly WebhookEndpointRow[] | undefined => {
  const kept = keptByCompany.get(company);
  const now = performance.now();
  const maxAgeMs = kept?.endpoints.length === 0 ? KEPT_NONE_MS : KEPT_ENDPOINTS_MS;
  if (!kept || kept.version !== version || now - kept.readAtMs >= maxAgeMs) return undefined;
  kept.confirmedAtMs = now;
  return kept.endpoints;
};

/** The endpoints that a company had within this time, if the events of its orders show them. */
export const endpointsWithin = (company: string, ms: number): readonly WebhookEndpointRow[] | undefined => {
  const kept = keptByCompany.get(company);
  return kept && performance.now() - kept.confirmedAtMs < ms - RECENT_MS ? kept.endpoints : undefined;
};

/**
 * Reads the endpoints of a company and keeps them for events of the same version (lib/decisions/events.md). `version`
 * was read before, so the endpoints may be newer than it but not older.
 */
export const endpointsAt = async (company: string, version: number): Promise<readonly WebhookEndpointRow[]> => {
  const kept = keptEndpoints(company, version);
  if (kept) return kept;
  const readAtMs = performance.now();
  const endpoints = await readEndpoints(company);
  if (keptByCompany.size >= COMPANIES_MAX) keptByCompany.clear();
  keptByCompany.set(company, { version, endpoints, readAtMs, confirmedAtMs: readAtMs });
  return endpoints;
};

/**
 * For this long after an event, the endpoints of that time may be used; after that, disabled and deleted ones get
 * nothing.
 */
const RECENT_MS = 5_000;

export const isRecent = (eventAtMs: number): boolean => nowMs() - eventAtMs < RECENT_MS;

/** After a change of the endpoints: this process reads them again, also for events before the change. */
export const forgetEndpoints = (company: string): void => {
  keptByCompany.delete(company);
};

/** The write that every change of a company's endpoints commits with. */
export const raiseEndpointsVersion = (company: string): Write => ({
  update: rowUpdate({
    key: endpointsVersionKey(company),
    set: { type: 'webhook-endpoints-version', v: 1, company },
    add: { changes: 1 },
  }),
});

/** An attempt changed the row of an endpoint: the kept copy has its new speed and failures. */
export const keepAttempted = (endpoint: WebhookEndpointRow): void => {
  const kept = keptByCompany.get(endpoint.company);
  const isKept = kept?.endpoints.some(({ id, version }) => id === endpoint.id && version === endpoint.version);
  if (!kept || !isKept) return;
  const endpoints = kept.endpoints.map((each) => (each.id === endpoint.id ? endpoint : each));
  keptByCompany.set(endpoint.company, { ...kept, endpoints });
};

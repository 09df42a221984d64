import { nowMs } from '../../../platform/clock.ts';
import { warmMap } from '../../../platform/warm-state.ts';
import type { Key, Row, RowSet } from '../../../storage/table.ts';

/**
 * Number of changes to a company's webhook endpoints, not counting delivery attempts. Each change increments the number
 * in the same transaction.
 */
interface EndpointsVersionRow extends Row {
  type: 'webhook-endpoints-version';
  company: string;
  changes: number;
}

export const endpointsVersionKey = (company: string): Key => ({ pk: `WEBHOOKS#${company}`, sk: 'version' });

/** A version of a company's endpoints, and the time just before it was read. */
export interface SeenEndpoints {
  version: number;
  beforeMs: number;
}

/** A read of the version, together with other rows in one strongly consistent call. */
interface VersionLookup {
  /** The key to read; empty if the version is not read. */
  keys: readonly Key[];
  /** Time just before the call. */
  beforeMs: number;
  /** The version among the rows that were read; undefined if it was not read. */
  seenIn: (rows: RowSet) => SeenEndpoints | undefined;
}

type VersionedEvent = 'creation' | 'payment' | 'fulfillment';

const MANY_WITHIN_MS = 2_000;
const COMPANIES_MAX = 1000;
/** Time of the last read, by event and company. */
const lastRead = warmMap<string, number>();

/**
 * Prepares a read of the version. One key serves 3,000 such reads per second, so a process that has read the version
 * within the last two seconds for the same company and kind of event does not read it again. Events without a version
 * share a read of the company's endpoints.
 */
export const versionRead = (company: string, of: VersionedEvent): VersionLookup => {
  const beforeMs = nowMs();
  const name = `${of} ${company}`;
  const sinceMs = beforeMs - (lastRead.get(name) ?? -Infinity);
  if (sinceMs >= 0 && sinceMs < MANY_WITHIN_MS) return { keys: [], beforeMs, seenIn: () => undefined };
  if (lastRead.size >= COMPANIES_MAX) lastRead.clear();
  lastRead.set(name, beforeMs);
  const key = endpointsVersionKey(company);
  const seenIn = (rows: RowSet): SeenEndpoints => ({
    version: rows.get<EndpointsVersionRow>(key)?.changes ?? 0,
    beforeMs,
  });
  return { keys: [key], beforeMs, seenIn };
};

/**
 * The version to record with an event. It must have been read after the time of the event, so that it includes every
 * registration before that time. If undefined, the delivery of the event has to read the endpoints.
 */
export const versionFor = (event: { atMs: number }, knownEndpoints: SeenEndpoints | undefined): number | undefined =>
  knownEndpoints && event.atMs <= knownEndpoints.beforeMs ? knownEndpoints.version : undefined;

import { nowMs } from '../../../platform/clock.ts';
import { warmMap } from '../../../platform/warm-state.ts';
import type { Key, Row, RowSet } from '../../../storage/table.ts';

/**
 * Number of changes of a company's webhook endpoints, not counting attempts. Each change raises it in its transaction.
 */
interface EndpointsVersionRow extends Row {
  type: 'webhook-endpoints-version';
  company: string;
  changes: number;
}

export const endpointsVersionKey = (company: string): Key => ({ pk: `WEBHOOKS#${company}`, sk: 'version' });

/** A version of a company's endpoints, and a time before it was read, in milliseconds. */
export interface SeenEndpoints {
  version: number;
  beforeMs: number;
}

/** A read of the version, next to other rows in one strongly consistent call. */
interface VersionLookup {
  /** The key to read; none where the version is left out. */
  keys: readonly Key[];
  /** Just before the call, in milliseconds. */
  beforeMs: number;
  /** The version among the rows that were read; undefined where it was left out. */
  seenIn: (rows: RowSet) => SeenEndpoints | undefined;
}

type VersionedEvent = 'creation' | 'payment' | 'fulfillment';

const MANY_WITHIN_MS = 2_000;
const COMPANIES_MAX = 1000;
/** Time of the last read, by event and company. */
const lastRead = warmMap<string, number>();

/**
 * Begins a read of the version. One key serves 3,000 of these reads a second, so a process that read it within two
 * seconds leaves it out: the events of a busy company share a read of its endpoints.
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
 * The version that an event is recorded with: it must have been read after the time of the event, so that it contains
 * every registration before that time. Undefined: the endpoints have to be read.
 */
export const versionFor = (event: { atMs: number }, seen: SeenEndpoints | undefined): number | undefined =>
  seen && event.atMs <= seen.beforeMs ? seen.version : undefined;

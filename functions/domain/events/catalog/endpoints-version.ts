import type { Key, Row, RowSet } from '../../../storage/table.ts';

/** Number of changes of a company's webhook endpoints, without attempts. Each change raises it in its transaction. */
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

/** The version among rows that were read strongly after `beforeMs`. */
export const endpointsSeenIn = (rows: RowSet, company: string, beforeMs: number): SeenEndpoints => {
  const row = rows.get<EndpointsVersionRow>(endpointsVersionKey(company));
  return { version: row?.changes ?? 0, beforeMs };
};

/**
 * The version that an event is recorded with: it must have been read after the time of the event, so that it contains
 * every registration before that time. Undefined: the endpoints have to be read.
 */
export const versionFor = (event: { atMs: number }, seen: SeenEndpoints | undefined): number | undefined =>
  seen && event.atMs <= seen.beforeMs ? seen.version : undefined;

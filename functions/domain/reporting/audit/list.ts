import { createHash } from 'node:crypto';
import { presentActor, type Actor } from '../../../platform/actor.ts';
import { channelOf, type Channel } from '../../../platform/channels.ts';
import { toTimestamp } from '../../../platform/clock.ts';
import { auditOf, auditOfOption, type AuditRow } from '../../../storage/audit.ts';
import { decodeCursor, listPage, type ListPage, type PageRequest } from '../../../storage/cursors.ts';
import { mergedPage, type ListSource } from '../../../storage/merged.ts';
import { sortable } from '../../../storage/sortable.ts';
import { holdsOf } from '../../value/items/redemptions/rows.ts';
import { transactionsOf } from '../../value/items/rows.ts';
import { eventsOf } from '../../notifications/webhooks/rows.ts';
import { auditEntryOf, rowTypeOf, type AuditedRow, type AuditRecord } from './rules.ts';

interface AuditQuery extends PageRequest {
  /** Range of time: `fromMs` is inclusive, `beforeMs` is exclusive. */
  fromMs: number | undefined;
  beforeMs: number | undefined;
  /** Id of a key, username, or name of a part of the service. */
  by: string | undefined;
  channel: Channel | undefined;
  operation: string | undefined;
}

/** Positions before and after every entry. */
const [FIRST, LAST] = ['0', '~'];

const sourcesOf = (company: string): Record<AuditedRow['type'], ListSource> => ({
  audit: auditOf(company),
  ledger: transactionsOf(company),
  redemption: holdsOf(company),
  'webhook-event': eventsOf(company),
});

const isBy = (actor: Actor, author: string): boolean => [actor.keyId, actor.user, actor.system].includes(author);

const isSelected = (entry: AuditRecord | undefined, { by, channel, operation }: AuditQuery): boolean =>
  entry !== undefined &&
  (by === undefined || isBy(entry.by, by)) &&
  (channel === undefined || channelOf(entry.by) === channel) &&
  (operation === undefined || entry.operation === operation);

/** The id of an entry. It is a hash, because positions contain codes, which must not appear in logs. */
const idOf = (company: string, place: string): string =>
  `aud_${createHash('sha256').update(`audit\n${company}\n${place}`).digest('hex').slice(0, 32)}`;

const present = (company: string, at: string, entry: AuditRecord) => ({
  id: idOf(company, at),
  object: 'audit_entry' as const,
  occurred_at: toTimestamp(entry.atMs),
  channel: channelOf(entry.by),
  operation: entry.operation,
  by: presentActor(entry.by),
  tool: entry.by.tool ?? null,
  subject: entry.subject,
  request_id: entry.requestId,
  changes: entry.changes ?? [],
});

export type AuditEntry = ReturnType<typeof present>;

/**
 * Changes in a company, with actor and channel, newest first: changes by administrators, changes to items, and, for the
 * last 30 days, changes to orders. The entries contain full codes; callers mask them for users who may not redeem. With
 * selective filters, pages may be shorter than `limit`. Throws 422 on `starting_after`.
 */
export const listAuditLog = async (company: string, query: AuditQuery): Promise<ListPage<AuditEntry>> => {
  const identity = { company, list: 'audit-log' };
  const { startingAfter, fromMs, beforeMs, operation } = query;
  const before = beforeMs === undefined ? LAST : sortable(beforeMs);
  const after = decodeCursor<string>(identity, startingAfter) ?? LAST;
  const sources = sourcesOf(company);
  const page = await mergedPage<AuditedRow>({
    sources: operation === undefined ? Object.values(sources) : [sources[rowTypeOf(operation)]],
    from: fromMs === undefined ? FIRST : sortable(fromMs),
    before: after < before ? after : before,
    limit: query.limit,
    passes: (row) => isSelected(auditEntryOf(row), query),
    isNarrow: [query.by, query.channel, operation].every((filter) => filter === undefined),
  });
  const entries = page.entries.flatMap(({ row, at }) => {
    const entry = auditEntryOf(row);
    return entry ? [present(company, at, entry)] : [];
  });
  return listPage(identity, entries, page.next);
};

/** Changes to an option's stock with actor and reason, newest first, without sales. */
export const listStockChanges = async (company: string, optionId: string, limit: number): Promise<AuditEntry[]> => {
  const { entries } = await mergedPage<AuditRow>({
    sources: [auditOfOption(company, optionId)],
    from: FIRST,
    before: LAST,
    limit,
    passes: () => true,
    isNarrow: true,
  });
  return entries.flatMap(({ row, at }) => {
    const entry = auditEntryOf(row);
    return entry ? [present(company, at, entry)] : [];
  });
};

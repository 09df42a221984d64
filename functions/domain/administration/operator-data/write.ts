import { isDeepStrictEqual } from 'node:util';
import { chunksOf } from '../../../platform/chunks.ts';
import { membersAre } from '../../../storage/conditions.ts';
import { ABSENT, ConditionFailed, getRows, keyText, type Row, type RowSet } from '../../../storage/table.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { rowOfType } from '../../../storage/row-of-type.ts';
import { transact, TRANSACTION_MAX_WRITES, TransactionRefused, type Write } from '../../../storage/transactions.ts';
import type { ChangeCounts, EventRow } from '../../catalog/products/rows.ts';
import { jsonPath, OperatorDataError, type Fault } from './faults.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { rowRefusal } from './row-limits.ts';
import type { Intent } from './rows.ts';

/** `edits` of each row when an import first read it, by row key. */
export type EditVersions = Map<string, number>;

/**
 * The writes that make the table match the file; none for unchanged rows. Throws `OperatorDataError` with every row
 * that DynamoDB would reject, including kept options, and with every row edited through the API or the desk since
 * `editVersions` was filled by an earlier call. Throws `ConditionFailed` for a row that no longer matches `madeFor`.
 */
export const writesFor = async (
  intents: readonly Intent[],
  editVersions: EditVersions = new Map(),
): Promise<IntentPlan[]> => {
  const before = await getRows(
    intents.map(({ row }) => row),
    { consistent: true },
  );
  const faults: Fault[] = [];
  const plans = intents.flatMap((intent) => {
    if (isEditedSince(editVersions, intent, before.get(intent.row))) faults.push(editedMeanwhile(intent));
    const planned = plannedFor(intent, before);
    if (!planned) return [];
    const message = rowRefusal(planned.row);
    if (message !== undefined) faults.push({ path: jsonPath(intent.path), message });
    return [{ intent, existing: before.get(intent.row), ...planned }];
  });
  if (faults.length > 0) throw new OperatorDataError(faults);
  return plans;
};

const isEditedSince = (editVersions: EditVersions, { row, versioned }: Intent, existing: Row | undefined): boolean => {
  if (!versioned) return false;
  const edits = existing === undefined ? 0 : (changeCountsOf(existing).edits ?? 0);
  const earlier = editVersions.get(keyText(row)) ?? edits;
  editVersions.set(keyText(row), earlier);
  return edits !== earlier;
};

const editedMeanwhile = ({ path }: Intent): Fault => ({
  path: jsonPath(path),
  message: 'This was changed through the API or the desk during the import. Import the file again.',
});

const changeCountsOf = (row: Row): ChangeCounts => row as Row & ChangeCounts;

/** A planned write with its entry. */
export interface IntentPlan extends PlannedWrite {
  intent: Intent;
  /** The stored row before the write; undefined if it is created. */
  existing: Row | undefined;
}

/** Writes that commit with the row of an intent. */
export const alsoWrites = ({ also = [] }: Intent): Write[] => also.map((put) => ({ put }));

/** A write with the resulting row. */
interface PlannedWrite {
  write: Write;
  row: Row;
}

const plannedFor = (intent: Intent, before: RowSet): PlannedWrite | undefined => {
  const existing = before.get(intent.row);
  if (isOvertaken(intent, existing)) throw new ConditionFailed(existing);
  if (!existing) {
    if (intent.part) throw new Error(`A row to be changed does not exist: ${intent.row.pk}`);
    const { row } = intent;
    return { write: { put: row, condition: ABSENT }, row };
  }
  if (intent.once || intent.isKept?.(existing)) return undefined;
  const named = intent.part ? { ...existing, ...intent.row } : intent.row;
  const complete = withoutRemoved(
    withoutDeleted(withUnnamed(withoutAbsent(named), existing, intent.list), existing),
    existing,
  );
  const desired = withFormerSlugs(complete, existing);
  const guarded = new Set([...(intent.list ? [intent.list] : []), ...(intent.guarded ?? []), 'formerSlugs']);
  const keeps = new Set([...(intent.keeps ?? []), ...COUNTS, 'pk', 'sk']);
  const changing = changingIn(existing, desired, keeps);
  if (changing.length === 0) return undefined;
  const counted = { ...withKept(desired, existing, keeps), ...countsAfter(intent, existing) };
  const counts = intent.versioned ? COUNTS.filter((name) => Object.hasOwn(counted, name)) : [];
  if (intent.versioned) guarded.add('version');
  return { write: update(existing, counted, { changing: [...changing, ...counts], guarded }), row: counted };
};

/** Members that count the changes to a row. */
const COUNTS = ['version', 'edits'] as const;

/** Counts of a versioned row after one more change. An import does not increment `edits`. */
const countsAfter = ({ versioned, edit }: Intent, existing: Row): ChangeCounts => {
  if (!versioned) return {};
  const { version = 0, edits = 0 } = changeCountsOf(existing);
  return { version: version + 1, ...(edit || edits > 0 ? { edits: edits + (edit ? 1 : 0) } : {}) };
};

/** Whether the row changed after the change was planned and before it was read for this write. */
const isOvertaken = ({ madeFor, guarded = [] }: Intent, existing: Row | undefined): boolean => {
  if (madeFor === undefined) return false;
  if (madeFor === null || !existing) return (madeFor === null) !== (existing === undefined);
  const [then, now] = [new Map(Object.entries(madeFor)), new Map(Object.entries(existing))];
  return guarded.some((name) => !isDeepStrictEqual(then.get(name), now.get(name)));
};

const withKept = (desired: Row, existing: Row, keeps: ReadonlySet<string>): Row => {
  const kept = Object.entries(existing).filter(([name]) => keeps.has(name));
  return { ...desired, ...Object.fromEntries(kept) };
};

/** Removes absent members, which DynamoDB does not store. */
const withoutAbsent = (row: Row): Row => JSON.parse(JSON.stringify(row)) as Row;

interface Entry {
  id: number;
  on_sale?: boolean;
}

/** Keeps `on_sale` if the file omits it, so that such a file does not end an on-sale. */
const withStoredOnSale = (entry: Entry, before: Entry | undefined): Entry =>
  entry.on_sale === undefined && before?.on_sale !== undefined ? { ...entry, on_sale: before.on_sale } : entry;

/**
 * A file removes nothing: existing list entries that it does not name are kept (options at the end, campaigns by id).
 */
const withUnnamed = (desired: Row, existing: Row, list: Intent['list']): Row => {
  if (!list) return desired;
  const entriesOf = (row: Row): Entry[] => (row as Row & Record<'options' | 'campaigns', Entry[]>)[list];
  const named = new Set(entriesOf(desired).map(({ id }) => id));
  const unnamed = entriesOf(existing).filter(({ id }) => !named.has(id));
  const before = new Map(entriesOf(existing).map((entry) => [entry.id, entry]));
  const entries = entriesOf(desired).map((entry) => withStoredOnSale(entry, before.get(entry.id)));
  const all = [...entries, ...unnamed];
  return { ...desired, [list]: list === 'campaigns' ? all.sort((a, b) => a.id - b.id) : all };
};

/** A campaign deleted by an administrator is not restored by a file. */
const withoutDeleted = (desired: Row, existing: Row): Row => {
  if (desired.type !== 'company') return desired;
  const { deletedCampaigns = [] } = rowOfType<CompanyRow>('company', existing);
  const { campaigns } = rowOfType<CompanyRow>('company', desired);
  return Object.assign({}, desired, { campaigns: campaigns.filter(({ id }) => !deletedCampaigns.includes(id)) });
};

/** A removed option is not sold again, regardless of the file. */
const withoutRemoved = (desired: Row, existing: Row): Row => {
  const removed = [desired, existing].flatMap(
    (row) => (row as Row & Pick<EventRow, 'removedOptions'>).removedOptions ?? [],
  );
  if (removed.length === 0) return desired;
  const { options } = desired as Row & { options: (Entry & { active: boolean })[] };
  const isRemoved = new Set(removed);
  return Object.assign({}, desired, {
    options: options.map((option) => (isRemoved.has(option.id) ? { ...option, active: false } : option)),
  });
};

/** An event keeps its former slugs, because tickets were sold under them. */
const withFormerSlugs = (desired: Row, existing: Row): Row => {
  if (desired.type !== 'event' || existing.type !== 'event') return desired;
  const { slug, formerSlugs = [] } = rowOfType<EventRow>('event', existing);
  const former = [...new Set([...formerSlugs, slug])].filter(
    (name) => name !== rowOfType<EventRow>('event', desired).slug,
  );
  return former.length > 0 ? Object.assign({}, desired, { formerSlugs: former }) : desired;
};

/** Names of the members that differ. */
const changingIn = (existing: Row, desired: Row, keeps: ReadonlySet<string>): string[] => {
  const [before, after] = [new Map(Object.entries(existing)), new Map(Object.entries(desired))];
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => !keeps.has(name) && !isDeepStrictEqual(before.get(name), after.get(name)),
  );
};

/**
 * Sets changed members and removes members that `desired` does not have. The write of a `guarded` member, such as a
 * list merged from file and table, requires the value that was read.
 */
const update = (
  existing: Row,
  desired: Row,
  { changing, guarded }: { changing: readonly string[]; guarded: ReadonlySet<string> },
): Write => {
  const [before, after] = [new Map(Object.entries(existing)), new Map(Object.entries(desired))];
  const membersIn = (row: ReadonlyMap<string, unknown>, names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, row.get(name)]));
  const required = changing.filter((name) => guarded.has(name));
  const unchanged = membersAre(membersIn(before, required));
  return { update: rowUpdate({ key: existing, set: membersIn(after, changing), if: unchanged }) };
};

/**
 * Below the limits of a transaction, which are 100 writes and 4 MB. Leaves room for two accompanying writes per write,
 * such as the count of a campaign's codes. A write with more accompanying writes counts as several.
 */
const WRITES_PER_TRANSACTION = 33;
const WRITES_OF_ONE = 3;
const BYTES_PER_TRANSACTION = 3_000_000;
const CONCURRENT_TRANSACTIONS = 4;

const groupWrites = (writes: readonly Write[], alongside: Alongside): Write[][] => {
  const groups: Write[][] = [];
  let room = { writes: 0, bytes: 0 };
  for (const write of writes) {
    const bytes = Buffer.byteLength(JSON.stringify(write));
    const places = Math.ceil((1 + alongside([write]).length) / WRITES_OF_ONE);
    if (room.writes < places || room.bytes < bytes) {
      groups.push([]);
      room = { writes: WRITES_PER_TRANSACTION, bytes: BYTES_PER_TRANSACTION };
    }
    groups.at(-1)?.push(write);
    room = { writes: room.writes - places, bytes: room.bytes - bytes };
  }
  return groups;
};

/** Whether a write creates a counter. A counter is written before its product. */
const isCounter = (write: Write): boolean => 'put' in write && write.put.type === 'stock';

/** Writes that commit with a group. */
export type Alongside = (group: readonly Write[]) => Write[];

/** Called after each group with the number of committed writes. */
type OnProgress = (done: number, group: readonly Write[]) => void;

/** Commits in groups, counters first. Throws `TransactionRefused` if the rows have changed concurrently. */
export const commit = async (
  writes: readonly Write[],
  onProgress: OnProgress,
  alongside: Alongside = () => [],
): Promise<void> => {
  const counters = writes.filter(isCounter);
  await commitGroups(groupWrites(counters, alongside), onProgress, alongside);
  const otherWrites = writes.filter((write) => !isCounter(write));
  const onOther: OnProgress = (done, group) => onProgress(counters.length + done, group);
  await commitGroups(groupWrites(otherWrites, alongside), onOther, alongside);
};

/**
 * Commits a group with its accompanying writes. A product may have more options that get or lose their limit than fit
 * into a transaction. The movements that do not fit are written before, so that the history lacks none, and removed if
 * the group is refused.
 */
const commitGroup = async (group: readonly Write[], accompanying: readonly Write[]): Promise<void> => {
  const movements = accompanying.filter((write) => 'put' in write && write.put.type === 'audit');
  const room = TRANSACTION_MAX_WRITES - group.length - (accompanying.length - movements.length);
  const earlier = movements.slice(room);
  for (const some of chunksOf(earlier, TRANSACTION_MAX_WRITES)) await transact(some);
  try {
    await transact([...group, ...accompanying.filter((write) => !earlier.includes(write))]);
  } catch (error) {
    if (error instanceof TransactionRefused) await removeAll(earlier);
    throw error;
  }
};

const removeAll = async (puts: readonly Write[]): Promise<void> => {
  const removals = puts.flatMap((write) =>
    'put' in write ? [{ remove: { pk: write.put.pk, sk: write.put.sk } }] : [],
  );
  for (const some of chunksOf(removals, TRANSACTION_MAX_WRITES)) await transact(some);
};

const commitGroups = async (groups: Write[][], onProgress: OnProgress, alongside: Alongside): Promise<void> => {
  let done = 0;
  const worker = async (): Promise<void> => {
    for (let group = groups.shift(); group; group = groups.shift()) {
      await commitGroup(group, alongside(group));
      done += group.length;
      onProgress(done, group);
    }
  };
  // Waits for all writes even if one fails, because the caller plans again after a conflict.
  const outcomes = await Promise.allSettled(Array.from({ length: CONCURRENT_TRANSACTIONS }, worker));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
};

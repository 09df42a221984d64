import { brotliCompressSync, constants } from 'node:zlib';
import { nowMs } from '../../../../platform/clock.ts';
import { membersAre } from '../../../../storage/conditions.ts';
import { putRows } from '../../../../storage/put-rows.ts';
import { rowUpdate } from '../../../../storage/row-update.ts';
import { deleteRow, queryPage, updateRow, type Key, type Row } from '../../../../storage/table.ts';
import { transact } from '../../../../storage/transactions.ts';
import { unlessRefused } from '../../../../storage/unless-refused.ts';
import { itemPosition } from '../rows.ts';
import {
  MOMENT_LENGTH,
  sortableMoment,
  packCodec,
  packKey,
  packsIn,
  packsPartition,
  type Columns,
  type PackEntry,
  type PackRow,
  type PackRange,
} from './register-packs.ts';
import { entriesIn, registerRow, type RegisteredItem } from './register.ts';
import { DAY_MS } from '../../../../platform/durations.ts';

/** Entries of items older than this are written only after failures. The writer then unpacks their range. */
const OLD_MS = DAY_MS;
/** Minimum age of packed entries, a day after the last regular write. */
const MINIMUM_AGE_MS = 2 * OLD_MS;
/** Maximum content of a pack, before compression. It fits into a row even if nothing can be compressed. */
const PACK_BYTES = 300_000;

/**
 * Key of a number that increases whenever old entries change and whenever packing begins, so that no pack is written
 * from entries that were read earlier.
 */
const epochKey = (company: string): Key => ({ pk: packsPartition(company), sk: 'epoch' });

interface EpochRow extends Row {
  type: 'register-epoch';
  n: number;
}

/** Packs old parts of a company's register, for reports. */
export const packRegister = (company: string, limits?: PackLimits): Promise<number> =>
  packEntries(company, (range) => entriesIn(company, range, { consistent: true }), limits);

/** Puts register entries, one per position, and unpacks their ranges. */
export const putRegister = async (items: readonly RegisteredItem[]): Promise<void> => {
  await putRows(items.map(registerRow));
  await unpack(items);
};

/**
 * Must be called after entries of items were written or changed. Removes the packs that contain their positions, so
 * that readers use the register itself, and invalidates packing in progress.
 */
export const unpack = async (items: readonly RegisteredItem[]): Promise<void> => {
  const old = items.filter(({ createdAtMs }) => createdAtMs < nowMs() - OLD_MS);
  for (const [company, ofCompany] of Map.groupBy(old, (item) => item.company)) {
    await nextEpoch(company);
    const known: PackRange[] = [];
    for (const position of ofCompany.map(itemPosition).toSorted()) {
      if (!known.some((range) => isIn(position, range))) known.push(...(await removePackOf(company, position)));
    }
  }
};

/** Removes the packs that contain a position. Takes one read, and another for each removed pack. */
const removePackOf = async (company: string, position: string): Promise<PackRange[]> => {
  const removed: PackRange[] = [];
  for (;;) {
    const { rows } = await queryPage<PackRow>({
      partition: packsPartition(company),
      from: packKey(company, '').sk,
      to: packKey(company, position).sk,
      descending: true,
      limit: 1,
      consistent: true,
    });
    const pack = rows[0];
    if (!pack || !isIn(position, pack)) return removed;
    await deleteRow(pack);
    removed.push({ after: pack.after, through: pack.through });
  }
};

const isIn = (position: string, { after, through }: PackRange): boolean => position > after && position <= through;

/** Starts a new epoch, so that entries read earlier can no longer be packed. */
const nextEpoch = async (company: string): Promise<number> => {
  const { n } = await updateRow<EpochRow>(
    rowUpdate({ key: epochKey(company), set: { type: 'register-epoch', v: 1 }, add: { n: 1 } }),
  );
  return n;
};

/** Reads the entries of a range from the rows of the register, not from packs, consistently and in order. */
type ReadEntries = (range: PackRange) => AsyncIterable<PackEntry>;

/** Packs old unpacked entries until the time is up. Returns the number of packs made. */
export const packEntries = async (
  company: string,
  read: ReadEntries,
  { stopAt = Infinity, packBytes = PACK_BYTES }: PackLimits = {},
): Promise<number> => {
  const through = sortableMoment(nowMs() - MINIMUM_AGE_MS);
  let packCount = 0;
  for (const range of await packsIn(company, { after: '', through })) {
    if (range.key) continue;
    const isTail = range.through === through;
    packCount += await packOneRange(company, range, { read, isTail, stopAt, packBytes });
  }
  return packCount;
};

interface PackLimits {
  /** Time of `performance.now()` after which packing stops. */
  stopAt?: number;
  packBytes?: number;
}

const packOneRange = async (
  company: string,
  range: PackRange,
  { read, isTail, stopAt, packBytes }: { read: ReadEntries; isTail: boolean } & Required<PackLimits>,
): Promise<number> => {
  const epoch = await nextEpoch(company);
  let packCount = 0;
  let { after } = range;
  let entries: PackEntry[] = [];
  let size = 0;
  const put = async (through: string): Promise<boolean> => {
    const bytes = compressPack(entries);
    const pack = packCodec.write({ ...packKey(company, after), after, through, bytes });
    const inEpoch = { check: epochKey(company), condition: membersAre({ n: epoch }) };
    if (!(await unlessRefused(transact([{ put: pack }, inEpoch])))) return false;
    packCount++;
    [after, entries, size] = [through, [], 0];
    return true;
  };
  for await (const entry of read(range)) {
    if (performance.now() > stopAt) return packCount;
    entries.push(entry);
    size += Buffer.byteLength(JSON.stringify(entry));
    if (size >= packBytes && !(await put(entry[0]))) return packCount;
  }
  // The end of the register still grows. It is packed when there are enough entries for a pack.
  if (!isTail && after < range.through) await put(range.through);
  return packCount;
};

const compressPack = (entries: readonly PackEntry[]): Uint8Array => {
  let before = 0;
  const columns: Columns = [[], [], []];
  for (const [position, texts] of entries) {
    const moment = Number(position.slice(0, MOMENT_LENGTH));
    columns[0].push(moment - before);
    columns[1].push(position.slice(MOMENT_LENGTH + 1));
    columns[2].push(texts);
    before = moment;
  }
  return brotliCompressSync(JSON.stringify(columns), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
  });
};

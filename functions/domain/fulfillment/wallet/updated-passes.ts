import { nowMs } from '../../../platform/clock.ts';
import { getRows, queryPage, type Key } from '../../../storage/table.ts';
import { assertPassType, deviceIn } from './pass-request.ts';
import { listOfDevice, walletPassCodec, walletPassKey } from './rows.ts';

/** Maximum number of passes of a device in a list. */
const PASSES_MAX = 500;
/**
 * A list also includes changes made up to this long before the previous list, because a change may be committed later
 * than its timestamp. Longer than any function runs.
 */
const OVERLAP_MS = 120_000;

/**
 * Passes of a device that changed since the tag of an earlier list, with a new tag. Without a tag, all passes.
 * Undefined if there are none. Throws 404.
 */
export const updatedPasses = async (
  of: { passType: string; device: string },
  sinceTag: string | undefined,
): Promise<{ serialNumbers: string[]; lastUpdated: string } | undefined> => {
  await assertPassType(of.passType);
  const listedAtMs = nowMs();
  const sinceMs = /^\d{1,15}$/.test(sinceTag ?? '') ? Number(sinceTag) : -Infinity;
  const { rows: keys } = await queryPage<Key & { ix1sk: string }>({
    index: 'ix1',
    partition: listOfDevice(deviceIn(of.device)),
    limit: PASSES_MAX,
  });
  const serials = keys.map(({ ix1sk }) => ix1sk);
  const passes = await getRows(serials.map(walletPassKey), { consistent: true });
  const serialNumbers = serials.filter((serial) => {
    const row = passes.get(walletPassKey(serial));
    return row !== undefined && (sinceMs === -Infinity || (walletPassCodec.read(row).changedAtMs ?? 0) > sinceMs);
  });
  if (serialNumbers.length === 0) return undefined;
  return { serialNumbers, lastUpdated: String(listedAtMs - OVERLAP_MS) };
};

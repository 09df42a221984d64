import type { WalletCredentials } from '../../../adapters/wallet/certificates.ts';
import { pushUpdates } from '../../../adapters/wallet/apple-push.ts';
import { walletCredentials } from '../../../adapters/wallet/credentials.ts';
import { nowMs } from '../../../platform/clock.ts';
import { log } from '../../../platform/log.ts';
import { enabledWallets } from '../../../platform/wallets.ts';
import { ConditionFailed, deleteRow, getRow, updateRow } from '../../../storage/table.ts';
import { unlessRefused } from '../../../storage/unless-refused.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { currentItem } from '../../value/items/current-item.ts';
import { markPass } from '../../value/items/mark-pass.ts';
import type { ItemRow } from '../../value/items/rows.ts';
import { viewOfItem } from '../holder/holder-view.ts';
import { updateGoogle } from './google.ts';
import { findPass, type FoundPass } from './find-pass.ts';
import type { WalletWork } from './messages.ts';
import { walletPassKey, type WalletPassRow } from './rows.ts';
import { itemIdOf } from '../../value/items/item-id.ts';
import { shownDigest } from './shown-digest.ts';

/** Resolution of `Last-Modified`. */
const STEP_MS = 1000;

/** Thrown if not every wallet has the current state, so that the message is delivered again. */
class WalletsBehind extends Error {
  constructor(cause?: unknown) {
    super('Not every wallet has the current state of a pass', { cause });
    this.name = 'WalletsBehind';
  }
}

/**
 * Sends the current state of an item to the wallets that have its pass (lib/reference/items.md#passes-in-wallets).
 * Attempts are numbered: an attempt that ends after a newer attempt has begun may have overwritten the newer state, and
 * is repeated. `isRepeated`: an earlier delivery of the message may have crashed after its call. Throws until every
 * wallet has accepted the state.
 */
export const updateWallets = async (work: WalletWork, isRepeated: boolean): Promise<void> => {
  const serial = itemIdOf(work);
  const loaded = await findPass(serial);
  // The pass was erased.
  if (!loaded) return void (await markPass(work.company, work.code, { hasPass: false }));
  if (work.kind === 'changed' && !isRepeated && hasSent(loaded.pass, work.version)) return;
  if (work.kind === 'saved' || !isFollowed(loaded)) {
    const item = await markFollowed(serial, loaded);
    if (!item || !isFollowed(loaded)) return;
    if (!loaded.pass.google && isShown(loaded.pass, item)) return;
  }
  const begun = await begin(loaded.pass);
  const item = await currentItem(work.company, work.code);
  if (!item) return;
  await send(loaded, item);
  await end(loaded.pass, begun, item.version);
};

const hasSent = ({ sentVersion = 0, begun, ended }: WalletPassRow, version: number): boolean =>
  sentVersion >= version && begun === ended;

/** Whether every copy of the pass shows the current state. */
const isShown = ({ made, firstShown }: WalletPassRow, item: ItemRow): boolean =>
  made === 1 && shownDigest(item) === firstShown;

const isFollowed = ({ pass, devices }: FoundPass): boolean => pass.google === true || devices.length > 0;

/**
 * Marks the item according to whether a wallet has its pass. Sets the mark again if a device has registered
 * concurrently.
 */
const markFollowed = async (serial: string, loaded: FoundPass): Promise<ItemRow | undefined> => {
  const { company, code } = loaded.pass;
  if (isFollowed(loaded)) return markPass(company, code, { hasPass: true });
  const item = await markPass(company, code, { hasPass: false });
  const again = await findPass(serial);
  return again && isFollowed(again) ? markPass(company, code, { hasPass: true }) : item;
};

/**
 * Begins an attempt, before the item is read, unless the pass is erased. From now on, devices see the pass as changed.
 */
const begin = async (pass: WalletPassRow): Promise<number> => {
  const { begun = 0, changedAtMs = pass.createdAtMs } = pass;
  return attemptOn(pass, {
    update: 'SET begun = :next, changedAtMs = :now',
    condition: 'attribute_exists(createdAtMs) AND (attribute_not_exists(begun) OR begun = :begun)',
    values: { ':next': begun + 1, ':begun': begun, ':now': Math.max(nowMs(), changedAtMs + STEP_MS) },
  }).then(() => begun + 1);
};

const end = async (pass: WalletPassRow, begun: number, version: number): Promise<void> =>
  attemptOn(pass, {
    update: 'SET ended = :begun, sentVersion = :version',
    condition: 'begun = :begun',
    values: { ':begun': begun, ':version': version },
  });

/**
 * Throws `WalletsBehind` if a concurrent attempt was committed first or the pass was erased, so that the message is
 * delivered again.
 */
const attemptOn = async (
  pass: WalletPassRow,
  change: { update: string; condition: string; values: Record<string, unknown> },
): Promise<void> => {
  try {
    await updateRow({ key: walletPassKey(itemIdOf(pass)), ...change });
  } catch (error) {
    if (error instanceof ConditionFailed) throw new WalletsBehind(error);
    throw error;
  }
};

const send = async (loaded: FoundPass, item: ItemRow): Promise<void> => {
  const credentials = await walletCredentials();
  const sent = await Promise.allSettled([toApple(loaded, credentials), toGoogle(loaded, item, credentials)]);
  const failed = sent.find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw new WalletsBehind(failed.reason);
};

const toGoogle = async ({ pass }: FoundPass, item: ItemRow, { google }: WalletCredentials): Promise<void> => {
  if (!pass.google || !enabledWallets().includes('google')) return;
  if (!google) return log.error('A wallet is enabled without certificates', { wallet: 'google' });
  const company = await getRow<CompanyRow>(companyKey(item.company));
  if (company) await updateGoogle(await viewOfItem(item, company), google);
};

/** Notifies the devices: each then fetches the changes. Devices unknown to Apple are removed. */
const toApple = async ({ devices }: FoundPass, { apple }: WalletCredentials): Promise<void> => {
  if (devices.length === 0 || !enabledWallets().includes('apple')) return;
  if (!apple) return log.error('A wallet is enabled without certificates', { wallet: 'apple' });
  const outcomes = await pushUpdates(
    devices.map(({ pushToken }) => pushToken),
    apple,
  );
  const failed: unknown[] = [];
  for (const [at, outcome] of outcomes.entries()) {
    const device = devices[at];
    if (outcome.result === 'failed') failed.push(outcome.cause);
    if (device && outcome.result === 'gone') await removeGone(device, outcome.sinceMs);
  }
  if (failed.length > 0) throw new WalletsBehind(failed[0]);
};

/** Deletes a device that Apple does not know, unless it has registered since or has another token. */
const removeGone = async (device: FoundPass['devices'][number], sinceMs: number): Promise<void> => {
  const { pk, sk, pushToken } = device;
  await unlessRefused(
    deleteRow(
      { pk, sk },
      {
        expression: 'pushToken = :token AND registeredAtMs <= :since',
        values: { ':token': pushToken, ':since': sinceMs },
      },
    ),
  );
};

import type { ItemRow } from '../../value/items/rows.ts';
import type { WalletWork } from './messages.ts';
import type { WalletDeviceRow, WalletPassRow } from './rows.ts';
import { shownDigest } from './shown-digest.ts';

/** Changes within this time after the first one are sent together. */
export const COALESCED_SECONDS = 30;

/** The message for a changed item; undefined for an item without a pass. */
export const passChangeWork = (before: ItemRow | undefined, after: ItemRow): WalletWork | undefined =>
  before && after.hasPass && shownDigest(before) !== shownDigest(after)
    ? { kind: 'changed', company: after.company, code: after.code, version: after.version }
    : undefined;

export const passSaveWork = (before: WalletPassRow | undefined, after: WalletPassRow): WalletWork | undefined =>
  after.google && !before?.google ? { kind: 'saved', company: after.company, code: after.code } : undefined;

/** The message for a device that has registered, changed its token, or unregistered. */
export const deviceChangeWork = (before: WalletDeviceRow | undefined, after: WalletDeviceRow): WalletWork | undefined =>
  before?.pushToken === after.pushToken ? undefined : { kind: 'saved', company: after.company, code: after.code };

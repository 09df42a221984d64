import { nowMs } from '../../../platform/clock.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { updateRow, type Row } from '../../../storage/table.ts';
import { walletDeviceCodec, walletDeviceKey, walletPassKey, type WalletDeviceRow, type WalletPassRow } from './rows.ts';
import { itemIdOf } from '../../value/items/item-id.ts';

/** Records that a pass was made. Uses a single update, because pages have no permission for other writes. */
export const recordPass = (
  pass: Pick<WalletPassRow, 'company' | 'code' | 'firstShown' | 'google'>,
): Promise<WalletPassRow> =>
  updateRow<WalletPassRow>(
    rowUpdate({
      key: walletPassKey(itemIdOf(pass)),
      set: {
        type: 'wallet-pass',
        v: 1,
        company: pass.company,
        code: pass.code,
        ...(pass.google ? { google: true } : {}),
      },
      initial: { firstShown: pass.firstShown, createdAtMs: nowMs() },
      add: { made: 1 },
    }),
  );

/** Registers a device for a pass, or replaces its push token. */
export const recordDevice = (device: string, registration: Omit<WalletDeviceRow, keyof Row>): Promise<unknown> => {
  const row = walletDeviceCodec.write({ ...walletDeviceKey(registration.serial, device), ...registration });
  const { pk, sk, ...members } = row;
  return updateRow(rowUpdate({ key: { pk, sk }, set: members, remove: ['ttl'] }));
};

/** Unregisters a device of a pass. Throws `ConditionFailed` when it was not registered. */
export const deleteDevice = (serial: string, device: string): Promise<unknown> =>
  updateRow(
    rowUpdate({
      key: walletDeviceKey(serial, device),
      set: { ttl: Math.ceil(nowMs() / 1000) },
      remove: ['pushToken', 'ix1pk', 'ix1sk'],
      if: { expression: 'attribute_exists(pushToken)' },
    }),
  );

import { nowMs } from '../../../platform/clock.ts';
import { updateRow, type Row } from '../../../storage/table.ts';
import { walletDeviceCodec, walletDeviceKey, walletPassKey, type WalletDeviceRow, type WalletPassRow } from './rows.ts';
import { itemIdOf } from '../../value/items/item-id.ts';

/** Records that a pass was made. Uses a single update, because pages have no permission for other writes. */
export const recordPass = (
  pass: Pick<WalletPassRow, 'company' | 'code' | 'firstShown' | 'google'>,
): Promise<WalletPassRow> =>
  updateRow<WalletPassRow>({
    key: walletPassKey(itemIdOf(pass)),
    update:
      'SET #type = :type, v = :one, company = :company, code = :code, firstShown = if_not_exists(firstShown, :shown), ' +
      `createdAtMs = if_not_exists(createdAtMs, :now)${pass.google ? ', google = :true' : ''} ADD made :one`,
    names: { '#type': 'type' },
    values: {
      ':type': 'wallet-pass',
      ':one': 1,
      ':company': pass.company,
      ':code': pass.code,
      ':shown': pass.firstShown,
      ':now': nowMs(),
      ...(pass.google ? { ':true': true } : {}),
    },
  });

/** Registers a device for a pass, or replaces its push token. */
export const recordDevice = (device: string, registration: Omit<WalletDeviceRow, keyof Row>): Promise<unknown> => {
  const row = walletDeviceCodec.write({ ...walletDeviceKey(registration.serial, device), ...registration });
  return updateRow({
    key: row,
    update:
      'SET #type = :type, v = :one, company = :company, code = :code, #serial = :serial, pushToken = :token, ' +
      'registeredAtMs = :now, ix1pk = :list, ix1sk = :serial REMOVE #ttl',
    names: { '#type': 'type', '#serial': 'serial', '#ttl': 'ttl' },
    values: {
      ':type': row.type,
      ':one': row.v,
      ':company': row.company,
      ':code': row.code,
      ':serial': row.serial,
      ':token': row.pushToken,
      ':now': row.registeredAtMs,
      ':list': row.ix1pk,
    },
  });
};

/** Unregisters a device of a pass. Throws `ConditionFailed` when it was not registered. */
export const deleteDevice = (serial: string, device: string): Promise<unknown> =>
  updateRow({
    key: walletDeviceKey(serial, device),
    update: 'SET #ttl = :now REMOVE pushToken, ix1pk, ix1sk',
    condition: 'attribute_exists(pushToken)',
    names: { '#ttl': 'ttl' },
    values: { ':now': Math.ceil(nowMs() / 1000) },
  });

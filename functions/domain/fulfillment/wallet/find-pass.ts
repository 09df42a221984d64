import { queryPage, type Row } from '../../../storage/table.ts';
import { rowsOfPass, walletDeviceCodec, walletPassCodec, type WalletDeviceRow, type WalletPassRow } from './rows.ts';

/** Maximum number of devices of one pass: enough for a household, with former devices that were never unregistered. */
export const DEVICES_MAX = 50;
/** Includes rows of unregistered devices, which remain until they expire. */
const ROWS_MAX = 1000;

export interface FoundPass {
  pass: WalletPassRow;
  devices: (WalletDeviceRow & { pushToken: string })[];
}

/** A pass with its devices in Apple Wallet; undefined if it was never made or has been erased. */
export const findPass = async (serial: string): Promise<FoundPass | undefined> => {
  const { rows } = await queryPage<Row>({ ...rowsOfPass(serial), consistent: true, limit: ROWS_MAX });
  const pass = rows.find(({ sk }) => sk === 'pass');
  if (!pass) return undefined;
  const devices = rows
    .filter(({ type }) => type === 'wallet-device')
    .map((row) => walletDeviceCodec.read(row))
    .flatMap(({ pushToken, ...device }) => (pushToken === undefined ? [] : [{ ...device, pushToken }]));
  return { pass: walletPassCodec.read(pass), devices };
};

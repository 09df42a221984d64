import { queryPage, type Row } from '../../../storage/table.ts';
import { rowsOfPass, walletDeviceCodec, walletPassCodec, type WalletDeviceRow, type WalletPassRow } from './rows.ts';

/** Devices that may have one pass: those of a household, and what they had before. */
export const DEVICES_MAX = 50;
/** Rows of devices that have unregistered stay until the table removes them. */
const ROWS_MAX = 1000;

export interface LoadedPass {
  pass: WalletPassRow;
  /** Registered ones. */
  devices: (WalletDeviceRow & { pushToken: string })[];
}

/** A pass with the devices that have it in Apple Wallet; undefined for one that was never made or was erased. */
export const loadPass = async (serial: string): Promise<LoadedPass | undefined> => {
  const { rows } = await queryPage<Row>({ ...rowsOfPass(serial), consistent: true, limit: ROWS_MAX });
  const pass = rows.find(({ sk }) => sk === 'pass');
  if (!pass) return undefined;
  const devices = rows
    .filter(({ type }) => type === 'wallet-device')
    .map((row) => walletDeviceCodec.read(row))
    .flatMap(({ pushToken, ...device }) => (pushToken === undefined ? [] : [{ ...device, pushToken }]));
  return { pass: walletPassCodec.read(pass), devices };
};

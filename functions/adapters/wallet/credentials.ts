import { readFile } from 'node:fs/promises';
import { issuedSecret } from '../../platform/secret-store.ts';
import { warmMap } from '../../platform/warm-state.ts';
import { parseWalletCredentials, type WalletCredentials } from './certificates.ts';

const fromStore = issuedSecret('wallet', parseWalletCredentials);
/** Files are read once: a local process is restarted for new ones. */
const fromFiles = warmMap<string, WalletCredentials>();

/**
 * The operator's certificates: from the secret `WALLET_SECRET_ARN`, or from the file `WALLET_FILE`. A wallet without
 * them is left out. Throws for invalid ones.
 */
export const walletCredentials = async (): Promise<WalletCredentials> => {
  const { WALLET_SECRET_ARN: arn = '', WALLET_FILE: file = '' } = process.env;
  if (arn) return fromStore(arn);
  const known = fromFiles.get(file);
  if (known) return known;
  const read = parseWalletCredentials(file ? await readFile(file, 'utf8') : '{}');
  fromFiles.set(file, read);
  return read;
};

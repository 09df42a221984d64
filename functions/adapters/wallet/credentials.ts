import { readFile } from 'node:fs/promises';
import { issuedSecret } from '../../platform/secret-store.ts';
import { warmMap } from '../../platform/warm-state.ts';
import { parseWalletCredentials, type WalletCredentials } from './certificates.ts';

const fromStore = issuedSecret('wallet', parseWalletCredentials);
/** Files are read once. A local process must be restarted to read a changed file. */
const fromFiles = warmMap<string, WalletCredentials>();

/**
 * The operator's certificates, from the secret `WALLET_SECRET_ARN` or from the file `WALLET_FILE`. A wallet without
 * certificates is omitted. Throws for invalid ones.
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

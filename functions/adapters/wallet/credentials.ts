import { readFile } from 'node:fs/promises';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { parseWalletCredentials, type WalletCredentials } from './certificates.ts';

/** By where they were read, so that a function instance reads its secret once. */
const read = new Map<string, Promise<WalletCredentials>>();

/**
 * The operator's certificates: from the secret `WALLET_SECRET_ARN`, or from the file `WALLET_FILE`. A wallet without them
 * is left out. Throws when they are not what they must be.
 */
export const walletCredentials = (): Promise<WalletCredentials> => {
  const { WALLET_SECRET_ARN: arn = '', WALLET_FILE: file = '' } = process.env;
  const place = `${arn}\n${file}`;
  const known = read.get(place);
  if (known) return known;
  const reading = content(arn, file).then(parseWalletCredentials);
  read.set(place, reading);
  // A failure is not remembered: the next request tries again.
  reading.catch(() => read.delete(place));
  return reading;
};

const content = async (arn: string, file: string): Promise<string> => {
  if (!arn) return file ? readFile(file, 'utf8') : '{}';
  const { SecretString } = await new SecretsManagerClient({}).send(new GetSecretValueCommand({ SecretId: arn }));
  return SecretString ?? '{}';
};

import { isKeyedHash, keyedHash } from '../../../platform/secrets.ts';

const formOf = (hash: Buffer): string => hash.toString('base64url');

/** The secret in a pass, with which devices authenticate to the web service. Apple requires it to be constant. */
export const passToken = (serial: string): string => formOf(keyedHash('wallet-pass', serial));

/** Whether `Authorization: ApplePass <token>` has the token of a pass. Compares in constant time. */
export const isAuthorized = (serial: string, header: string | undefined): boolean => {
  const [scheme, token] = (header ?? '').split(' ');
  return scheme === 'ApplePass' && token !== undefined && isKeyedHash('wallet-pass', serial, token, formOf);
};

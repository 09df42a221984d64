import type { AppleCredentials } from '../../../adapters/wallet/certificates.ts';
import { walletCredentials } from '../../../adapters/wallet/credentials.ts';
import { notFound } from '../../../platform/errors.ts';
import { openWallets } from '../../../platform/wallets.ts';

/** How Apple names a pass in the addresses of its web service, and what the request presents. */
export interface PassRequest {
  passType: string;
  serial: string;
  authorization: string | undefined;
}

const DEVICE = /^[\w-]{1,128}$/;

/** Throws 404 without certificates and for another pass type. */
export const assertPassType = async (passType: string): Promise<AppleCredentials> => {
  const { apple } = openWallets().includes('apple') ? await walletCredentials() : {};
  if (!apple || passType !== apple.pass_type_id) throw notFound('pass');
  return apple;
};

/** Throws 404 for what cannot be the id of a device. */
export const deviceIn = (device: string): string => {
  if (!DEVICE.test(device)) throw notFound('device');
  return device;
};

import type { AppleCredentials } from '../../../adapters/wallet/certificates.ts';
import { walletCredentials } from '../../../adapters/wallet/credentials.ts';
import { notFound } from '../../../platform/errors.ts';
import { enabledWallets } from '../../../platform/wallets.ts';

/** A pass in the addresses of Apple's web service, and the credentials of the request. */
export interface PassRequest {
  passType: string;
  serial: string;
  authorization: string | undefined;
}

const DEVICE = /^[\w-]{1,128}$/;

/** The credentials of a pass type. Throws 404 without certificates, and for another pass type. */
export const assertPassType = async (passType: string): Promise<AppleCredentials> => {
  const { apple } = enabledWallets().includes('apple') ? await walletCredentials() : {};
  if (!apple || passType !== apple.pass_type_id) throw notFound('pass');
  return apple;
};

/** Throws 404 for an invalid device id. */
export const deviceIn = (device: string): string => {
  if (!DEVICE.test(device)) throw notFound('device');
  return device;
};

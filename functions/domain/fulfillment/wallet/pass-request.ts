import type { AppleCredentials } from '../../../adapters/wallet/certificates.ts';
import { walletCredentials } from '../../../adapters/wallet/credentials.ts';
import { notFound } from '../../../platform/errors.ts';
import { enabledWallets } from '../../../platform/wallets.ts';

/** A pass as identified in the paths of Apple's web service, with the credentials of the request. */
export interface PassRequest {
  passType: string;
  serial: string;
  authorization: string | undefined;
}

const DEVICE = /^[\w-]{1,128}$/;

/** The credentials of a pass type. Throws 404 if there are no certificates, and for another pass type. */
export const assertPassType = async (passType: string): Promise<AppleCredentials> => {
  const { apple } = enabledWallets().includes('apple') ? await walletCredentials() : {};
  if (!apple || passType !== apple.pass_type_id) throw notFound('pass');
  return apple;
};

/** Returns a valid device id. Throws 404 for an invalid one. */
export const deviceIn = (device: string): string => {
  if (!DEVICE.test(device)) throw notFound('device');
  return device;
};

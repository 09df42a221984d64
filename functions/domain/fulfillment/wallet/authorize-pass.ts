import type { AppleCredentials } from '../../../adapters/wallet/certificates.ts';
import { ApiError } from '../../../platform/errors.ts';
import { findPass, type FoundPass } from './find-pass.ts';
import { assertPassType, type PassRequest } from './pass-request.ts';
import { isAuthorized } from './token.ts';

/**
 * The pass for which a request is authorized. Throws 404 for another pass type, and 401 for a wrong token or an erased
 * pass.
 */
export const authorizePass = async ({
  passType,
  serial,
  authorization,
}: PassRequest): Promise<{ apple: AppleCredentials; loaded: FoundPass }> => {
  const apple = await assertPassType(passType);
  const loaded = isAuthorized(serial, authorization) ? await findPass(serial) : undefined;
  if (!loaded) {
    throw new ApiError(401, 'unauthorized', 'The token is not that of the pass.', {
      headers: { 'WWW-Authenticate': 'ApplePass' },
    });
  }
  return { apple, loaded };
};

import { unlessRefused } from '../../../storage/unless-refused.ts';
import { authorizePass } from './authorize-pass.ts';
import { deviceIn, type PassRequest } from './pass-request.ts';
import { deleteDevice } from './record.ts';

/** Unregisters a device, if it is registered. Throws 401 and 404. */
export const unregisterDevice = async (of: PassRequest & { device: string }): Promise<void> => {
  const device = deviceIn(of.device);
  await authorizePass(of);
  await unlessRefused(deleteDevice(of.serial, device));
};

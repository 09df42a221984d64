import { ConditionFailed } from '../../../storage/table.ts';
import { authorizePass } from './authorize-pass.ts';
import { deviceIn, type PassRequest } from './pass-request.ts';
import { deleteDevice } from './record.ts';

/** Unregisters a device, if it is registered. Throws 401 and 404. */
export const unregisterDevice = async (of: PassRequest & { device: string }): Promise<void> => {
  const device = deviceIn(of.device);
  await authorizePass(of);
  try {
    await deleteDevice(of.serial, device);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
};

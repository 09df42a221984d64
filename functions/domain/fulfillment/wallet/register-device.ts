import { nowMs } from '../../../platform/clock.ts';
import { invalid } from '../../../platform/errors.ts';
import { authorizePass } from './authorize-pass.ts';
import { DEVICES_MAX } from './find-pass.ts';
import { deviceIn, type PassRequest } from './pass-request.ts';
import { recordDevice } from './record.ts';

const PUSH_TOKEN = /^[\w-]{8,256}$/;

/**
 * Registers a device for changes to a pass. Returns true if it was not registered before. Throws 401, 404, and 422 for
 * an invalid token or too many devices.
 */
export const registerDevice = async (of: PassRequest & { device: string }, pushToken: unknown): Promise<boolean> => {
  const device = deviceIn(of.device);
  const { loaded } = await authorizePass(of);
  if (typeof pushToken !== 'string' || !PUSH_TOKEN.test(pushToken)) {
    throw invalid('pushToken', 'This must be a push token.');
  }
  const known = loaded.devices.some(({ sk }) => sk.endsWith(`#${device}`));
  if (!known && loaded.devices.length >= DEVICES_MAX) throw invalid('device', 'The pass is on too many devices.');
  const { company, code } = loaded.pass;
  await recordDevice(device, { company, code, serial: of.serial, pushToken, registeredAtMs: nowMs() });
  return !known;
};

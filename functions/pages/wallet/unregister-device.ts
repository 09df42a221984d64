import { unregisterDevice } from '../../domain/fulfillment/wallet/unregister-device.ts';
import { publicEndpoint } from '../../pipeline/public-endpoint.ts';
import { passRequest } from './request.ts';
import { walletUnregisterDevice } from './routes.ts';

export const handler = publicEndpoint(walletUnregisterDevice, async (request) => {
  await unregisterDevice(passRequest(request));
  return { status: 200 };
});

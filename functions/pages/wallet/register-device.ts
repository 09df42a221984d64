import { registerDevice } from '../../domain/fulfillment/wallet/register-device.ts';
import { publicEndpoint } from '../../pipeline/public-endpoint.ts';
import { membersOf, passRequest } from './request.ts';
import { walletRegisterDevice } from './routes.ts';

export const handler = publicEndpoint(walletRegisterDevice, async (request) => {
  const isNew = await registerDevice(passRequest(request), membersOf(request)['pushToken']);
  return { status: isNew ? 201 : 200 };
});

import { describeCaller } from '../../domain/company/api-keys/me.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { me } from './routes.ts';

export const handler = endpoint(me, async ({ caller, company }) => ({
  status: 200,
  body: await describeCaller(caller.key, company),
}));

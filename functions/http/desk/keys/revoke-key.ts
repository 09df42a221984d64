import { revokeApiKey } from '../../../domain/api-keys/revoke.ts';
import { seeOther } from '../../shop/reply.ts';
import { deskEndpoint } from '../endpoint.ts';
import { deskRevokeKey } from './routes.ts';

export const handler = deskEndpoint(deskRevokeKey, async ({ company, form }) => {
  await revokeApiKey(company.slug, form.get('id'));
  return seeOther('/desk/keys?told=revoked');
});

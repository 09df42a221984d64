import { revokeApiKey } from '../../domain/company/api-keys/revoke.ts';
import { invalid } from '../../platform/errors.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { deskEndpoint } from '../endpoint.ts';
import { keysPage } from './pages/keys.ts';
import { deskRevokeKey } from './routes.ts';

/** Revoking is permanent and takes effect immediately, so the form requires a confirmation. */
export const handler = deskEndpoint(deskRevokeKey, async (visit) => {
  const { company, form, t } = visit;
  if (form.get('sure') !== 'yes') return keysPage(visit, { refusal: invalid('sure', t.keys.notSure), of: 'revoke' });
  await revokeApiKey(company.slug, form.get('id'));
  return seeOther('/desk/keys?outcome=revoked');
});

import { googleLink } from '../../domain/fulfillment/wallet/google.ts';
import { browserEndpoint } from '../kit/browser-endpoint.ts';
import { visitorsTag } from '../kit/visitors-tag.ts';
import { withAddressLimit } from '../kit/address-limit.ts';
import { showCodeGoogle } from './routes.ts';

export const handler = browserEndpoint(showCodeGoogle, async ({ params, headers, address }) => {
  const language = visitorsTag(headers['accept-language']);
  const link = googleLink({ company: params['company_id'] ?? '', code: params['code'] ?? '', address, language });
  return {
    status: 303,
    headers: { Location: await withAddressLimit(link), 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
  };
});

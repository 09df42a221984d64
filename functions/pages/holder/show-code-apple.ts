import { PASS } from '../../adapters/wallet/apple.ts';
import { applePass } from '../../domain/fulfillment/wallet/apple.ts';
import { browserEndpoint } from '../kit/browser-endpoint.ts';
import { visitorsTag } from '../kit/visitors-tag.ts';
import { withAddressLimit } from '../kit/address-limit.ts';
import { showCodeApple } from './routes.ts';

export const handler = browserEndpoint(showCodeApple, async ({ params, headers, address }) => {
  const language = visitorsTag(headers['accept-language']);
  const pass = applePass({ company: params['company_id'] ?? '', code: params['code'] ?? '', address, language });
  const { bytes, name } = await withAddressLimit(pass);
  return {
    status: 200,
    headers: {
      'Content-Type': PASS,
      'Content-Disposition': `attachment; filename="${name}.pkpass"`,
      'Cache-Control': 'no-store',
    },
    body: bytes,
  };
});

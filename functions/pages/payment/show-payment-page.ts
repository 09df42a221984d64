import { findGatewaySession } from '../../domain/payments/test-gateway/read-session.ts';
import { assertTestGateway } from '../../pipeline/gateway-endpoint.ts';
import { browserEndpoint } from '../kit/browser-endpoint.ts';
import { showPaymentPage } from './routes.ts';
import { unknownPage } from './page.ts';
import { sessionPage } from './session-page.ts';

export const handler = browserEndpoint(showPaymentPage, async ({ params, headers }) => {
  assertTestGateway();
  const session = await findGatewaySession(params['session_id'] ?? '');
  return session ? sessionPage(session) : unknownPage(headers['accept-language']);
});

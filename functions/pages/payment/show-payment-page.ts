import { brandOfSlug } from '../../domain/company/brand/read.ts';
import { readSession } from '../../domain/payments/test-gateway/read-session.ts';
import { pageState } from '../../domain/payments/test-gateway/rules.ts';
import { nowMs } from '../../platform/clock.ts';
import { browserEndpoint } from '../kit/browser-endpoint.ts';
import { requireTestGateway } from '../../pipeline/gateway-endpoint.ts';
import { overPage, paymentPage, unknownPage } from './page.ts';
import { showPaymentPage } from './routes.ts';

export const handler = browserEndpoint(showPaymentPage, async ({ params }) => {
  requireTestGateway();
  const session = await readSession(params['session_id'] ?? '');
  if (!session) return unknownPage();
  const state = pageState(session, nowMs());
  const { details } = session;
  const brand = details && (await brandOfSlug(details.company));
  if (state !== 'payable' || !details) return overPage(state === 'payable' ? 'closed' : state, details, brand);
  return paymentPage(session, details, brand);
});

import { brandOfSlug } from '../../domain/brand/read.ts';
import { readSession } from '../../domain/test-gateway/read-session.ts';
import { pageState } from '../../domain/test-gateway/rules.ts';
import { nowMs } from '../../platform/clock.ts';
import { browserEndpoint } from '../browser-endpoint.ts';
import { requireTestGateway } from './gateway-endpoint.ts';
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

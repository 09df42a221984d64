import { readSession } from '../../domain/test-gateway/read-session.ts';
import { pageState } from '../../domain/test-gateway/rules.ts';
import { nowMs } from '../../platform/clock.ts';
import { publicEndpoint } from '../endpoint.ts';
import { requireTestGateway } from './gateway-endpoint.ts';
import { overPage, paymentPage, unknownPage } from './page.ts';
import { showPaymentPage } from './routes.ts';

export const handler = publicEndpoint(showPaymentPage, async ({ params }) => {
  requireTestGateway();
  const session = await readSession(params['session_id'] ?? '');
  if (!session) return unknownPage();
  const state = pageState(session, nowMs());
  if (state !== 'payable' || !session.details) return overPage(state === 'payable' ? 'closed' : state, session.details);
  return paymentPage(session, session.details);
});

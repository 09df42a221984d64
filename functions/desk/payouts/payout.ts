import { gatewayName } from '../../adapters/payments/gateway-names.ts';
import { matchPayout } from '../../domain/payments/notices/match-payout.ts';
import { notFound } from '../../platform/errors.ts';
import { deskEndpoint } from '../endpoint.ts';
import { unlessSilent } from './gateway-answer.ts';
import { payoutPage } from './pages/payout.ts';
import { deskPayout } from './routes.ts';

/** Maximum number of transactions that the page reads; `npm run ops -- payouts` reads all. */
const LINES_READ = 500;
const PAYOUT_ID = /^po_\w{1,60}$/;

export const handler = deskEndpoint(deskPayout, async (visit) => {
  const id = visit.request.params['payout_id'] ?? '';
  if (!PAYOUT_ID.test(id) || gatewayName() !== 'stripe') throw notFound('payout');
  const payout = await unlessSilent(() => matchPayout(id, LINES_READ));
  if (!payout) throw notFound('payout');
  return payoutPage(visit, payout);
});

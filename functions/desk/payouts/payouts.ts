import { gatewayName } from '../../adapters/payments/gateway-names.ts';
import { stripePayouts } from '../../adapters/payments/stripe-payouts.ts';
import { lastDayOf } from '../../domain/reporting/book/days.ts';
import { nowMs } from '../../platform/clock.ts';
import { deskEndpoint } from '../endpoint.ts';
import { unlessSilent } from './gateway-answer.ts';
import { payoutsPage } from './pages/payouts.ts';
import { deskPayouts } from './routes.ts';
import { daysAfter } from '../../platform/zones.ts';

/** Maximum number of payouts of a month on the page, which is more than three per day. */
const SHOWN = 100;

export const handler = deskEndpoint(deskPayouts, async (visit) => {
  const named = visit.request.query['month'] ?? '';
  // The days of payouts are in UTC, as at the gateway.
  const month = /^[12]\d{3}-(0[1-9]|1[0-2])$/.test(named) ? named : new Date(nowMs()).toISOString().slice(0, 7);
  if (gatewayName() !== 'stripe') return payoutsPage(visit, { month, payouts: 'test' });
  const [from, to] = [Date.parse(`${month}-01`), Date.parse(daysAfter(lastDayOf(month), 1))];
  return payoutsPage(visit, { month, payouts: await unlessSilent(() => stripePayouts(from, to, SHOWN)) });
});

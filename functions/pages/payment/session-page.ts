import { readPaymentPage } from '../../domain/payments/payments/read-page.ts';
import { cacheShownSession } from '../../domain/payments/test-gateway/read-session.ts';
import type { GatewaySessionRow } from '../../domain/payments/test-gateway/rows.ts';
import { pageState } from '../../domain/payments/test-gateway/rules.ts';
import { nowMs } from '../../platform/clock.ts';
import type { Reply } from '../../pipeline/request.ts';
import { overPage, paymentPage, type PageParts } from './page.ts';

/**
 * The page of a session in its current state. If gift cards or another session paid for the order, the closed session
 * shows that it is paid.
 */
export const sessionPage = async (
  session: GatewaySessionRow,
  more: Pick<PageParts, 'typed' | 'refused'> = {},
): Promise<Reply> => {
  const { details } = session;
  if (!details) return overPage('closed', undefined);
  const { company, orderId } = details;
  const { brand, order } = await readPaymentPage(company, orderId);
  const state = pageState(session, nowMs());
  if (state === 'payable') {
    cacheShownSession(session);
    return paymentPage(session, details, { brand, order, ...more });
  }
  const isPaid = order?.status === 'paid' || order?.status === 'fulfilled';
  return overPage(isPaid ? 'paid' : state, details, brand);
};

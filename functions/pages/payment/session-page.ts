import { readOrder } from '../../domain/checkout/orders/read.ts';
import type { OrderRow } from '../../domain/checkout/orders/rows.ts';
import { brandOfSlug } from '../../domain/company/brand/read.ts';
import type { GatewaySessionRow } from '../../domain/payments/test-gateway/rows.ts';
import { pageState } from '../../domain/payments/test-gateway/rules.ts';
import { nowMs } from '../../platform/clock.ts';
import { ApiError } from '../../platform/errors.ts';
import type { Reply } from '../../pipeline/request.ts';
import { overPage, paymentPage, unknownPage, type PageParts } from './page.ts';

/** The page of a session in its current state. A session that was closed because gift cards paid its order shows that. */
export const sessionPage = async (
  session: GatewaySessionRow | undefined,
  more: Pick<PageParts, 'typed' | 'refused'> = {},
): Promise<Reply> => {
  if (!session) return unknownPage();
  const { details } = session;
  if (!details) return overPage('closed', undefined);
  const { company, orderId } = details;
  const [brand, order] = await Promise.all([brandOfSlug(company), orderIfAny(company, orderId)]);
  const state = pageState(session, nowMs());
  if (state === 'payable') return paymentPage(session, details, { brand, order, ...more });
  return overPage(order?.payment.status === 'captured' ? 'paid' : state, details, brand);
};

const orderIfAny = async (company: string, orderId: string): Promise<OrderRow | undefined> => {
  try {
    return await readOrder(company, orderId, { consistent: true });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
};

import { nowMs } from '../../../platform/clock.ts';
import { changeSession } from './change-session.ts';
import { nameNotice, withOwedNotices } from './notices.ts';
import { pageState } from './rules.ts';
import type { PayResult } from './pay.ts';

/**
 * The buyer leaves without paying: the link ends at once. From an ended page the buyer still returns to the shop; only
 * a payment cannot be abandoned.
 */
export const abandonPayment = (sessionId: string): Promise<PayResult> =>
  changeSession<PayResult>(sessionId, (session) => {
    if (!session?.details) return { answer: { kind: 'unknown' } };
    const state = pageState(session, nowMs());
    if (state === 'paid') return { answer: { kind: 'refused', state, session } };
    const answer: PayResult = { kind: 'returned', status: 'cancelled', session };
    if (state !== 'payable') return { answer };
    const notice = nameNotice('abandoned', {
      kind: 'cancelled',
      amount: session.details.due,
      occurredAtMs: nowMs(),
      paymentReference: '',
    });
    return { answer, session: withOwedNotices({ ...session, state: 'closed' }, [notice]) };
  });

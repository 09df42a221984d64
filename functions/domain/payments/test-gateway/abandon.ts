import { nowMs } from '../../../platform/clock.ts';
import { changeSession } from './change-session.ts';
import { nameNotice, withOwedNotices } from './notices.ts';
import { pageState } from './rules.ts';
import type { PayResult } from './pay.ts';

/**
 * Closes the payment page of a buyer who leaves without paying. A page that cannot be paid now is left unchanged, and
 * also leads back to the shop. Only a paid session is refused.
 */
export const abandonPayment = (sessionId: string): Promise<PayResult> =>
  changeSession<PayResult>(sessionId, (session) => {
    if (!session?.details) return { result: { kind: 'unknown' } };
    const state = pageState(session, nowMs());
    if (state === 'paid') return { result: { kind: 'refused', state, session } };
    const response: PayResult = { kind: 'returned', status: 'cancelled', session };
    if (state !== 'payable') return { result: response };
    const notice = nameNotice('abandoned', {
      kind: 'cancelled',
      amount: session.details.due,
      occurredAtMs: nowMs(),
      paymentReference: '',
    });
    return { result: response, session: withOwedNotices({ ...session, state: 'closed' }, [notice]) };
  });

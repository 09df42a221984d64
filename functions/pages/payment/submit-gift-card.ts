import { returnAddress } from '../../adapters/payments/return-address.ts';
import type { SessionDetails } from '../../adapters/payments/test-gateway-protocol.ts';
import { gatewayActor } from '../../domain/payments/payments/record-payment.ts';
import { findGatewaySession } from '../../domain/payments/test-gateway/read-session.ts';
import type { GatewaySessionRow } from '../../domain/payments/test-gateway/rows.ts';
import { pageState } from '../../domain/payments/test-gateway/rules.ts';
import { nowMs } from '../../platform/clock.ts';
import { unavailable } from '../../platform/errors.ts';
import type { Reply } from '../../pipeline/request.ts';
import { sentAttempt, changeGiftCards, failedFormOf, hasChangedGiftCards } from '../kit/gift-cards/change.ts';
import { ENTRY_ID } from '../kit/gift-cards/entry.ts';
import { giftCardTexts } from '../kit/gift-cards/texts.ts';
import { paymentPageOf } from '../kit/payment-page.ts';
import { seeOther } from '../kit/reply.ts';
import type { FormValues } from '../kit/form-values.ts';
import { sessionPage } from './session-page.ts';
import { pageTexts } from './texts.ts';

const BY = gatewayActor('test');

/**
 * Applies or removes a gift card of a session's order. This closes the session, so the buyer continues with a new one.
 * If nothing is left to pay, the buyer returns to the shop.
 */
export const submitGiftCard = async (
  session: GatewaySessionRow & { details: SessionDetails },
  { typed, address }: { typed: FormValues; address: string },
): Promise<Reply> => {
  const { company, orderId, locale } = session.details;
  const attempt = sentAttempt(typed);
  const state = pageState(session, nowMs());
  if (state !== 'payable') {
    // If the form was sent twice, the first request has closed the page, and the second continues like the first.
    const isRepeat = state === 'closed' && (await hasChangedGiftCards({ company, orderId, attempt, typed }));
    return isRepeat ? continuePayment(session.details, attempt) : sessionPage(session);
  }
  const outcome = await changeGiftCards({ company, orderId, attempt, address, by: BY, typed });
  if (outcome.kind === 'refused' || outcome.kind === 'wait') {
    const current = await findGatewaySession(session.sessionId);
    const isOpen = current !== undefined && pageState(current, nowMs()) === 'payable';
    // A concurrent request may have changed the cards and closed the page.
    if (isOpen) return sessionPage(current, { refused: failedFormOf(outcome, giftCardTexts(pageTexts(locale).tag)) });
  }
  return continuePayment(session.details, attempt);
};

const continuePayment = async ({ company, orderId, returnUrl }: SessionDetails, attempt: string): Promise<Reply> => {
  const page = await paymentPageOf({ company, orderId, attempt: `${orderId}:${attempt}:page`, by: BY });
  if ('url' in page) return seeOther(`${page.url}#${ENTRY_ID}`);
  if (page.problem === 'settled') return seeOther(returnAddress(returnUrl, orderId, 'authorized'));
  if (page.problem === 'no_method') return seeOther(returnAddress(returnUrl, orderId, 'cancelled'));
  throw unavailable('checkout_unavailable', 'The payment page could not be opened. Try again.', 2);
};

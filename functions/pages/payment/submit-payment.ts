import { returnAddress } from '../../adapters/payments/return-address.ts';
import { brandOfSlug } from '../../domain/company/brand/read.ts';
import { abandon } from '../../domain/payments/test-gateway/abandon.ts';
import { pay, type PayAnswer } from '../../domain/payments/test-gateway/pay.ts';
import { readSession } from '../../domain/payments/test-gateway/read-session.ts';
import { readCard } from '../../domain/payments/test-gateway/rules.ts';
import { browserEndpoint } from '../kit/browser-endpoint.ts';
import { isCardStep } from '../kit/gift-cards/change.ts';
import { readForm, type Typed } from '../kit/typed.ts';
import type { Reply } from '../../pipeline/request.ts';
import { requireTestGateway } from '../../pipeline/gateway-endpoint.ts';
import { overPage, unknownPage } from './page.ts';
import { submitPayment } from './routes.ts';
import { sessionPage } from './session-page.ts';
import { submitGiftCard } from './submit-gift-card.ts';

export const handler = browserEndpoint(submitPayment, async (request) => {
  requireTestGateway();
  const session = await readSession(request.params['session_id'] ?? '');
  if (!session?.details) return sessionPage(session);
  if (request.query['abandon'] === '1') return replyTo(await abandon(session.sessionId));
  const { typed } = await readForm(request);
  const { details } = session;
  if (isCardStep(typed.get('step'))) {
    return submitGiftCard({ ...session, details }, { typed, address: request.address });
  }
  const read = readCard(Object.fromEntries(typed.entries()));
  if ('card' in read) return replyTo(await pay(session.sessionId, read.card, seenAttempts(typed), session));
  const values = { card_number: typed.get('card_number'), expiry: typed.get('expiry') };
  return sessionPage(session, { typed: { values, faults: read.faults } });
});

const seenAttempts = (typed: Typed): number | undefined =>
  /^\d{1,6}$/.test(typed.get('attempts')) ? Number(typed.get('attempts')) : undefined;

const replyTo = async (answer: PayAnswer): Promise<Reply> => {
  if (answer.kind === 'unknown') return unknownPage();
  const { details } = answer.session;
  if (answer.kind === 'refused' || !details) {
    const brand = details && (await brandOfSlug(details.company));
    return overPage(answer.kind === 'refused' ? answer.state : 'closed', details, brand);
  }
  const headers = {
    Location: returnAddress(details.returnUrl, details.orderId, answer.status),
    'Referrer-Policy': 'no-referrer',
  };
  return { status: 303, headers };
};

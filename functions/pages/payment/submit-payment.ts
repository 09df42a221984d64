import { returnAddress } from '../../adapters/payments/return-address.ts';
import { brandOfSlug } from '../../domain/company/brand/read.ts';
import { abandon } from '../../domain/payments/test-gateway/abandon.ts';
import { pay, type PayAnswer } from '../../domain/payments/test-gateway/pay.ts';
import { readSession } from '../../domain/payments/test-gateway/read-session.ts';
import { pageState, readCard } from '../../domain/payments/test-gateway/rules.ts';
import { nowMs } from '../../platform/clock.ts';
import { browserEndpoint } from '../kit/browser-endpoint.ts';
import type { Reply } from '../../pipeline/request.ts';
import { formFields } from './form.ts';
import { requireTestGateway } from '../../pipeline/gateway-endpoint.ts';
import { overPage, paymentPage, unknownPage } from './page.ts';
import { submitPayment } from './routes.ts';

export const handler = browserEndpoint(submitPayment, async (request) => {
  requireTestGateway();
  const session = await readSession(request.params['session_id'] ?? '');
  if (!session?.details) return session ? overPage('closed', undefined) : unknownPage();
  if (request.query['abandon'] === '1') return replyTo(await abandon(session.sessionId));
  const state = pageState(session, nowMs());
  const fields = await formFields(request);
  const read = readCard(fields);
  if ('card' in read) return replyTo(await pay(session.sessionId, read.card, seenAttempts(fields), session));
  const brand = await brandOfSlug(session.details.company);
  if (state !== 'payable') return overPage(state, session.details, brand);
  const { card_number = '', expiry = '' } = fields;
  return paymentPage(session, session.details, brand, { values: { card_number, expiry }, faults: read.faults });
});

const seenAttempts = (fields: Record<string, string>): number | undefined =>
  /^\d{1,6}$/.test(fields['attempts'] ?? '') ? Number(fields['attempts']) : undefined;

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

import type { SessionDetails } from '../../adapters/payments/test-gateway-protocol.ts';
import { returnAddress } from '../../adapters/payments/return-address.ts';
import { abandonPayment } from '../../domain/payments/test-gateway/abandon.ts';
import { pay, type PayResult } from '../../domain/payments/test-gateway/pay.ts';
import { findGatewaySession, popShownSession } from '../../domain/payments/test-gateway/read-session.ts';
import {
  cardAttempt,
  methodAttempt,
  parseCard,
  type AttemptedPayment,
  type CardFaults,
} from '../../domain/payments/test-gateway/rules.ts';
import { browserEndpoint } from '../kit/browser-endpoint.ts';
import { isCardStep } from '../kit/gift-cards/change.ts';
import { parseForm, type FormValues } from '../kit/form-values.ts';
import { seeOther } from '../kit/reply.ts';
import type { Reply } from '../../pipeline/request.ts';
import { assertTestGateway } from '../../pipeline/gateway-endpoint.ts';
import { unknownPage } from './page.ts';
import { submitPayment } from './routes.ts';
import { sessionPage } from './session-page.ts';
import { submitGiftCard } from './submit-gift-card.ts';

export const handler = browserEndpoint(submitPayment, async (request) => {
  assertTestGateway();
  const id = request.params['session_id'] ?? '';
  const shown = popShownSession(id);
  const session = shown ?? (await findGatewaySession(id));
  const language = request.headers['accept-language'];
  if (!session) return unknownPage(language);
  if (!session.details) return sessionPage(session);
  if (request.query['abandon'] === '1') return replyTo(await abandonPayment(session.sessionId), language);
  const { typed } = await parseForm(request);
  const isOfCards = isCardStep(typed.get('step'));
  const { attempted, faults = {} } = attemptIn(typed, session.details.methods);
  if (!isOfCards && attempted) return replyTo(await pay(id, attempted, seenAttempts(typed), session), language);
  const current = shown ? await findGatewaySession(id) : session;
  if (!current) return unknownPage(language);
  if (!current.details) return sessionPage(current);
  const { details } = current;
  if (isOfCards) return submitGiftCard({ ...current, details }, { typed, address: request.address });
  const values = { card_number: typed.get('card_number'), expiry: typed.get('expiry') };
  return sessionPage(current, { typed: { values, faults } });
});

/** The payment attempt in a form. A form without a method is a card payment. */
const attemptIn = (
  typed: FormValues,
  methods: SessionDetails['methods'],
): { attempted?: AttemptedPayment | undefined; faults?: CardFaults } => {
  const method = typed.get('method') || 'card';
  if (method !== 'card' || !methods.includes('card')) {
    return { attempted: methodAttempt(methods, method, typed.get('outcome')) };
  }
  const read = parseCard(Object.fromEntries(typed.entries()));
  return 'card' in read ? { attempted: cardAttempt(read.card) } : read;
};

const seenAttempts = (typed: FormValues): number | undefined =>
  /^\d{1,6}$/.test(typed.get('attempts')) ? Number(typed.get('attempts')) : undefined;

const replyTo = async (response: PayResult, language: string | undefined): Promise<Reply> => {
  if (response.kind === 'unknown') return unknownPage(language);
  const { details } = response.session;
  if (response.kind === 'refused' || !details) return sessionPage(response.session);
  return seeOther(returnAddress(details.returnUrl, details.orderId, response.status));
};

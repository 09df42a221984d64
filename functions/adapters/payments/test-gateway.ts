import * as z from 'zod/mini';
import * as shapes from './test-gateway-protocol.ts';
import { testGatewayHeaders } from './test-gateway-signing.ts';
import { config } from '../../platform/config.ts';
import { GatewayUnavailable, type PaymentGateway } from './port.ts';

const TIME_LIMIT_MS = 4000;
const ROOT = '/payments/test';

/**
 * The built-in gateway, called over HTTP like an external one, although the same project serves it. So its failures are
 * realistic, and the service cannot depend on sharing a table with it.
 */
export const testGateway: PaymentGateway = {
  name: 'test',
  openSession: ({ seller, ...input }) =>
    call('POST', '/sessions', shapes.openedSession(), {
      ...input,
      seller: { name: seller.name, vatNumber: seller.vatNumber },
    }),
  closeSession: ({ sessionId }) => call('POST', `/sessions/${sessionId}/close`, shapes.closedSession()),
  readSession: ({ sessionId }) => call('GET', `/sessions/${sessionId}`, shapes.sessionStateShape()),
  capture: async ({ paymentReference, amount }) => {
    // The gateway captures by itself, so only the state is read.
    const payment = await testGateway.readPayment(paymentReference);
    if (payment.status === 'captured') return { status: 'captured', amount: payment.captured };
    if (payment.status === 'authorized') return { status: 'pending', amount };
    return { status: 'failed', reason: 'The gateway does not know this payment.', isHeld: false };
  },
  refund: (input) => call('POST', '/refunds', shapes.refundResultShape(), { ...input }),
  readPayment: async (reference) => {
    const { dispute, ...state } = await call('GET', `/payments/${reference}`, shapes.paymentState());
    // There is at most one dispute that was not won, because the gateway opens another one only after the previous one
    // was won.
    return { ...state, disputes: dispute ? [dispute] : [], lost: dispute?.status === 'lost' ? dispute.amount : 0 };
  },
};

/** Sends a signed request. Anything but a 200 with the expected shape counts as no response. */
const call = async <T extends z.ZodMiniType>(
  method: 'GET' | 'POST',
  path: string,
  shape: T,
  input?: object,
): Promise<z.output<T>> => {
  const url = new URL(`${config.baseUrl()}${ROOT}${path}`);
  const body = input ? JSON.stringify(input) : '';
  try {
    const response = await fetch(url, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...testGatewayHeaders('test-gateway-call', { method, path: url.pathname, body }),
      },
      ...(method === 'GET' ? {} : { body }),
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
      redirect: 'error',
    });
    if (response.status !== 200) throw new Error(`The test gateway responded with ${response.status}`);
    return z.parse(shape, await response.json());
  } catch (error) {
    throw new GatewayUnavailable(`The test gateway did not answer ${method} ${path}`, error);
  }
};

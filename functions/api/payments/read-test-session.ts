import { sessionId } from '../../adapters/payments/test-gateway-protocol.ts';
import { sessionState } from '../../domain/payments/test-gateway/close-session.ts';
import { validate } from '../../pipeline/parse.ts';
import { gatewayEndpoint } from '../../pipeline/gateway-endpoint.ts';
import { readTestSession } from './routes.ts';

export const handler = gatewayEndpoint(readTestSession, ({ params }) =>
  sessionState(validate(sessionId(), params['session_id'])),
);

import { sessionId } from '../../adapters/payments/test-gateway-protocol.ts';
import { sessionState } from '../../domain/test-gateway/close-session.ts';
import { validate } from '../parse.ts';
import { gatewayEndpoint } from './gateway-endpoint.ts';
import { readTestSession } from './routes.ts';

export const handler = gatewayEndpoint(readTestSession, ({ params }) =>
  sessionState(validate(sessionId(), params['session_id'])),
);

import { closeSession } from '../../domain/payments/test-gateway/close-session.ts';
import { sessionId } from '../../adapters/payments/test-gateway-protocol.ts';
import { validate } from '../../pipeline/parse.ts';
import { gatewayEndpoint } from '../../pipeline/gateway-endpoint.ts';
import { closeTestSession } from './routes.ts';

export const handler = gatewayEndpoint(closeTestSession, ({ params }) =>
  closeSession(validate(sessionId(), params['session_id'])),
);

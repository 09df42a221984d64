import { openSession } from '../../domain/test-gateway/open-session.ts';
import { openSessionBody } from '../../adapters/payments/test-gateway-protocol.ts';
import { signedJson } from './signed-json.ts';
import { gatewayEndpoint } from './gateway-endpoint.ts';
import { openTestSession } from './routes.ts';

export const handler = gatewayEndpoint(openTestSession, (request) =>
  openSession(signedJson(openSessionBody(), request)),
);

import { gatewayEventBody, sessionId } from '../../adapters/payments/test-gateway-protocol.ts';
import { makeHappen } from '../../domain/test-gateway/gateway-event.ts';
import { validate } from '../parse.ts';
import { gatewayEndpoint } from './gateway-endpoint.ts';
import { testSessionEvent } from './routes.ts';
import { signedJson } from './signed-json.ts';

export const handler = gatewayEndpoint(testSessionEvent, (request) => {
  const { event, amount } = signedJson(gatewayEventBody(), request);
  return makeHappen(validate(sessionId(), request.params['session_id']), event, amount);
});

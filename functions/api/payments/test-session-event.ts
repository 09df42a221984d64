import { gatewayEventBody, sessionId } from '../../adapters/payments/test-gateway-protocol.ts';
import { simulateEvent } from '../../domain/payments/test-gateway/gateway-event.ts';
import { validate } from '../../pipeline/parse.ts';
import { gatewayEndpoint } from '../../pipeline/gateway-endpoint.ts';
import { testSessionEvent } from './routes.ts';
import { signedJson } from './signed-json.ts';

export const handler = gatewayEndpoint(testSessionEvent, (request) => {
  const { event, amount } = signedJson(gatewayEventBody(), request);
  return simulateEvent(validate(sessionId(), request.params['session_id']), event, amount);
});

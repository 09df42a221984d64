import { processNotice } from '../../domain/payments/notices/process-notice.ts';
import { gatewayNotice } from '../../adapters/payments/test-gateway-protocol.ts';
import { verifySignature } from '../../adapters/payments/test-gateway-signing.ts';
import { publicEndpoint } from '../../pipeline/public-endpoint.ts';
import { assertTestGateway } from '../../pipeline/gateway-endpoint.ts';
import { acknowledge } from './acknowledge.ts';
import { receiveTestNotice } from './routes.ts';
import { signedJson } from './signed-json.ts';

export const handler = publicEndpoint(receiveTestNotice, async (request) => {
  assertTestGateway();
  const { method, path, headers } = request;
  verifySignature('test-gateway-notice', { method, path, body: request.rawBody.toString('utf8') }, headers);
  const notice = signedJson(gatewayNotice(), request);
  return acknowledge(() => processNotice(notice));
});

import { isTestGatewayAvailable } from '../adapters/payments/gateway-names.ts';
import { verifySignature } from '../adapters/payments/test-gateway-signing.ts';
import { notFound } from '../platform/errors.ts';
import type { Route } from './route.ts';
import { publicEndpoint, type PublicRequest } from './public-endpoint.ts';
import type { Reply } from './request.ts';

/** Throws 404 where the test gateway is not available. */
export const assertTestGateway = (): void => {
  if (!isTestGatewayAvailable()) throw notFound();
};

/** The handler of the test gateway's own API: it accepts only calls signed by the service. */
export const gatewayEndpoint = (
  route: Route & { access: 'public' },
  serve: (request: PublicRequest) => Promise<unknown>,
) =>
  publicEndpoint(route, async (request): Promise<Reply> => {
    assertTestGateway();
    const { method, path, headers } = request;
    verifySignature('test-gateway-call', { method, path, body: request.rawBody.toString('utf8') }, headers);
    return { status: 200, body: await serve(request) };
  });

import { testGatewayServes } from '../../adapters/payments/gateway-names.ts';
import { ApiError } from '../../platform/errors.ts';
import { publicEndpoint } from '../public-endpoint.ts';
import { routes } from '../routes.ts';
import { methodsOf } from './match.ts';
import { unknownRoute } from './routes.ts';

export const handler = publicEndpoint(unknownRoute, ({ method, path }) => {
  const served = testGatewayServes() ? routes : routes.filter((route) => !route.testGateway);
  const allowed = methodsOf(served, path);
  if (allowed.length === 0) throw new ApiError(404, 'not_found', `There is nothing at ${path}.`);
  const message = `${path} does not take ${method}, only ${allowed.join(', ')}.`;
  throw new ApiError(405, 'method_not_allowed', message, { headers: { Allow: allowed.join(', ') } });
});

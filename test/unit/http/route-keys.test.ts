import { expect, it } from 'vitest';
import { deployedTo } from '../../../lib/deployed.ts';
import { gatewayRoutesOf } from '../../../lib/gateway-routes.ts';
import { routeKeyFaults } from '../../support/cloudformation/route-keys.ts';

it.each(['development', 'demo', 'production'])('API Gateway accepts the route keys of %s', (env) => {
  const keys = deployedTo(env).routes.flatMap((route) => gatewayRoutesOf(route).map(({ key }) => key));
  expect(keys.length).toBeGreaterThan(200);
  expect(routeKeyFaults(keys)).toEqual([]);
});

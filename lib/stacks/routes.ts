import { Stack, Validations } from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { Construct } from 'constructs';
import type { Resources } from '../constructs/bindings.ts';
import { ServiceFunction, type CodeOf } from '../constructs/function.ts';
import { releasesOf } from '../constructs/release.ts';
import { deployInBatches } from '../constructs/batches.ts';
import { pathsOf, routeFunction, type AreaDefinition, type FunctionDefinition, type routes } from '../definition.ts';
import { deployedTo } from '../deployed.ts';
import { gatewayRoutesOf, gatewayRoutesOfArea, routesOfApi, type GatewayRoute } from '../gateway-routes.ts';

type Route = (typeof routes)[number];

/** A function with its API Gateway routes. */
interface Target {
  definition: FunctionDefinition;
  /** Surface of the HTTP API; absent for the JSON API. */
  surface?: string;
  /** Routes by the logical name of their resource. */
  routes: ReadonlyMap<string, GatewayRoute>;
}

/**
 * Functions with routes, by stack. Functions of the API are grouped by the folder of their handler, which keeps each
 * stack far below CloudFormation's 500 resources. All areas of the desk form one group, and all areas of the pages
 * another.
 */
export const routeGroups = (environment: string): ReadonlyMap<string, readonly Target[]> => {
  const { routes, areas } = deployedTo(environment);
  return Map.groupBy([...routesOfApi(routes).map(targetOf), ...areas.map(targetOfArea)], groupOf);
};

/** `functions/api/orders/create.ts` belongs to `orders`, `functions/desk/counter` to `desk`. */
const groupOf = ({ definition }: Target): string => {
  const [, top = '', folder = ''] = definition.entry.split('/');
  return top === 'api' ? folder : top;
};

const targetOf = (route: Route): Target => ({
  definition: routeFunction(route),
  routes: new Map(gatewayRoutesOf(route).map((each) => [logicalName(route, each), each])),
});

const targetOfArea = (area: AreaDefinition): Target => ({
  definition: area,
  surface: area.surface,
  routes: new Map(gatewayRoutesOfArea(area).map((each) => [`${area.name}-Route-${each.path}`, each])),
});

interface RoutesStackProps extends Resources {
  group: string;
  /** The HTTP API that serves the JSON API. */
  api: apigateway.IHttpApi;
  /** The HTTP APIs of pages and desk, by surface. */
  surfaces: ReadonlyMap<string, apigateway.IHttpApi>;
  targets: readonly Target[];
  codeOf: CodeOf;
}

/** One function and one integration, with API Gateway routes, for each API route or area of a group. */
export class RoutesStack extends Stack {
  readonly group: string;
  readonly functions: readonly ServiceFunction[];

  constructor(scope: Construct, id: string, { group, targets, api, surfaces, ...resources }: RoutesStackProps) {
    super(scope, id, { description: `Routes of the gift commerce API: ${group}` });
    this.group = group;
    const functions = new Map(
      targets.map((target) => [
        target,
        new ServiceFunction(this, target.definition.name, { definition: target.definition, ...resources }),
      ]),
    );
    this.functions = [...functions.values()];
    deployInBatches(this.functions.map(({ deployUnit }) => deployUnit));
    const apiRoutes: apigateway.HttpRoute[] = [];
    const live = releasesOf(this, this.functions, resources.settings);
    for (const [{ definition, surface, routes }, fn] of functions) {
      const integration = new HttpLambdaIntegration(`${definition.name}-Integration`, live.get(fn) ?? fn);
      const httpApi = surface === undefined ? api : surfaces.get(surface);
      if (!httpApi) throw new Error(`The API stack lacks the surface ${surface}`);
      for (const [name, route] of routes) {
        const apiRoute = new apigateway.HttpRoute(this, name, { httpApi, routeKey: routeKey(route), integration });
        apiRoutes.push(apiRoute);
        Validations.of(apiRoute).acknowledge({ id: 'AwsSolutions-APIG4', reason: noAuthorizerReason(definition) });
      }
    }
    deployInBatches(apiRoutes.map((route) => ({ begins: route, ends: route })));
  }
}

/**
 * Logical ids such as `create-order-Route` and `v1-ping-Route2-Head`. The number is the path's position in the
 * declaration.
 */
const logicalName = (route: Route, { method, path }: GatewayRoute): string => {
  const place = pathsOf(route).indexOf(path);
  return `${route.name}-Route${place === 0 ? '' : place + 1}${method === 'HEAD' ? '-Head' : ''}`;
};

const routeKey = ({ method, path }: GatewayRoute): apigateway.HttpRouteKey =>
  path === '$default'
    ? apigateway.HttpRouteKey.DEFAULT
    : apigateway.HttpRouteKey.with(path, apigateway.HttpMethod[method]);

const noAuthorizerReason = ({ access }: FunctionDefinition): string =>
  access === 'public'
    ? 'Open to everyone by design: its content and actions are protected by an unguessable link, a signature or a session.'
    : 'The function checks the credential and counts the request against its rate limit in one write; an authorizer would add a second write.';

import { Stack, Validations } from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { Construct } from 'constructs';
import type { Resources } from '../constructs/bindings.ts';
import { ServiceFunction, type CodeOf } from '../constructs/function.ts';
import { releasesOf } from '../constructs/release.ts';
import { inTurns } from '../constructs/batches.ts';
import { isAdministration, pathsOf, routeFunction, type routes } from '../definition.ts';
import { deployedTo } from '../deployed.ts';
import { gatewayRoutesOf, type GatewayRoute } from '../gateway-routes.ts';

type Route = (typeof routes)[number];

/** `functions/api/orders/create.ts` belongs to the group `orders`; the desk has so many pages that they are three groups. */
const groupOf = (route: Route): string => {
  if (route.desk === 'brand' || route.desk === 'order_page') return 'desk-publishing';
  if (route.desk !== undefined && isAdministration(route.desk)) return 'desk-administration';
  const [, surface = 'other', folder, file] = route.entry.split('/');
  return surface === 'desk' || folder === undefined || file === undefined ? surface : folder;
};

/** Routes by the folder of their handler. One stack a group keeps each far below CloudFormation's 500 resources. */
export const routeGroups = (environment: string): ReadonlyMap<string, readonly Route[]> =>
  Map.groupBy(deployedTo(environment).routes, groupOf);

export interface RoutesStackProps extends Resources {
  /** Folder of the handlers. */
  group: string;
  api: apigateway.HttpApi;
  routes: readonly Route[];
  codeOf: CodeOf;
}

/** One function and one integration for each declaration of a group, and a route for each of its paths. */
export class RoutesStack extends Stack {
  readonly group: string;
  readonly functions: readonly ServiceFunction[];
  readonly routes: readonly Route[];

  constructor(scope: Construct, id: string, { group, routes: members, api, ...resources }: RoutesStackProps) {
    super(scope, id, { description: `Routes of the gift commerce API: ${group}` });
    this.group = group;
    this.routes = members;
    const functions = new Map(
      members.map((route) => [
        route,
        new ServiceFunction(this, route.name, { definition: routeFunction(route), ...resources }),
      ]),
    );
    this.functions = [...functions.values()];
    inTurns(this.functions.map(({ turn }) => turn));
    const apiRoutes: apigateway.HttpRoute[] = [];
    const live = releasesOf(this, this.functions, resources.settings);
    for (const [route, fn] of functions) {
      const integration = new HttpLambdaIntegration(`${route.name}-Integration`, live.get(fn) ?? fn);
      for (const gatewayRoute of gatewayRoutesOf(route)) {
        const apiRoute = new apigateway.HttpRoute(this, logicalName(route, gatewayRoute), {
          httpApi: api,
          routeKey: routeKey(gatewayRoute),
          integration,
        });
        apiRoutes.push(apiRoute);
        Validations.of(apiRoute).acknowledge({ id: 'AwsSolutions-APIG4', reason: whyWithoutAuthorizer(route) });
      }
    }
    inTurns(apiRoutes.map((route) => ({ begins: route, ends: route })));
  }
}

/** `create-order-Route`, `v1-ping-Route2-Head`: by the path's place among those of its declaration. */
const logicalName = (route: Route, { method, path }: GatewayRoute): string => {
  const place = pathsOf(route).indexOf(path);
  return `${route.name}-Route${place === 0 ? '' : place + 1}${method === 'HEAD' ? '-Head' : ''}`;
};

const routeKey = ({ method, path }: GatewayRoute): apigateway.HttpRouteKey =>
  path === '$default'
    ? apigateway.HttpRouteKey.DEFAULT
    : apigateway.HttpRouteKey.with(path, apigateway.HttpMethod[method]);

const whyWithoutAuthorizer = ({ access }: Route): string =>
  access === 'public'
    ? 'Open to everyone by design: what it shows or does is guarded by an unguessable link or a signature.'
    : 'The function checks the credential and spends its budget in one write; an authorizer would add a second one.';

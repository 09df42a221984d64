import { describe, expect, it } from 'vitest';
import { routeFunction } from '../../lib/definition.ts';
import { deployedTo } from '../../lib/deployed.ts';
import { GATEWAY_ROUTES_MAX, gatewayRoutesOf } from '../../lib/gateway-routes.ts';
import { at, Deployment, deploymentOf, list, type Resource } from './templates.ts';

const deployment = deploymentOf({ env: 'production', alarmEmail: 'ops@example.com' });
const prefix = 'gift-commerce-production';
const { routes } = deployedTo('production');
const functions = deployment.byName('AWS::Lambda::Function', 'FunctionName');
const apiRoutes = deployment.byName('AWS::ApiGatewayV2::Route', 'RouteKey');
const keysOf = (route: (typeof routes)[number]): string[] => gatewayRoutesOf(route).map(({ key }) => key);
const paths = routes.flatMap((route) => keysOf(route).map((key) => [key, route] as const));

describe('what is declared is what is deployed', () => {
  it('the deployed routes are the declared ones, each once', () => {
    expect([...apiRoutes.keys()].sort()).toEqual(paths.map(([key]) => key).sort());
  });

  it.each(paths)('%s reaches the live version of its own function', (key, route) => {
    const { stack, properties } = apiRoutes.get(key)!;
    const integrationId = list(at(properties, 'Target.Fn::Join.1'))
      .map((part) => at(part, 'Ref'))
      .find(Boolean);
    const integration = deployment.resources.find((each) => each.stack === stack && each.id === integrationId);
    expect(integration?.properties).toMatchObject({ IntegrationType: 'AWS_PROXY', PayloadFormatVersion: '2.0' });
    const uri = deployment.text(integration?.properties['IntegrationUri'], stack);
    expect(uri).toBe(`<${prefix}-${route.name}>:live`);
    const permitted = deployment
      .all('AWS::Lambda::Permission')
      .filter((each) => each.properties['Principal'] === 'apigateway.amazonaws.com')
      .filter((each) => deployment.text(each.properties['FunctionName'], each.stack) === uri);
    expect(permitted).toHaveLength(keysOf(route).length);
  });

  it('all routes are on one API', () => {
    const apis = new Set(
      [...apiRoutes.values()].map(({ stack, properties }) => deployment.text(properties['ApiId'], stack)),
    );
    expect([...apis]).toEqual(['<Api>']);
  });

  it('the API has fewer routes and integrations than API Gateway takes, in every environment', () => {
    const everything = deployedTo('development').routes.flatMap(gatewayRoutesOf);
    expect(new Set(everything.map(({ key }) => key)).size).toBe(everything.length);
    expect(everything.length).toBeLessThanOrEqual(GATEWAY_ROUTES_MAX);
    expect(apiRoutes.size).toBeLessThanOrEqual(everything.length);
    expect(deployment.all('AWS::ApiGatewayV2::Integration').length).toBeLessThanOrEqual(GATEWAY_ROUTES_MAX);
  });

  it.each(routes.map((route) => [route.name, routeFunction(route)] as const))(
    '%s runs on Node 24 and arm64 with its declared limits, within those of the API',
    (name, definition) => {
      const { properties } = functions.get(`${prefix}-${name}`)!;
      expect(properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Handler: 'index.handler',
        MemorySize: definition.memoryMb,
        Timeout: definition.timeoutSeconds,
        TracingConfig: { Mode: 'Active' },
      });
      expect(at(properties, 'Environment.Variables')).toMatchObject({ FUNCTION_NAME: name, ENVIRONMENT: 'production' });
      // API Gateway gives up after 30 seconds, when the caller can no longer be told.
      expect(properties['Timeout']).toBeLessThan(30);
    },
  );

  it('no template comes near the 500 resources that CloudFormation takes', () => {
    const stacks = Map.groupBy(deployment.resources, ({ stack }) => stack);
    for (const [stack, resources] of stacks) expect(resources.length, stack).toBeLessThan(450);
  });

  it('no stack makes more than five routes, or logs with their filters, at once, or calls are refused', () => {
    const waiting = (resource: Resource, type: string): string[] =>
      list(resource.whole['DependsOn']).flatMap((id) => {
        const other = deployment.resources.find((each) => each.stack === resource.stack && each.id === id);
        return other?.type === type ? [`${other.stack} ${other.id}`] : [];
      });
    for (const [begins, ends] of [
      ['AWS::Logs::LogGroup', 'AWS::Logs::MetricFilter'],
      ['AWS::ApiGatewayV2::Route', 'AWS::ApiGatewayV2::Route'],
    ] as const) {
      const all = deployment.all(begins).filter(({ stack }) => /-routes-|-workers$/.test(stack));
      const awaited = all.flatMap((each) => waiting(each, ends));
      // Nobody's turn lets two others begin.
      expect(new Set(awaited).size).toBe(awaited.length);
      for (const [stack, members] of Map.groupBy(all, (each) => each.stack)) {
        const first = members.filter((each) => waiting(each, ends).length === 0);
        expect(first.length, `${stack} ${begins}`).toBe(Math.min(members.length, 5));
      }
    }
  });

  it('the access log names the route and never a path or query, which can hold codes and links', () => {
    const [stage] = deployment.all('AWS::ApiGatewayV2::Stage');
    const format = at(stage!.properties, 'AccessLogSettings.Format');
    const destination = at(stage!.properties, 'AccessLogSettings.DestinationArn');
    expect(format).toContain('$context.routeKey');
    expect(format).not.toMatch(/\$context\.(path|identity\.userAgent)|querystring/i);
    expect(deployment.text(destination, stage!.stack)).toContain(`/aws/vendedlogs/${prefix}-api`);
  });

  it('links are made with the address of the API, or with its own domain', () => {
    const base = (within: Deployment, name: string): string => {
      const fn = within.byName('AWS::Lambda::Function', 'FunctionName').get(name)!;
      return within.text(at(fn.properties, 'Environment.Variables.BASE_URL'), fn.stack);
    };
    expect(base(deployment, `${prefix}-health`)).toBe('<Api>.ApiEndpoint');
    const certificateArn = 'arn:aws:acm:eu-north-1:111111111111:certificate/one';
    const own = new Deployment({ env: 'production', domainName: 'gifts.example.com', certificateArn }, ['account']);
    expect(base(own, `${prefix}-health`)).toContain('https://');
    expect(own.all('AWS::ApiGatewayV2::DomainName')[0]?.properties['DomainName']).toBe('gifts.example.com');
    expect(() => new Deployment({ domainName: 'gifts.example.com' })).toThrow('belong together');
  });
});

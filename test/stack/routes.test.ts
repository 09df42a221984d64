import { describe, expect, it } from 'vitest';
import { routeFunction } from '../../lib/definition.ts';
import { deployedTo } from '../../lib/deployed.ts';
import { GATEWAY_ROUTES_MAX, gatewayRoutesOf, gatewayRoutesOfArea, routesOfApi } from '../../lib/gateway-routes.ts';
import { at, Deployment, deploymentOf, list, type Json, type Resource } from './templates.ts';

const deployment = deploymentOf({ env: 'production', alarmEmail: 'ops@example.com' });
const prefix = 'gift-commerce-production';
const { routes, areas } = deployedTo('production');
const functions = deployment.byName('AWS::Lambda::Function', 'FunctionName');

/** Declared routes: the API's name, the route key and its function. */
const declared = [
  ...routesOfApi(routes).flatMap((route) =>
    gatewayRoutesOf(route).map(({ key }) => ['<Api>', key, route.name] as const),
  ),
  ...areas.flatMap((area) =>
    gatewayRoutesOfArea(area).map(({ key }) => [`<Api-${area.surface}>`, key, area.name] as const),
  ),
];
const nameOf = (api: string, key: string): string => `${api} ${key}`;
const apiRoutes = new Map(
  deployment
    .all('AWS::ApiGatewayV2::Route')
    .map((route) => [
      nameOf(
        deployment.text(route.properties['ApiId'], route.stack),
        deployment.text(route.properties['RouteKey'], route.stack),
      ),
      route,
    ]),
);

describe('deployed routes', () => {
  it('are the declared ones, each once', () => {
    expect([...apiRoutes.keys()].sort()).toEqual(declared.map(([api, key]) => nameOf(api, key)).sort());
    expect(deployment.all('AWS::ApiGatewayV2::Route')).toHaveLength(declared.length);
  });

  it.each(declared)('%s %s reaches the live version of %s', (api, key, name) => {
    const { stack, properties } = apiRoutes.get(nameOf(api, key))!;
    const integrationId = list(at(properties, 'Target.Fn::Join.1'))
      .map((part) => at(part, 'Ref'))
      .find(Boolean);
    const integration = deployment.resources.find((each) => each.stack === stack && each.id === integrationId);
    expect(integration?.properties).toMatchObject({ IntegrationType: 'AWS_PROXY', PayloadFormatVersion: '2.0' });
    const uri = deployment.text(integration?.properties['IntegrationUri'], stack);
    expect(uri).toBe(`<${prefix}-${name}>:live`);
    const permitted = deployment
      .all('AWS::Lambda::Permission')
      .filter((each) => each.properties['Principal'] === 'apigateway.amazonaws.com')
      .filter((each) => deployment.text(each.properties['FunctionName'], each.stack) === uri);
    expect(permitted).toHaveLength(declared.filter((each) => each[2] === name).length);
  });

  it('have a stage for every API, which the domain maps by the first segment of its paths', () => {
    const certificateArn = 'arn:aws:acm:eu-north-1:111111111111:certificate/one';
    const customDeployment = new Deployment({ env: 'production', domainName: 'gifts.example.com', certificateArn }, []);
    const idsOf = (type: string, within: Deployment): string[] =>
      within.all(type).map(({ properties, stack }) => within.text(properties['ApiId'], stack));
    const surfaces = [...new Set(areas.map(({ surface }) => surface))];
    const apis = ['<Api>', ...surfaces.map((surface) => `<Api-${surface}>`)];
    expect(idsOf('AWS::ApiGatewayV2::Stage', customDeployment)).toEqual(apis);
    expect(idsOf('AWS::ApiGatewayV2::ApiMapping', customDeployment)).toEqual(apis);
    const keys = customDeployment
      .all('AWS::ApiGatewayV2::ApiMapping')
      .map(({ properties }) => properties['ApiMappingKey'] ?? '');
    expect(keys).toEqual(['', ...surfaces]);
    expect(idsOf('AWS::ApiGatewayV2::Stage', deployment)).toEqual(apis);
    expect(deployment.all('AWS::ApiGatewayV2::ApiMapping')).toEqual([]);
  });

  it('are reached through a distribution with one origin per surface, no cache and a secret header', () => {
    const [distribution] = deployment.all('AWS::CloudFront::Distribution');
    const config = distribution!.properties['DistributionConfig'];
    const origins = new Map(
      list(at(config, 'Origins')).map((origin) => [String(at(origin, 'Id')), JSON.stringify(origin)]),
    );
    const isOf = (behavior: Json | undefined, id: string): boolean => {
      const api = deployment.resources.find(
        ({ type, properties }) => type === 'AWS::ApiGatewayV2::Api' && properties['Name'] === id,
      );
      return origins.get(String(at(behavior, 'TargetOriginId')))?.includes(`"${api?.id}"`) ?? false;
    };
    const behaviors = list(at(config, 'CacheBehaviors'));
    const surfaces = [...new Set(areas.map(({ surface }) => surface))];
    expect(behaviors.map((each) => at(each, 'PathPattern'))).toEqual(
      surfaces.flatMap((surface) => [`/${surface}`, `/${surface}/*`]),
    );
    for (const each of behaviors) {
      expect(isOf(each, `${prefix}-${String(at(each, 'PathPattern')).split('/')[1]}`)).toBe(true);
    }
    expect(isOf(at(config, 'DefaultCacheBehavior'), prefix)).toBe(true);
    for (const each of [...behaviors, at(config, 'DefaultCacheBehavior')]) {
      expect(list(at(each, 'AllowedMethods')).length).toBe(7);
      expect(at(each, 'CachePolicyId')).toBe('4135ea2d-6df8-44a3-9df3-4b5a84be39ad');
    }
    for (const origin of origins.values()) expect(origin).toContain('"x-via-distribution"');
    expect(list(at(config, 'CustomErrorResponses')).map((each) => at(each, 'ErrorCachingMinTTL'))).not.toContain(10);
    const via = at(functions.get(`${prefix}-area-shop`)!.properties, 'Environment.Variables.VIA_DISTRIBUTION');
    expect(JSON.stringify(via)).toContain(`${prefix}-via-distribution`);
  });

  it('are within the limits of API Gateway, with their integrations, in every environment', () => {
    const everything = deployedTo('development');
    const ofSurface = Map.groupBy(everything.areas, ({ surface }) => surface);
    const all = [
      everything.routes.flatMap(gatewayRoutesOf),
      ...[...ofSurface.values()].map((members) => members.flatMap(gatewayRoutesOfArea)),
    ];
    for (const keys of all) {
      expect(new Set(keys.map(({ key }) => key)).size).toBe(keys.length);
      expect(keys.length).toBeLessThanOrEqual(GATEWAY_ROUTES_MAX);
    }
    expect(deployment.all('AWS::ApiGatewayV2::Integration').length).toBeLessThanOrEqual(GATEWAY_ROUTES_MAX);
  });

  it.each([...new Map(routes.map(routeFunction).map((definition) => [definition.name, definition]))])(
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
      // API Gateway times out after 30 seconds.
      expect(properties['Timeout']).toBeLessThan(30);
    },
  );

  it('need at most 500 resources in each template, the CloudFormation quota', () => {
    const stacks = Map.groupBy(deployment.resources, ({ stack }) => stack);
    for (const [stack, resources] of stacks) expect(resources.length, stack).toBeLessThan(450);
  });

  it('are created at most five at a time in each stack, like log filters, because AWS throttles more calls', () => {
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
      // No two units start when the same unit ends.
      expect(new Set(awaited).size).toBe(awaited.length);
      for (const [stack, members] of Map.groupBy(all, (each) => each.stack)) {
        const first = members.filter((each) => waiting(each, ends).length === 0);
        expect(first.length, `${stack} ${begins}`).toBe(Math.min(members.length, 5));
      }
    }
  });

  it('are in the access log by route, not by path or query, which can contain codes and links', () => {
    const stages = deployment.all('AWS::ApiGatewayV2::Stage');
    expect(stages).not.toEqual([]);
    for (const stage of stages) {
      const format = at(stage.properties, 'AccessLogSettings.Format');
      const destination = at(stage.properties, 'AccessLogSettings.DestinationArn');
      expect(format).toContain('$context.routeKey');
      expect(format).not.toMatch(/\$context\.path|querystring/i);
      // Only the API for servers logs the user agent, because people's browsers call the others.
      expect(String(format).includes('$context.identity.userAgent')).toBe(
        deployment.text(stage.properties['ApiId'], stage.stack) === '<Api>',
      );
      expect(deployment.text(destination, stage.stack)).toContain(`/aws/vendedlogs/${prefix}-api`);
    }
  });

  it('create links with the URL of the distribution or the custom domain', () => {
    const base = (within: Deployment, name: string): string => {
      const fn = within.byName('AWS::Lambda::Function', 'FunctionName').get(name)!;
      return within.text(at(fn.properties, 'Environment.Variables.BASE_URL'), fn.stack);
    };
    expect(base(deployment, `${prefix}-health`)).toBe('https://<Front>.DomainName');
    const certificateArn = 'arn:aws:acm:eu-north-1:111111111111:certificate/one';
    const customDeployment = new Deployment({ env: 'production', domainName: 'gifts.example.com', certificateArn }, [
      'account',
    ]);
    expect(base(customDeployment, `${prefix}-health`)).toContain('https://');
    expect(customDeployment.all('AWS::ApiGatewayV2::DomainName')[0]?.properties['DomainName']).toBe(
      'gifts.example.com',
    );
    const mappedDomains = (within: Deployment) =>
      within
        .all('AWS::Lambda::Function')
        .map(({ properties }) => at(properties, 'Environment.Variables.MAPPED_DOMAIN'))
        .filter((each) => each !== undefined);
    const withPages = new Deployment({ env: 'production', domainName: 'gifts.example.com', certificateArn }, [
      'account',
      'pages',
      'desk',
    ]);
    // Only areas need the domain: the API's mapping has no key.
    expect(new Set(mappedDomains(withPages))).toEqual(new Set(['gifts.example.com']));
    expect(mappedDomains(withPages)).toHaveLength(deployedTo('production').areas.length);
    expect(mappedDomains(deployment)).toEqual([]);
    expect(() => new Deployment({ domainName: 'gifts.example.com' })).toThrow('belong together');
  });
});

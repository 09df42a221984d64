import { readFileSync } from 'node:fs';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { apiDocument, legacyDocument } from '../../functions/api/docs/openapi/document.ts';
import { handler as unknownRoute } from '../../functions/fallback/unknown-route.ts';
import { pathsOf, queues, routeFunction, routes } from '../../lib/definition.ts';
import { deployedTo } from '../../lib/deployed.ts';
import { Deployment, deploymentOf } from './templates.ts';

/** Words that identify parts of the test gateway, or of the local stack. */
const WORDS =
  /test-gateway|\/payments\/test|\/pay\/|payment-page|gateway-notices|GATEWAY_NOTICES|gateway-session|_local/i;

const named = (deployment: Deployment): string[] =>
  deployment.resources
    .flatMap(({ stack, id, properties }) => [stack, id, ...JSON.stringify(properties).split('"')])
    .filter((text) => WORDS.test(text));

const ofGateway = {
  routes: routes.filter((route) => route.testGateway),
  queues: queues.filter((queue) => queue.testGateway),
};

describe('production', () => {
  const production = deploymentOf({ env: 'production', alarmEmail: 'ops@example.com' });
  const demo = deploymentOf({ env: 'demo' });

  it('has no function, route, queue, grant, alarm or variable of the test gateway or of the local stack', () => {
    expect(named(production)).toEqual([]);
    expect([...production.outputs.keys()].filter((name) => WORDS.test(name))).toEqual([]);
    expect(JSON.stringify(production.all('AWS::Lambda::Function'))).not.toMatch(/"PAYMENT_GATEWAY":"test"/);
  });

  it('has all other parts of a demo environment', () => {
    const [all, live] = [deployedTo('demo'), deployedTo('production')];
    const serving = ofGateway.routes.map(routeFunction);
    const consumers = ofGateway.queues.map(({ consumer }) => consumer);
    const gone = [...new Set([...serving, ...consumers].map(({ name }) => name))];
    const staying = all.functions.map(({ name }) => name).filter((name) => !gone.includes(name));
    expect(live.functions.map(({ name }) => name)).toEqual(staying);
    expect(production.all('AWS::Lambda::Function')).toHaveLength(staying.length);
    expect(gone).toHaveLength(9);
  });

  it('is compared with a demo environment that has the test gateway', () => {
    const texts = named(demo).join(' ');
    for (const route of ofGateway.routes) {
      const { name, routes: members } = routeFunction(route);
      if (!members) expect(texts).toContain(route.path);
      expect(demo.byName('AWS::Lambda::Function', 'FunctionName').has(`gift-commerce-demo-${name}`)).toBe(true);
    }
    expect(texts).toContain('/pay/*');
    expect(texts).toContain('QUEUE_URL_GATEWAY_NOTICES');
    expect(texts).toContain('gateway-session');
  });

  it('cannot be configured for test payments', () => {
    expect(() => new Deployment({ env: 'production', paymentGateway: 'test' }, [])).toThrow('no test gateway');
  });

  it('has OpenAPI documents without paths of the test gateway or of the local stack', () => {
    const paths = new Set(ofGateway.routes.flatMap(pathsOf));
    for (const document of [apiDocument('https://api.example.com'), legacyDocument('https://api.example.com')]) {
      const described = Object.keys(document.paths ?? {});
      expect(described.length).toBeGreaterThan(10);
      expect(described.filter((path) => paths.has(path) || WORDS.test(path))).toEqual([]);
    }
  });
});

describe('a path of the test gateway', () => {
  afterEach(() => vi.unstubAllEnvs());
  const event = JSON.parse(readFileSync('events/unknown-route.json', 'utf8')) as APIGatewayProxyEventV2;

  /** Status of the response to a method that the payment page does not have. */
  const vendorPortOf = async (baseUrl: string): Promise<number | undefined> => {
    vi.stubEnv('ENVIRONMENT', 'production');
    vi.stubEnv('BASE_URL', baseUrl);
    const path = '/pay/cs_1';
    const http = { ...event.requestContext.http, method: 'PUT', path };
    const request = { ...event, rawPath: path, requestContext: { ...event.requestContext, http } };
    const context = { awsRequestId: 'x', getRemainingTimeInMillis: () => 1000 } as unknown as Context;
    return (await unknownRoute(request, context)).statusCode;
  };

  it('does not exist in production, and accepts its methods when production runs on one machine', async () => {
    expect(await vendorPortOf('https://api.example.com')).toBe(404);
    expect(await vendorPortOf('http://127.0.0.1:3000')).toBe(405);
  });
});

import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EVENT_TYPES, SUBSCRIBABLE_EVENTS } from '../../functions/domain/notifications/webhooks/schema.ts';
import { ERROR_CODES } from '../../functions/platform/error-codes.ts';
import { EVENT_EXAMPLES, EXAMPLES } from '../../functions/api/docs/openapi/examples.ts';
import { codesOf } from '../../functions/api/docs/openapi/operation.ts';
import { NAMES } from '../../functions/api/docs/openapi/refine/names.ts';
import { visit } from '../../functions/api/docs/openapi/refine/tree.ts';
import { eventSchemaName } from '../../functions/api/docs/openapi/refine/unions.ts';
import { replies } from '../../functions/replies.ts';
import { webhookEvent } from '../../functions/api/webhooks/replies.ts';
import { routes } from '../../functions/routes.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

interface Operation {
  operationId: string;
  description?: string;
  parameters?: { $ref?: string; name?: string; in?: string; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: Record<string, unknown> }> };
  responses: Record<string, { headers?: object; content?: Record<string, { schema?: unknown }> }>;
  security: object[];
}

interface Document {
  openapi: string;
  info: { version: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, object>;
  components: Record<string, Record<string, unknown>>;
}

let stack: RunningStack;
let document: Document;
let legacy: Document;
beforeAll(async () => {
  stack = await startStack();
  document = (await stack.get<Document>('/openapi.json')).body;
  legacy = (await stack.get<Document>('/openapi-v1.json')).body;
});
afterAll(() => stack.stop());

const operations = (of: Document): [string, Operation][] =>
  Object.entries(of.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );

const references = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(references);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === '$ref' && typeof member === 'string' ? [member] : references(member),
  );
};

/** The target of a reference, or the value itself if it is no reference. */
const whole = <T extends object>(of: Document, part: T): T =>
  '$ref' in part && typeof part.$ref === 'string' ? (resolve(of, part.$ref) as T) : part;

const resolve = (of: Document, pointer: string): unknown =>
  pointer
    .slice(2)
    .split('/')
    .reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], of);

describe('the OpenAPI document', () => {
  test('uses OpenAPI 3.1, names this host, and can be read without a key', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.servers).toEqual([{ url: stack.url }]);
    expect(legacy.info.version).toBe('1.3');
  });

  test('has no unused component', () => {
    for (const each of [document, legacy]) {
      const used = new Set(references(each));
      const { schemas = {}, parameters = {}, headers = {} } = each.components as Record<string, object>;
      const names = Object.entries({ schemas, parameters, headers }).flatMap(([kind, components]) =>
        Object.keys(components).map((name) => `#/components/${kind}/${name}`),
      );
      expect(names.filter((name) => !used.has(name))).toEqual([]);
    }
  });

  test('has the version of the package', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(document.info.version).toBe(version);
  });

  test('has every public and authenticated route of v2 exactly once, and the legacy document has all others', () => {
    const declared = (access: string) =>
      routes.filter((route) => route.access === access).map(({ method, path }) => `${method} ${path}`);
    expect(
      operations(document)
        .map(([name]) => name)
        .sort(),
    ).toEqual([...declared('api-key'), ...declared('public').filter((name) => name.includes(' /v2/'))].sort());
    expect(
      operations(legacy)
        .map(([name]) => name)
        .sort(),
    ).toEqual(declared('v1').sort());
  });

  test('every operation has a unique name', () => {
    const names = operations(document).map(([, { operationId }]) => operationId);
    expect(new Set(names).size).toBe(names.length);
  });

  test('every reference has a target', () => {
    for (const of of [document, legacy]) {
      for (const pointer of new Set(references(of))) expect(resolve(of, pointer), pointer).toBeDefined();
    }
  });

  test('every body has a schema, in both documents, and a file is a binary string', () => {
    for (const of of [document, legacy]) {
      for (const [name, { requestBody, responses }] of operations(of)) {
        const bodies = [requestBody, ...Object.values(responses).map((response) => whole(of, response))];
        for (const [mime, { schema }] of bodies.flatMap((body) => Object.entries(body?.content ?? {}))) {
          expect(schema, `${name} ${mime}`).toBeDefined();
          if (/^image|pdf|sie$/.test(mime)) expect(schema).toEqual({ type: 'string', format: 'binary' });
        }
      }
    }
  });

  test('forms of v1 may have unknown fields, and every body may be too large', () => {
    for (const [name, { requestBody, responses }] of operations(legacy)) {
      const { schema } = requestBody?.content['application/x-www-form-urlencoded'] ?? {};
      expect(schema?.['additionalProperties'], name).toBeUndefined();
      expect('413' in responses, name).toBe(name.startsWith('POST'));
    }
  });

  test('every response has headers for the request id and the rate limit', () => {
    for (const [name, { responses }] of operations(document)) {
      for (const [status, response] of Object.entries(responses)) {
        const { headers } = whole(document, response);
        expect(Object.keys(headers ?? {}), `${name} ${status}`).toEqual(
          expect.arrayContaining([
            'X-Request-Id',
            'X-Rate-Limit-Limit',
            'X-Rate-Limit-Remaining',
            'X-Rate-Limit-Reset',
          ]),
        );
      }
    }
  });

  test('every 401 has a challenge and every 429 the seconds to wait, in both documents', () => {
    for (const of of [document, legacy]) {
      for (const [name, { responses }] of operations(of)) {
        for (const [status, expected] of Object.entries({ 401: 'WWW-Authenticate', 429: 'Retry-After' })) {
          if (!responses[status]) continue;
          const { headers } = whole(of, responses[status]);
          expect(Object.keys(headers ?? {}), `${name} ${status}`).toContain(expected);
        }
      }
    }
  });

  test('responses that have a language, or that pages of any origin may read, have headers for it', () => {
    const byName = new Map(operations(document));
    for (const [name, expected] of [
      ['GET /v2/products', 'Content-Language'],
      ['GET /v2/products/{product_id}', 'Content-Language'],
      ['GET /v2/status', 'Access-Control-Allow-Origin'],
    ] as const) {
      const { headers } = whole(document, byName.get(name)?.responses['200'] ?? {});
      expect(Object.keys(headers ?? {}), name).toContain(expected);
    }
  });

  test('every response to a key has the header for ignored parameters', () => {
    const byName = new Map(operations(document));
    for (const route of routes.filter(({ access }) => access === 'api-key')) {
      for (const [status, response] of Object.entries(byName.get(`${route.method} ${route.path}`)?.responses ?? {})) {
        const { headers } = whole(document, response);
        expect(Object.keys(headers ?? {}), `${route.name} ${status}`).toContain('X-Ignored-Query');
      }
    }
  });

  test('path parameters, company, idempotency key and request guid are declared where routes accept them', () => {
    const byName = new Map(operations(document));
    for (const route of routes.filter(({ access }) => access === 'api-key')) {
      const parameters = byName.get(`${route.method} ${route.path}`)?.parameters ?? [];
      const refs = new Set(parameters.flatMap(({ $ref }) => $ref?.split('/').at(-1) ?? []));
      const paths = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`);
      expect(paths, route.name).toEqual(route.path.match(/\{[^}]+\}/g) ?? []);
      expect(refs.has('Company'), route.name).toBe((route.acting ?? 'selectable') === 'selectable');
      expect(refs.has('IdempotencyKey'), route.name).toBe(route.idempotency === 'key');
      expect(refs.has('RequestGuid'), route.name).toBe(route.idempotency === 'request-guid');
      expect(refs.has('IfMatch'), route.name).toBe(route.ifMatch === 'required');
      expect(refs.has('OptionalIfMatch'), route.name).toBe(route.ifMatch === 'optional');
    }
  });

  test('request bodies allow no additional members', () => {
    for (const [name, { requestBody }] of operations(document)) {
      const schema = whole(document, requestBody?.content['application/json']?.schema ?? {});
      if (schema?.['type'] === 'object') expect(schema['additionalProperties'], name).toBe(false);
    }
  });

  test('describes every event that an endpoint can receive', () => {
    expect(Object.keys(document.webhooks).sort()).toEqual([...SUBSCRIBABLE_EVENTS, 'webhook.ping'].sort());
  });
});

/** A part of the document. */
type Part = Record<string, unknown>;

const schemasOf = (of: Document): Record<string, Part> => of.components['schemas'] as Record<string, Part>;

const membersWithoutWords = (of: Document): string[] => {
  const missing: string[] = [];
  const words = (schema: Part): boolean => {
    if (typeof schema['description'] === 'string') return true;
    if (typeof schema['$ref'] === 'string') return schemasOf(of)[schema['$ref'].split('/').at(-1) ?? ''] !== undefined;
    return ((schema['anyOf'] ?? schema['oneOf'] ?? []) as Part[]).some((way) => '$ref' in way);
  };
  visit(of, (node) => {
    for (const [name, schema] of Object.entries((node['properties'] ?? {}) as Record<string, Part>)) {
      if (!words(schema)) missing.push(name);
    }
  });
  return [...new Set(missing)];
};

describe('the texts of the document', () => {
  test('important schemas have a name', () => {
    const names = new Set([...Object.keys(schemasOf(document)), ...Object.keys(schemasOf(legacy))]);
    expect(NAMES.filter((name) => !names.has(name))).toEqual([]);
    for (const type of EVENT_TYPES) expect(names).toContain(eventSchemaName(type));
  });

  test('products and events have a discriminator', () => {
    expect(schemasOf(document)['Product']?.['discriminator']).toMatchObject({ propertyName: 'type' });
    const { discriminator } = schemasOf(document)['WebhookEvent'] as { discriminator: { mapping: object } };
    expect(Object.keys(discriminator.mapping).sort()).toEqual([...EVENT_TYPES].sort());
  });

  test('every operation, member and parameter is described', () => {
    for (const of of [document, legacy]) {
      expect(
        membersWithoutWords(of),
        'Give these members a meaning in functions/api/docs/openapi/glossary/, or `.describe()` them',
      ).toEqual([]);
      for (const [name, { parameters = [], description }] of operations(of)) {
        // Routes of v1 may have only a summary.
        if (of === document) expect(description, name).toBeDefined();
        expect(description, name).not.toBe('');
        const silent = parameters.map((each) => whole(of, each)).filter((each) => !('description' in each));
        expect(silent, `${name}: describe these in functions/api/docs/openapi/glossary/parameters.ts`).toEqual([]);
      }
    }
  });

  test('response schemas allow additional members', () => {
    for (const of of [document, legacy]) {
      for (const [name, schema] of Object.entries(schemasOf(of))) {
        if (name.endsWith('Request') && name !== 'LegacyRequest') continue;
        visit(schema, (node) => expect(node['additionalProperties'], name).not.toBe(false));
      }
    }
  });

  test('repeatable filters are lists with all possible values', () => {
    const parameter = (operation: string, name: string) =>
      operations(document)
        .find(([, { operationId }]) => operationId === operation)?.[1]
        .parameters?.find((each) => each.name === name) as { schema: Part; explode: boolean } | undefined;
    for (const [operation, name, value] of [
      ['list-orders', 'status', 'paid'],
      ['list-orders', 'payment_status', 'refunded'],
      ['search-items', 'type', 'GIFTCARD'],
      ['search-items', 'status', '6'],
    ] as const) {
      const found = parameter(operation, name);
      expect(found).toMatchObject({ explode: true, schema: { type: 'array' } });
      expect(JSON.stringify(found?.schema['items'])).toContain(`"${value}"`);
    }
  });

  test('every operation with JSON has an example, and so does every event', () => {
    const record = 'Record the example: npx node test/support/record-more-examples.ts';
    const silent = operations(document).filter(([, { responses }]) =>
      Object.entries(responses).every(([status, response]) => {
        const json = whole(document, response).content?.['application/json'];
        return Number(status) >= 300 || json === undefined ? false : !('example' in json);
      }),
    );
    expect(
      silent.map(([name]) => name),
      record,
    ).toEqual([]);
    const without = routes
      .filter(({ access, name }) => access !== 'public' && !(name in EXAMPLES))
      .map(({ name }) => name);
    expect(without, record).toEqual([]);
    for (const type of EVENT_TYPES) {
      expect(z.safeParse(webhookEvent, EVENT_EXAMPLES[type]).error?.issues, `${type}: ${record}`).toBeUndefined();
      expect(EVENT_EXAMPLES[type], `${type}: ${record}`).toMatchObject({ type });
    }
  });

  test('each error response is defined once, and the document has a limited size', () => {
    // The agent server has its own envelope.
    const refusals = operations(document)
      .filter(([, { operationId }]) => operationId !== 'agent')
      .flatMap(([, { responses }]) => Object.entries(responses).filter(([status]) => Number(status) >= 400));
    expect(refusals.filter(([, response]) => !('$ref' in response)).map(([status]) => status)).toEqual([]);
    const texts = Object.values(document.components['responses'] ?? {}).map((each) => JSON.stringify(each));
    expect(new Set(texts).size).toBe(texts.length);
    // Bytes per operation, including its share of schemas and examples.
    expect(JSON.stringify(document).length / operations(document).length).toBeLessThan(7_500);
  });
});

describe('parts of the document', () => {
  const shapes = replies as Record<string, z.ZodMiniType>;

  test.for(routes.map((route) => [route.name, route] as const))('%s: replies and errors are explained', ([, route]) => {
    for (const reply of Object.values(route.replies)) {
      if (reply !== null && !reply.includes('/')) expect(Object.keys(replies)).toContain(reply);
    }
    if (route.access === 'api-key') {
      for (const code of codesOf(route)) expect(Object.keys(ERROR_CODES)).toContain(code);
    }
  });

  test.for(Object.entries(EXAMPLES))('the example of %s conforms to its schemas', ([name, example]) => {
    const route = routes.find((each) => each.name === name);
    const { status, request, response } = example;
    expect(Object.keys(route?.replies ?? {})).toContain(String(status));
    if (request !== undefined && route?.body) expect(z.safeParse(route.body, request).error?.issues).toBeUndefined();
    const reply = route?.replies[status];
    if (response !== undefined && reply) {
      expect(z.safeParse(shapes[reply] ?? z.never(), response).error?.issues).toBeUndefined();
    }
  });
});

describe('the reference page', () => {
  test('is from this host with its scripts, and the browser blocks every other connection', async () => {
    const page = await stack.get<string>('/docs');
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(page.headers.get('content-security-policy')).toContain("connect-src 'self'");
    const sources = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source ?? '');
    for (const source of sources.filter((each) => each !== 'data:,')) {
      expect(source).toMatch(/^\//);
      expect((await stack.get(source)).status).toBe(200);
    }
  });

  test('has its script, and another file returns 404', async () => {
    const script = await stack.get('/docs/scalar.js');
    expect(script.headers.get('content-type')).toMatch(/^text\/javascript/);
    expect(script.bytes.toString()).toContain('createApiReference');
    expect((await stack.get('/docs/other.js')).status).toBe(404);
  });
});

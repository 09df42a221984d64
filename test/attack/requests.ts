import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type * as z from 'zod/mini';
import { pathsOf, type Route } from '../../functions/pipeline/route.ts';
import { FOREIGN_KEY, NARROW_KEY, OLD_KEY, OWN_KEYS, type Pool } from './world.ts';
import { fromSchema, hostile, isPick, pickOf, rarely, schemaOf } from './values.ts';

/** A request whose references to existing values are not resolved yet. */
export interface Plan {
  method: string;
  path: string;
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  headers: Record<string, string>;
  key: string | undefined;
  body: unknown;
  encoding: Encoding;
  /** Number of concurrent copies. */
  copies: number;
}

type Encoding = 'plain' | 'bom' | 'latin1' | 'utf16' | 'gzip' | 'cut' | 'form' | 'none';

/** A request that is ready to be sent. */
export interface Wire {
  method: string;
  target: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

const paramOf = (name: string): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 20, arbitrary: pickOf(name === 'token' ? 'document_token' : name) },
    { weight: 1, arbitrary: hostile },
    { weight: 1, arbitrary: fc.constantFrom('%00', '%ff', '%2e%2e%2f', '%ED%A0%80', 'x'.repeat(3000), '%F0%9F%98%80') },
  );

const queryOf = (route: Route): fc.Arbitrary<Record<string, unknown>> => {
  const fields = route.query
    ? ((schemaOf(route.query).properties ?? {}) as Record<string, z.core.JSONSchema.BaseSchema>)
    : {};
  const known = Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [
      name,
      fc.option(fc.oneof({ weight: 1, arbitrary: fromSchema(schema, name, 1) }, { weight: 0, arbitrary: hostile }), {
        nil: undefined,
        freq: 2,
      }),
    ]),
  );
  const company = rarely(fromSchema({ type: 'string' }, 'company', 1), 12);
  const extra = rarely(hostile, 15);
  return fc.record({ ...known, company, 'statuss[]': extra });
};

const headersOf = (route: Route): fc.Arbitrary<Record<string, string>> => {
  const mostly = (value: fc.Arbitrary<string>) => fc.option(value, { nil: undefined, freq: 20 });
  const key = fc.oneof(
    { weight: 8, arbitrary: fc.uuid() },
    { weight: 3, arbitrary: fc.nat(20).map((at) => `used-${at}`) },
    { weight: 1, arbitrary: fc.constantFrom('', ' ', 'x'.repeat(300), 'ø', '\t') },
  );
  const tag = fc.oneof(
    { weight: 8, arbitrary: fc.constant('@etag') },
    { weight: 1, arbitrary: fc.constantFrom('*', 'W/"x"', '"x"') },
  );
  return fc
    .record({
      'idempotency-key': route.idempotency === 'key' ? mostly(key) : rarely(key, 6),
      'x-request-guid': rarely(fc.constantFrom('@guid', 'mine', 'x'.repeat(300)), 8),
      'if-match': route.ifMatch ? mostly(tag) : rarely(tag, 20),
      accept: rarely(fc.constantFrom('*/*', 'text/html', 'application/pdf'), 10),
      'accept-language': rarely(fc.constantFrom('da', 'x'.repeat(500), '*;q=0'), 10),
      'x-forwarded-for': rarely(fc.constantFrom('1.2.3.4', "'"), 10),
      'content-encoding': rarely(fc.constantFrom('gzip', 'br', 'identity'), 10),
    })
    .map((headers) =>
      Object.fromEntries(
        Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      ),
    );
};

const keyOf = (route: Route): fc.Arbitrary<string | undefined> =>
  route.access === 'v1'
    ? fc.oneof(
        { weight: 12, arbitrary: fc.constant('@token') },
        { weight: 1, arbitrary: fc.constantFrom(undefined, 'x') },
      )
    : fc.oneof(
        { weight: 16, arbitrary: fc.constantFrom(...OWN_KEYS) },
        { weight: 1, arbitrary: fc.constantFrom(NARROW_KEY, OLD_KEY) },
        { weight: 1, arbitrary: fc.constantFrom(undefined, 'lp_live_x', `${FOREIGN_KEY.slice(0, -1)}0`, 'Bearer') },
      );

/** Form fields of routes for browsers, which declare no body schema. */
const FORMS: Record<string, fc.Arbitrary<unknown>> = {
  'submit-payment': fc.record({
    card_number: fc.constantFrom('4242 4242 4242 4242', '4000 0000 0000 0002', '4000 0000 0000 0341', '1', ''),
    expiry: fc.constantFrom('12/40', '13/40', ''),
    cvc: fc.constantFrom('123', 'x'),
  }),
};

const bodyOf = (route: Route): fc.Arbitrary<unknown> => {
  const form = FORMS[route.name];
  if (form) return form;
  const otherwise = rarely(hostile, 8);
  if (!route.body) return route.mediaTypes ? fc.constantFrom('<svg/>', '\u0089PNG', 'x'.repeat(5000)) : otherwise;
  return fc.oneof({ weight: 15, arbitrary: fromSchema(schemaOf(route.body)) }, { weight: 1, arbitrary: otherwise });
};

const ENCODINGS: fc.Arbitrary<Encoding> = fc.oneof(
  { weight: 25, arbitrary: fc.constant<Encoding>('plain') },
  { weight: 3, arbitrary: fc.constantFrom<Encoding>('bom', 'latin1', 'utf16', 'gzip', 'cut', 'form', 'none') },
);

/** Requests to a route, mostly valid ones. */
export const requestsTo = (route: Route): fc.Arbitrary<Plan> => {
  const method = route.path === '$default' ? fc.constantFrom(...METHODS) : fc.constant(route.method);
  const paths =
    route.path === '$default' ? ['/', '/v2/nothing', '/v3/orders', '/v2//orders', '/V2/orders'] : pathsOf(route);
  const requests = new Map<string, fc.Arbitrary<Plan>>();
  return fc.constantFrom(...paths).chain((path) => {
    const made = requests.get(path) ?? requestsAt(route, path, method);
    requests.set(path, made);
    return made;
  });
};

const requestsAt = (route: Route, path: string, method: fc.Arbitrary<string>): fc.Arbitrary<Plan> => {
  const names = [...path.matchAll(/\{([^}+]+)\+?\}/g)].map(([, name = '']) => name);
  return fc.record({
    method: fc.oneof({ weight: 30, arbitrary: method }, { weight: 1, arbitrary: fc.constantFrom(...METHODS) }),
    path: fc.constant(path),
    params: fc.record(Object.fromEntries(names.map((name) => [name, paramOf(name)]))),
    query: queryOf(route),
    headers: headersOf(route),
    key: keyOf(route),
    body: route.method === 'GET' ? fc.option(hostile, { nil: undefined, freq: 1 }).map(() => undefined) : bodyOf(route),
    encoding: ENCODINGS.map((encoding) =>
      (route.access === 'v1' || FORMS[route.name]) && encoding === 'plain' ? 'form' : encoding,
    ),
    copies: fc.oneof(
      { weight: 8, arbitrary: fc.constant(1) },
      { weight: 1, arbitrary: fc.integer({ min: 2, max: 4 }) },
    ),
  });
};

/** Resolves references at any depth. */
const resolved = (value: unknown, pool: Pool): unknown => {
  if (isPick(value)) return pool.pick(value.pick, value.at);
  if (Array.isArray(value)) return value.map((each) => resolved(each, pool));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, resolved(each, pool)]));
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

const LANGUAGES = ['da', 'se', 'en', 'xx'];

const targetOf = (plan: Plan, pool: Pool): string => {
  const path = plan.path.replace(/\{([^}+]+)\+?\}/g, (_, name: string) => {
    if (name === 'language') return LANGUAGES[JSON.stringify(plan.params).length % LANGUAGES.length] ?? 'da';
    const text = textOf(resolved(plan.params[name], pool)).toWellFormed();
    return text.startsWith('%') ? text : encodeURIComponent(text) || '%20';
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(plan.query)) {
    if (value !== undefined) query.append(name, textOf(resolved(value, pool)).toWellFormed().slice(0, 3000));
  }
  const text = query.toString();
  return text === '' ? path : `${path}?${text}`;
};

const formOf = (body: unknown): string => {
  const form = new URLSearchParams();
  if (typeof body === 'object' && body !== null) {
    for (const [name, value] of Object.entries(body)) {
      if (value !== undefined) form.append(name, textOf(value).toWellFormed());
    }
  }
  return form.toString();
};

const encoded = (body: unknown, encoding: Encoding): { bytes: Buffer; type: string } => {
  const json = Buffer.from(typeof body === 'string' && encoding === 'none' ? body : (JSON.stringify(body) ?? ''));
  const type = 'application/json';
  switch (encoding) {
    case 'form':
      return { bytes: Buffer.from(formOf(body)), type: 'application/x-www-form-urlencoded' };
    case 'bom':
      return { bytes: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), json]), type };
    case 'latin1':
      return { bytes: Buffer.concat([json.subarray(0, -1), Buffer.from([0xe6, 0x22])]), type };
    case 'utf16':
      return { bytes: Buffer.from(json.toString(), 'utf16le'), type };
    case 'gzip':
      return { bytes: gzipSync(json), type };
    case 'cut':
      return { bytes: json.subarray(0, Math.floor(json.length / 2)), type };
    case 'none':
      return { bytes: json, type: 'text/plain' };
    default:
      return { bytes: json, type };
  }
};

/** Header values are bytes without line breaks. */
const headerSafe = (text: string): string => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?');

/** The request with its references resolved to existing values. */
export const wireOf = (plan: Plan, pool: Pool, token: string): Wire => {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(plan.headers)) {
    const meant =
      value === '@guid' ? pool.pick('x-request-guid', value.length) : value === '@etag' ? pool.pick('etag', 0) : value;
    headers[name] = headerSafe(meant);
  }
  const key = plan.key === '@token' ? token : plan.key;
  if (key !== undefined) headers['authorization'] = headerSafe(`Bearer ${key}`);
  if (plan.body === undefined) return { method: plan.method, target: targetOf(plan, pool), headers, body: undefined };
  const { bytes, type } = encoded(resolved(plan.body, pool), plan.encoding);
  return {
    method: plan.method,
    target: targetOf(plan, pool),
    headers: { 'content-type': type, ...headers },
    body: bytes,
  };
};

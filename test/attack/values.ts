import fc from 'fast-check';
import * as z from 'zod/mini';
import { anyCharacter } from '../support/any-character.ts';

/** A reference that is resolved to an existing value when the request is sent. */
interface Pick {
  pick: string;
  at: number;
}

export const isPick = (value: unknown): value is Pick =>
  typeof value === 'object' && value !== null && 'pick' in value && 'at' in value;

/** Usually picks one of the newest values of a kind. */
export const pickOf = (kind: string): fc.Arbitrary<unknown> =>
  fc.oneof(fc.nat(4), fc.nat(200)).map((at): Pick => ({ pick: kind, at }));

/** Values that no client sends intentionally. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  {
    weight: 6,
    arbitrary: fc.constantFrom<unknown>(
      '',
      ' ',
      '\u0000',
      '__proto__',
      'constructor',
      "' OR 1=1; --",
      '<script>alert(1)</script>',
      '../../../etc/passwd',
      '😀'.repeat(300),
      '\uFFFD',
      'é'.normalize('NFD'),
      '‮rtl',
      'true',
      '0',
      '-1',
      '1e309',
      'NaN',
      'null',
      -1,
      0,
      1e308,
      2 ** 53,
      -(2 ** 53),
      1.5,
      1e-7,
      null,
      true,
      [],
      {},
      [[[[]]]],
      [null],
      { a: { b: { c: [] } } },
    ),
  },
  { weight: 2, arbitrary: fc.string({ unit: anyCharacter, maxLength: 40 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1000, max: 100_000 }).map((length) => 'x'.repeat(length)) },
  { weight: 1, arbitrary: fc.integer({ min: 100, max: 5000 }).map((length) => Array.from({ length }, () => 1)) },
);

const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2045-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const moment = day.map((text) => `${text}T10:00:00+02:00`);
const words = fc.constantFrom('Ownmark', 'anna', 'card', 'x', 'spring', 'Bo Lind', 'concert', '12345');
const whole = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom(-5, 0, 1001, 5000) },
);

const line = (product_id: string, more: object) => ({ product_id, quantity: 1, ...more });
/** Lines that can be bought together in one order. */
const lines = fc.oneof(
  fc.integer({ min: 100, max: 600_000 }).map((amount) => [line('gift_card_value', { amount })]),
  fc.integer({ min: 1, max: 3 }).map((quantity) => [{ ...line('gcv_1', { product_option_id: 'gcvo_1' }), quantity }]),
  fc.constant([line('evt_1', { product_option_id: 'evto_1', ticket: { comment: 'Ownmark' } })]),
  fc.constant([line('so_1', { product_option_id: 'sov_1' })]),
  fc.constant([line('gcv_2', { product_option_id: 'gcvo_2' })]),
);

/** Values by member or parameter name, where the name is more specific than the type. */
const BY_NAME: Record<string, fc.Arbitrary<unknown>> = {
  amount: fc.oneof(
    fc.constantFrom(1, 100, 500, 4500, 20_000, 50_000, 10.5, 99.99),
    fc.integer({ min: 1, max: 600_000 }),
  ),
  number: whole,
  piece: whole,
  quantity: whole,
  limit: fc.constantFrom('1', '5', '100', '0', '101', '-1', 'x', '25'),
  offset: fc.constantFrom('0', '1', '50', '-1', 'x', '99999999'),
  order: fc.constantFrom('asc', 'desc', 'up'),
  starting_after: pickOf('cursor'),
  code: pickOf('code'),
  order_id: pickOf('order_id'),
  group_code: pickOf('group_code'),
  product_id: pickOf('product_id'),
  product_option_id: pickOf('product_option_id'),
  upload_id: pickOf('picture_id'),
  design_id: fc.constantFrom('gid_7', 'gid_8'),
  collection_point_id: fc.constant('epp_1'),
  email: pickOf('email'),
  receiver_email: pickOf('email'),
  sender_email: pickOf('email'),
  company: pickOf('slug'),
  slug: pickOf('slug'),
  endpoint: pickOf('endpoint_id'),
  endpoint_id: pickOf('endpoint_id'),
  since: fc.oneof(pickOf('event_id'), moment),
  search: words,
  status: fc.constantFrom('paid', 'pending_payment', '3', '6', '10', '5,6', 'queued', 'failed', 'x'),
  payment_status: fc.constantFrom('captured', 'pending', 'x'),
  type: fc.constantFrom('all', 'amount', 'piece', 'gift_card', 'TICKET', 'order.created', 'x'),
  date_from: day,
  date_to: day,
  date: day,
  as_of: moment,
  created_after: fc.oneof(day, moment),
  created_before: fc.oneof(day, moment),
  send_at: moment,
  validity: day,
  url: fc.constantFrom('https://shop.example/hook', 'http://127.0.0.1:9/h', 'https://10.0.0.1/', 'http://[::1]/', 'x:'),
  return_url: fc.constantFrom('https://shop.example/thanks', 'https://evil.example/', 'javascript:alert(1)'),
  events: fc.subarray(['order.created', 'order.fulfilled', 'order.refunded', 'webhook.ping'], { minLength: 1 }),
  scopes: fc.subarray(['items:read', 'catalog:read', 'credentials:write', 'x:y'], { minLength: 1 }),
  label: words,
  mode: fc.constantFrom('invoice', 'card'),
  external_reference: fc.nat(50).map((at) => `INV-${at}`),
  discount_code: fc.constantFrom('TENOFF', 'tenoff', 'NOTHING'),
  locale: fc.constantFrom('da', 'en-GB', 'xx-yy-zz', 'sv'),
  country: fc.constantFrom('DK', 'dk', 'SE', 'XX'),
  postcode: fc.constantFrom('2100', '0', 'ABC'),
  promotion_id: fc.constantFrom(1, 2, 99),
  sha256: fc.constantFrom('a'.repeat(64), 'A'.repeat(64), 'x'),
  mime: fc.constantFrom('image/png', 'image/jpeg', 'text/html'),
  byte_size: fc.constantFrom(46, 10_485_760, 10_485_761),
  lang: fc.constantFrom('da', 'en', 'xx'),
  username: fc.constantFrom('user-own', 'user-own', 'user-own', 'nobody'),
  password: fc.constantFrom('password of Ownmark', 'password of Ownmark', 'guess'),
  grant_type: fc.constantFrom('password', 'password', 'password', 'refresh_token', 'client_credentials'),
  scope: fc.constantFrom('admin', 'x'),
  client_id: fc.constant('client-own'),
  client_secret: fc.constantFrom('client secret of Ownmark', 'client secret of Ownmark', 'guess'),
};

const text = fc.string({ maxLength: 30 });
const shortText = fc.string({ maxLength: 8 });
const json = fc.jsonValue();
const flatJson = fc.jsonValue({ maxDepth: 1 });

/** Present in one of N cases. */
export const rarely = <T>(arbitrary: fc.Arbitrary<T>, times: number): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: times - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

type Json = z.core.JSONSchema.BaseSchema;

/** Mostly valid values of a schema, or values by name where the name is more specific. */
export const fromSchema = (schema: Json, name = '', depth = 0): fc.Arbitrary<unknown> => {
  const valid = validOf(schema, name, depth);
  return fc.oneof({ weight: depth === 0 ? 40 : 25, arbitrary: valid }, { weight: 1, arbitrary: hostile });
};

const validOf = (schema: Json, name: string, depth: number): fc.Arbitrary<unknown> => {
  const named = BY_NAME[name];
  if (named) return named;
  const entries = schema.items as Json | undefined;
  if (name === 'items' && entries?.properties?.['product_id']) {
    return fc.oneof(
      { weight: 8, arbitrary: lines },
      { weight: 1, arbitrary: fc.array(fromSchema(entries, '', depth + 1), { maxLength: 3 }) },
    );
  }
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => validOf(choice as Json, name, depth)));
  switch (schema.type) {
    case 'object':
      return objectOf(schema, depth);
    case 'array':
      return fc.array(fromSchema((schema.items ?? {}) as Json, '', depth + 1), { minLength: 1, maxLength: 3 });
    case 'integer':
      return fc.integer({ min: Math.max(-1000, schema.minimum ?? -3), max: Math.min(100_000, schema.maximum ?? 1000) });
    case 'number':
      return fc.constantFrom(0.01, 1, 12.34, 100, 5000);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return schema.format === 'email' ? pickOf('email') : fc.oneof(words, text);
    default:
      return flatJson;
  }
};

const objectOf = (schema: Json, depth: number): fc.Arbitrary<unknown> => {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>);
  const required = new Set(schema.required ?? []);
  if (depth > 5 || properties.length === 0) return fc.dictionary(shortText, json, { maxKeys: 3 });
  const members = Object.fromEntries(
    properties.map(([name, member]) => {
      const value = fromSchema(member, name, depth + 1);
      // Required members are sometimes omitted, optional ones sometimes present.
      return [name, fc.option(value, { nil: undefined, freq: required.has(name) ? 40 : 2 })];
    }),
  );
  const extra = rarely(fc.tuple(fc.constantFrom('__proto__', 'price', 'constructor', 'x'), hostile), 25);
  return fc
    .tuple(fc.record(members), extra)
    .map(([known, [name, value] = ['', undefined]]) =>
      name === '' ? known : { ...known, ...JSON.parse(JSON.stringify({ [name]: value ?? null })) },
    );
};

/** The JSON schema of the input of a route. */
export const schemaOf = (schema: z.ZodMiniType): Json =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Json;

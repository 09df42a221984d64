import { afterEach, beforeAll, expect, test } from 'vitest';
import { testGatewayHeaders, verifySignature } from '../../../functions/adapters/payments/test-gateway-signing.ts';
import { clock } from '../../../functions/platform/clock.ts';

beforeAll(() => {
  process.env['APP_SECRET'] = '00'.repeat(32);
});
const realClock = clock.nowMs;
afterEach(() => {
  clock.nowMs = realClock;
});

const request = { method: 'POST', path: '/payments/test/refunds', body: '{"amount":1}' };
const verified = (changed: Partial<typeof request>, headers = testGatewayHeaders('test-gateway-call', request)) =>
  verifySignature('test-gateway-call', { ...request, ...changed }, headers);

test('a signed request is accepted', () => {
  expect(() => verified({})).not.toThrow();
});

test.each([{ method: 'PUT' }, { path: '/payments/test/sessions' }, { body: '{"amount":2}' }])(
  'a signature is valid for one request only: %o',
  (changed) => {
    expect(() => verified(changed)).toThrow('does not fit');
  },
);

test('a signature for one direction is invalid in the other', () => {
  expect(() => verified({}, testGatewayHeaders('test-gateway-notice', request))).toThrow('does not fit');
});

test('an unsigned request is refused', () => {
  expect(() => verified({}, {})).toThrow('not signed');
});

test('a signature is valid for 300 seconds', () => {
  const headers = testGatewayHeaders('test-gateway-call', request);
  const from = Math.floor(realClock() / 1000) * 1000;
  clock.nowMs = () => from + 299_000;
  expect(() => verified({}, headers)).not.toThrow();
  clock.nowMs = () => from + 302_000;
  expect(() => verified({}, headers)).toThrow('too old');
});

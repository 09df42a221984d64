import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { deliveryHeaders } from '../../../functions/domain/notifications/webhooks/rules.ts';
import { verifyWebhook, WebhookRefused } from '../../../functions/platform/verify-webhook.ts';

/** Test vectors for receivers in any language. */
const SECRET = 'whsec_dGVzdC1vbmx5LXNlY3JldC1mb3ItdGVzdC12ZWN0b3Jz';
const EVENT_ID = 'evt_00112233445566778899aabbccddeeff';
const TIMESTAMP = 1893456000;
const BODY =
  '{"id":"evt_00112233445566778899aabbccddeeff","type":"order.fulfilled","api_version":"v2",' +
  '"occurred_at":"2030-01-01T00:00:00+00:00","sequence":3,"data":{"order":{"id":"po_1","reference":"Æ✓"}}}';
const SIGNATURE = 'v1=a8d8492cf9968acc7b87dbe6b211a5850d62c76c511b91454345c189b3cae5bb';

const nowMs = TIMESTAMP * 1000;
const sign = (body: string, secret = SECRET, timestamp = String(TIMESTAMP), id = EVENT_ID): string =>
  `v1=${createHmac('sha256', secret).update(`${timestamp}.${id}.${body}`).digest('hex')}`;
const headers = (over: Record<string, string | undefined> = {}) => ({
  'Service-Webhook-Id': EVENT_ID,
  'Service-Webhook-Timestamp': String(TIMESTAMP),
  'Service-Webhook-Secret-Version': '1',
  'Service-Webhook-Signature': sign(BODY),
  ...over,
});
const refusal = (body: string | Buffer, given: Record<string, string | undefined>, secret = SECRET): string => {
  try {
    verifyWebhook(body, given, secret, { nowMs });
    return 'accepted';
  } catch (error) {
    return error instanceof WebhookRefused ? error.reason : String(error);
  }
};

describe('verifying a webhook', () => {
  it('the test vector has the signature that the rule defines', () => {
    expect(sign(BODY)).toBe(SIGNATURE);
  });

  it('accepts a signed request, regardless of the case of header names', () => {
    const event = verifyWebhook(BODY, headers(), SECRET, { nowMs });
    expect(event).toMatchObject({ id: EVENT_ID, type: 'order.fulfilled', sequence: 3 });
    const lower = Object.fromEntries(Object.entries(headers()).map(([name, value]) => [name.toLowerCase(), value]));
    expect(verifyWebhook(Buffer.from(BODY), lower, SECRET, { nowMs }).id).toBe(EVENT_ID);
  });

  it('accepts any of several signatures', () => {
    const signatures = `${sign(BODY, 'whsec_other')}, ${sign(BODY)}`;
    expect(refusal(BODY, headers({ 'Service-Webhook-Signature': signatures }))).toBe('accepted');
  });

  it.each([
    ['another secret', BODY, headers({ 'Service-Webhook-Signature': sign(BODY, 'whsec_other') })],
    ['a changed body', BODY.replace('po_1', 'po_2'), headers()],
    ['a changed timestamp', BODY, headers({ 'Service-Webhook-Timestamp': String(TIMESTAMP + 1) })],
    ['a changed id', BODY, headers({ 'Service-Webhook-Id': EVENT_ID.replace('00', '01') })],
    ['a signature in upper case', BODY, headers({ 'Service-Webhook-Signature': sign(BODY).toUpperCase() })],
    ['a bare hash', BODY, headers({ 'Service-Webhook-Signature': sign(BODY).slice(3) })],
    ['another scheme', BODY, headers({ 'Service-Webhook-Signature': sign(BODY).replace('v1', 'v0') })],
    ['a truncated signature', BODY, headers({ 'Service-Webhook-Signature': sign(BODY).slice(0, -1) })],
  ])('refuses %s', (_, body, given) => expect(refusal(body, given)).toBe('signature_mismatch'));

  it('refuses a timestamp more than 300 seconds in the past or future', () => {
    const at = (seconds: number) => {
      const timestamp = String(TIMESTAMP + seconds);
      const signature = sign(BODY, SECRET, timestamp);
      return refusal(BODY, headers({ 'Service-Webhook-Timestamp': timestamp, 'Service-Webhook-Signature': signature }));
    };
    expect([-301, -300, 0, 300, 301].map(at)).toEqual([
      'stale_timestamp',
      'accepted',
      'accepted',
      'accepted',
      'stale_timestamp',
    ]);
  });

  it.each(['', 'soon', '-1', '1e9', '18934560000000'])('refuses the timestamp %j', (timestamp) => {
    expect(refusal(BODY, headers({ 'Service-Webhook-Timestamp': timestamp }))).toMatch(/timestamp|missing/);
  });

  it.each(['Service-Webhook-Id', 'Service-Webhook-Timestamp', 'Service-Webhook-Signature'])('requires %s', (name) => {
    expect(refusal(BODY, headers({ [name]: undefined }))).toBe('missing_header');
  });

  it.each([
    ['not JSON', 'hello'],
    ['not an object', 'null'],
    ['another version', BODY.replace('"v2"', '"v3"')],
  ])('refuses a signed body that is %s', (_, body) => {
    expect(refusal(body, headers({ 'Service-Webhook-Signature': sign(body) }))).toBe('malformed_body');
  });

  it('refuses a signed body whose event differs from the header', () => {
    const body = BODY.replace('ddeeff', 'ddeef0');
    expect(refusal(body, headers({ 'Service-Webhook-Signature': sign(body) }))).toBe('id_mismatch');
  });

  it('accepts the headers of a delivery, during a rotation with either secret', () => {
    const body = Buffer.from(BODY);
    const given = deliveryHeaders({ id: EVENT_ID }, body, { version: 2, secrets: ['whsec_new', 'whsec_old'] }, nowMs);
    expect(given['Service-Webhook-Secret-Version']).toBe('2');
    expect(given['Service-Webhook-Signature']).toBe(`${sign(BODY, 'whsec_new')},${sign(BODY, 'whsec_old')}`);
    expect(refusal(body, given, 'whsec_new')).toBe('accepted');
    expect(refusal(body, given, 'whsec_old')).toBe('accepted');
    expect(refusal(body, given, 'whsec_older')).toBe('signature_mismatch');
  });

  it('a header value cannot contain a line break', () => {
    const secrets = { version: 1, secrets: [SECRET] };
    expect(() => deliveryHeaders({ id: 'evt_1\r\nX: y' }, Buffer.from(''), secrets, nowMs)).toThrow(
      'invalid characters',
    );
  });
});

import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deliveryHeaders } from '../../../functions/domain/notifications/webhooks/rules.ts';
import { newWebhookSecret } from '../../../functions/domain/notifications/webhooks/secrets.ts';
import { standardSignatureOf } from '../../../functions/platform/webhook-signing.ts';

/** The example of the Standard Webhooks specification. */
const VECTOR = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: '1614265330',
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

const NOW_MS = Date.parse('2030-01-01T00:00:00Z');
const ID = 'evt_00112233445566778899aabbccddeeff';
const BODY = Buffer.from(`{"id":"${ID}","type":"webhook.ping","data":{"note":"Æ✓"}}`);
const signed = (secrets: string[], body = BODY) =>
  deliveryHeaders({ id: ID }, body, { version: secrets.length, secrets }, NOW_MS);

beforeEach(() => void vi.useFakeTimers({ now: NOW_MS, toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

describe('the standard signature', () => {
  it('is that of the specification', () => {
    const { secret, timestamp, id, body, signature } = VECTOR;
    expect(standardSignatureOf(secret, timestamp, id, Buffer.from(body))).toBe(signature);
  });

  it('is the same with an older secret, which is URL-safe Base64 without padding', () => {
    const bytes = Buffer.from(Array.from({ length: 32 }, (_, at) => 255 - at));
    const [older, newer] = [`whsec_${bytes.toString('base64url')}`, `whsec_${bytes.toString('base64')}`];
    expect(older).not.toBe(newer);
    expect(standardSignatureOf(older, '1', ID, BODY)).toBe(standardSignatureOf(newer, '1', ID, BODY));
    const headers = signed([older]);
    expect(new Webhook(newer).verify(BODY, headers)).toMatchObject({ id: ID });
  });
});

describe.each([
  ['standardwebhooks', (secret: string) => new Webhook(secret)],
  ['svix', (secret: string) => new SvixWebhook(secret)],
])('the library %s', (_, verifierFor) => {
  it('accepts requests signed with a new secret, many times in a row', () => {
    for (let times = 0; times < 50; times++) {
      const secret = newWebhookSecret();
      expect(() => verifierFor(secret).verify(BODY, signed([secret]))).not.toThrow();
    }
  });

  it('accepts either secret during a rotation, and no other', () => {
    const [newest, previous, other] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()];
    const headers = signed([newest, previous]);
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
    for (const secret of [newest, previous]) expect(() => verifierFor(secret).verify(BODY, headers)).not.toThrow();
    expect(() => verifierFor(other).verify(BODY, headers)).toThrow('No matching signature');
  });

  it('refuses a changed body, a changed id and an old delivery', () => {
    const secret = newWebhookSecret();
    const headers = signed([secret]);
    const verifier = verifierFor(secret);
    expect(() => verifier.verify(Buffer.concat([BODY, Buffer.from(' ')]), headers)).toThrow('No matching signature');
    expect(() => verifier.verify(BODY, { ...headers, 'webhook-id': 'evt_1' })).toThrow('No matching signature');
    vi.setSystemTime(NOW_MS + 301_000);
    expect(() => verifier.verify(BODY, headers)).toThrow('too old');
  });
});

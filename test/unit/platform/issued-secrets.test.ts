import { describe, expect, it, vi } from 'vitest';
import { secretsSet } from '../../../lib/ops/secrets.ts';
import { selfMadeWallets } from '../../support/wallet.ts';

let given = '';
vi.mock(import('node:stream/consumers'), async (real) => ({ ...(await real()), text: () => Promise.resolve(given) }));

const ours = selfMadeWallets().content;
const others = selfMadeWallets().content;
const apple = (changes: object): object => ({ apple: { ...ours.apple, ...changes } });

/** Input texts that must not be in an error. */
const SECRETS = ['sk_live_abc', 'whsec_abc', 'PRIVATE', 'CERTIFICATE', ours.apple.key.slice(60, 100)];

describe('npm run ops -- secrets set', () => {
  it.each([
    ['payments', 'nonsense', 'It is no JSON.'],
    ['payments', {}, 'Missing, or not as it must be: secret_key, webhook_secret.'],
    ['payments', { secret_key: 'sk_live_abc', webhook_secret: 'abc' }, 'must be: webhook_secret.'],
    ['payments', { secret_key: 'pk_live_abc', webhook_secret: 'whsec_abc' }, 'must be: secret_key.'],
    ['payments', [], 'must be: all of it.'],
    ['courier', { api_key: ' ' }, 'must be: api_key.'],
    ['wallet', { apple: '', google: '' }, 'There is no certificate in it.'],
    ['wallet', apple({ key: others.apple.key }), 'The key of the pass type is not that of its certificate.'],
    ['wallet', apple({ wwdr: others.apple.wwdr }), 'apple.certificate is not issued by apple.wwdr.'],
    ['wallet', apple({ pass_type_id: 'pass.example' }), 'of another pass type than apple.pass_type_id.'],
    ['wallet', apple({ team_id: 'short' }), 'must be: apple.team_id.'],
    ['wallet', apple({ certificate: '-----BEGIN CERTIFICATE-----\nAAAA\n' }), 'cannot be read.'],
    ['wallet', { google: { ...ours.google, issuer_id: 'x' } }, 'must be: google.issuer_id.'],
  ])('%s with invalid content reports the fault without the content (%#)', async (name, content, reason) => {
    given = typeof content === 'string' ? content : JSON.stringify(content);
    const refusal = (await secretsSet.run([name]).catch((error: unknown) => error)) as Error;
    expect(refusal.message).toContain(`This is not what ${name} takes.`);
    expect(refusal.message).toContain(reason);
    expect(SECRETS.filter((secret) => refusal.message.includes(secret))).toEqual([]);
  });

  it('rejects a certificate of Apple that has expired, or is not valid yet', async () => {
    given = JSON.stringify(apple({}));
    vi.useFakeTimers({ now: Date.now() + 2 * 86_400_000, toFake: ['Date'] });
    await expect(secretsSet.run(['wallet'])).rejects.toThrow(/apple\.certificate counts from .* to /);
    vi.setSystemTime(Date.now() - 4 * 86_400_000);
    await expect(secretsSet.run(['wallet'])).rejects.toThrow(/apple\.certificate counts from .* to /);
    vi.useRealTimers();
  });
});

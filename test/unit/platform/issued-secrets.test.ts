import { describe, expect, it, vi } from 'vitest';
import { secretsSet } from '../../../lib/ops/secrets.ts';
import { generatedWallets } from '../../support/wallet.ts';

let given = '';
vi.mock(import('node:stream/consumers'), async (real) => ({ ...(await real()), text: () => Promise.resolve(given) }));

const ours = generatedWallets().content;
const others = generatedWallets().content;
const apple = (changes: object): object => ({ apple: { ...ours.apple, ...changes } });

/** Input texts that must not be in an error. */
const SECRETS = ['sk_live_abc', 'whsec_abc', 'PRIVATE', 'CERTIFICATE', ours.apple.key.slice(60, 100)];

describe('npm run ops -- secrets set', () => {
  it.each([
    ['payments', 'nonsense', 'It is not JSON.'],
    ['payments', {}, 'Missing or invalid: secret_key, webhook_secret.'],
    ['payments', { secret_key: 'sk_live_abc', webhook_secret: 'abc' }, 'invalid: webhook_secret.'],
    ['payments', { secret_key: 'pk_live_abc', webhook_secret: 'whsec_abc' }, 'invalid: secret_key.'],
    ['payments', [], 'invalid: the whole secret.'],
    ['courier', { api_key: ' ' }, 'invalid: api_key.'],
    ['wallet', { apple: '', google: '' }, 'It contains no certificate.'],
    ['wallet', apple({ key: others.apple.key }), 'The key of the pass type is not that of its certificate.'],
    ['wallet', apple({ wwdr: others.apple.wwdr }), 'apple.certificate is not issued by apple.wwdr.'],
    ['wallet', apple({ pass_type_id: 'pass.example' }), 'for a pass type other than apple.pass_type_id.'],
    ['wallet', apple({ team_id: 'short' }), 'invalid: apple.team_id.'],
    ['wallet', apple({ certificate: '-----BEGIN CERTIFICATE-----\nAAAA\n' }), 'cannot be read.'],
    ['wallet', { google: { ...ours.google, issuer_id: 'x' } }, 'invalid: google.issuer_id.'],
  ])('%s with invalid content reports the fault without the content (%#)', async (name, content, reason) => {
    given = typeof content === 'string' ? content : JSON.stringify(content);
    const refusal = (await secretsSet.run([name]).catch((error: unknown) => error)) as Error;
    expect(refusal.message).toContain(`This is not a valid secret for ${name}.`);
    expect(refusal.message).toContain(reason);
    expect(SECRETS.filter((secret) => refusal.message.includes(secret))).toEqual([]);
  });

  it('rejects an Apple certificate that has expired, or is not valid yet', async () => {
    given = JSON.stringify(apple({}));
    vi.useFakeTimers({ now: Date.now() + 2 * 86_400_000, toFake: ['Date'] });
    await expect(secretsSet.run(['wallet'])).rejects.toThrow(/apple\.certificate is valid from .* to /);
    vi.setSystemTime(Date.now() - 4 * 86_400_000);
    await expect(secretsSet.run(['wallet'])).rejects.toThrow(/apple\.certificate is valid from .* to /);
    vi.useRealTimers();
  });
});

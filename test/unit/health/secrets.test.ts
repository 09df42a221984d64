import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSecretsHealth } from '../../../functions/domain/reporting/health/secrets.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { SECRETS, type SecretName } from '../../../functions/platform/secret-names.ts';
import { startSecretStore } from '../../support/secret-store.ts';

const VALUE = 'value-of-a-secret';
const CHANGED = '2026-03-01T12:00:00Z';
const changed = Date.parse(CHANGED) / 1000;
const CURRENT = '11111111-2222-4333-8444-555555555555';
const FORMER = '99999999-2222-4333-8444-555555555555';

const filledIn = {
  LastChangedDate: changed,
  VersionIdsToStages: { [CURRENT]: ['AWSCURRENT', 'FILLED-IN'], [FORMER]: ['AWSPREVIOUS'] },
};
/** The initial state after a deployment. */
const initial = { CreatedDate: changed, VersionIdsToStages: { [CURRENT]: ['AWSCURRENT'] } };
const setManually = {
  LastChangedDate: changed,
  VersionIdsToStages: { [CURRENT]: ['AWSCURRENT'], [FORMER]: ['AWSPREVIOUS'] },
};

const described: Record<string, object | undefined> = {};
const store = await startSecretStore(Object.fromEntries(SECRETS.map((name) => [name, VALUE])), described);
const realNow = clock.nowMs;
const environment = { ...process.env };

beforeEach(() => {
  clock.nowMs = () => Date.parse('2026-03-02T12:00:00Z');
  Object.assign(described, { keys: initial, payments: filledIn, courier: filledIn, wallet: filledIn });
  Object.assign(process.env, {
    SECRET_IDS: SECRETS.map((name) => `${name}=${name}`).join(','),
    BASE_URL: 'https://api.example.com',
    ENVIRONMENT: 'production',
    WALLETS: 'apple',
  });
});
afterEach(() => {
  clock.nowMs = realNow;
  for (const name of ['SECRET_IDS', 'BASE_URL', 'ENVIRONMENT', 'WALLETS', 'PAYMENT_GATEWAY']) {
    if (environment[name] === undefined) delete process.env[name];
    else process.env[name] = environment[name];
  }
});
afterAll(() => store.stop());

const of = async (purpose: SecretName) => {
  const { status, secrets } = await readSecretsHealth();
  return { status, ...secrets.find((each) => each.purpose === purpose) };
};

describe('status of secrets for operators', () => {
  it('is ok when each has a value, shows since when, and reveals nothing of the values', async () => {
    const health = await readSecretsHealth();
    expect(health.status).toBe('ok');
    expect(health.secrets).toEqual(
      SECRETS.map((purpose) => ({
        purpose,
        state: 'set',
        required: true,
        version: '11111111',
        changed_at: '2026-03-01T12:00:00+00:00',
        settles_at: null,
      })),
    );
    expect(JSON.stringify(health)).not.toContain(VALUE);
  });

  it.each(SECRETS)('is missing only for %s when it does not exist or is being deleted', async (purpose) => {
    for (const gone of [undefined, { ...filledIn, DeletedDate: changed }, { VersionIdsToStages: {} }, {}]) {
      described[purpose] = gone;
      const { status, secrets } = await readSecretsHealth();
      expect(status).toBe('degraded');
      expect(secrets.filter(({ state }) => state !== 'set')).toMatchObject([
        { purpose, state: 'missing', version: null, settles_at: null },
      ]);
    }
  });

  it.each(['payments', 'courier', 'wallet'] as const)(
    'is missing for %s while it has its initial value, and unchecked when it was set manually',
    async (purpose) => {
      described[purpose] = initial;
      expect(await of(purpose)).toMatchObject({ status: 'degraded', state: 'missing', changed_at: expect.any(String) });
      described[purpose] = setManually;
      expect(await of(purpose)).toMatchObject({ status: 'degraded', state: 'unchecked', version: '11111111' });
      // The label stays on the previous version.
      described[purpose] = {
        ...setManually,
        VersionIdsToStages: { [CURRENT]: ['AWSCURRENT'], [FORMER]: ['AWSPREVIOUS', 'FILLED-IN'] },
      };
      expect(await of(purpose)).toMatchObject({ status: 'degraded', state: 'unchecked' });
    },
  );

  it('is unreadable for a secret whose store does not respond, and unaffected for the others', async () => {
    described['courier'] = { __type: 'AccessDeniedException', message: 'Not allowed.' };
    expect(await of('courier')).toMatchObject({ status: 'degraded', state: 'unreadable', version: null });
    expect(await of('payments')).toMatchObject({ state: 'set' });
  });

  it('shows how long functions may use the previous version: five minutes, and twice that for our own keys', async () => {
    clock.nowMs = () => Date.parse(CHANGED) + 60_000;
    expect(await of('courier')).toMatchObject({ status: 'ok', settles_at: '2026-03-01T12:05:00+00:00' });
    described['keys'] = setManually;
    expect(await of('keys')).toMatchObject({ status: 'ok', state: 'set', settles_at: '2026-03-01T12:10:00+00:00' });
    clock.nowMs = () => Date.parse(CHANGED) + 5 * 60_000;
    expect(await of('courier')).toMatchObject({ settles_at: null });
    expect(await of('keys')).toMatchObject({ settles_at: '2026-03-01T12:10:00+00:00' });
    clock.nowMs = () => Date.parse(CHANGED) + 10 * 60_000;
    expect(await of('keys')).toMatchObject({ settles_at: null });
  });

  it('ignores missing secrets that are not needed: a hidden wallet, or Stripe when the test gateway is used', async () => {
    Object.assign(described, { wallet: initial, payments: initial });
    Object.assign(process.env, { WALLETS: '', ENVIRONMENT: 'demo' });
    expect(await of('wallet')).toMatchObject({ status: 'ok', state: 'missing', required: false });
    expect(await of('payments')).toMatchObject({ status: 'ok', state: 'missing', required: false });
    process.env['PAYMENT_GATEWAY'] = 'stripe';
    expect(await of('payments')).toMatchObject({ status: 'degraded', required: true });
  });

  it('omits secrets that this environment reads from another source', async () => {
    process.env['SECRET_IDS'] = 'keys=keys';
    expect((await readSecretsHealth()).secrets.map(({ purpose }) => purpose)).toEqual(['keys']);
  });
});

import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pushUpdates } from '../../../functions/adapters/wallet/apple-push.ts';
import { parseWalletCredentials } from '../../../functions/adapters/wallet/certificates.ts';
import { startPushDouble, type PushDouble } from '../../support/apple-push.ts';
import { generatedWallets, serverCertificate } from '../../support/wallet.ts';

const certificates = generatedWallets();
const apple = parseWalletCredentials(JSON.stringify(certificates.content)).apple!;
const host = serverCertificate();
let double: PushDouble;
beforeAll(async () => {
  double = await startPushDouble({ key: host.key, cert: host.cert, ca: certificates.wwdr });
  process.env['APPLE_PUSH_URL'] = double.url;
});
afterAll(() => double.stop());

describe('notifications to Apple devices', () => {
  it('have an empty payload and the pass type as their topic, and use its certificate', async () => {
    double.sent.length = 0;
    expect(await pushUpdates(['aa11', 'bb22'], apple, { ca: host.cert })).toEqual([
      { result: 'sent' },
      { result: 'sent' },
    ]);
    expect(double.sent.toSorted((a, b) => a.token.localeCompare(b.token))).toEqual([
      { token: 'aa11', topic: apple.pass_type_id, body: '{}', signedBy: `Pass Type ID: ${apple.pass_type_id}` },
      { token: 'bb22', topic: apple.pass_type_id, body: '{}', signedBy: `Pass Type ID: ${apple.pass_type_id}` },
    ]);
  });

  it('report for each token whether it was sent, is no longer valid, or must be sent again', async () => {
    double.fate = (token) =>
      ({
        gone: { status: 410, reason: 'Unregistered', timestamp: 1_900_000_000_000 },
        bad: { status: 400, reason: 'BadDeviceToken' },
        topic: { status: 400, reason: 'BadTopic' },
        busy: { status: 503, reason: 'ServiceUnavailable' },
      })[token] ?? { status: 200 };
    const outcomes = await pushUpdates(['ok', 'gone', 'bad', 'topic', 'busy'], apple, { ca: host.cert });
    expect(outcomes.map(({ result }) => result)).toEqual(['sent', 'gone', 'gone', 'failed', 'failed']);
    expect(outcomes[1]).toEqual({ result: 'gone', sinceMs: 1_900_000_000_000 });
    expect(JSON.stringify(outcomes)).not.toContain('busy');
  });

  it('fail without throwing when the connection breaks or another server responds', async () => {
    double.fate = () => ({ status: 200, breaks: 'before' });
    expect((await pushUpdates(['one', 'two'], apple, { ca: host.cert })).map(({ result }) => result)).toEqual([
      'failed',
      'failed',
    ]);
    expect(await pushUpdates(['one'], apple)).toMatchObject([{ result: 'failed' }]);
  });

  it('fail without throwing when OpenSSL refuses the certificate', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const unfit = { ...apple, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
    expect(await pushUpdates(['one', 'two'], unfit, { ca: host.cert })).toMatchObject([
      { result: 'failed' },
      { result: 'failed' },
    ]);
  });
});

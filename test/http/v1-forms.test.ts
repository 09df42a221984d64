import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { legacySeed, LegacyShop } from '../support/legacy.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let shop: LegacyShop;
beforeAll(async () => {
  stack = await startStack({ seed: legacySeed });
  shop = new LegacyShop(stack);
});
afterAll(() => stack.stop());

describe('a form', () => {
  const send = async (body: string | Buffer, path = '/action/create-gc', more: Record<string, string> = {}) => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', ...more };
    const key = await shop.login('tilde');
    return stack.post<{ status: string; response: string; error: string }>(path, { key, body, headers });
  };

  test('that is not UTF-8 is rejected, percent-encoded or in bytes', async () => {
    for (const body of ['amount=100&receiver_name=%E6', Buffer.from('amount=100&receiver_name=\u00e6', 'latin1')]) {
      const answer = await send(body);
      expect([answer.status, answer.body.status]).toEqual([200, 'Error']);
      expect(answer.body.response).toContain('UTF-8');
      const token = await send(body, '/token');
      expect([token.status, token.body.error]).toEqual([400, 'invalid_request']);
    }
    expect((await send('amount=100&receiver_name=100%&sender_name=%C3%A6')).body.status).toBe('OK');
  });

  test('that is compressed is rejected with 415, as on all routes', async () => {
    for (const path of ['/action/create-gc', '/item/X/claim', '/token']) {
      const answer = await send(gzipSync('amount=100&grant_type=password'), path, { 'Content-Encoding': 'gzip' });
      expect([path, answer.status, answer.headers.get('accept-encoding')]).toEqual([path, 415, 'identity']);
      expect(JSON.stringify(answer.body)).toContain('the encoding gzip');
    }
  });

  test('of more than 256 KB is refused and not repeated', async () => {
    const answer = await send(`amount=100&note=${'%00'.repeat(100_000)}`);
    expect([answer.body.status, answer.bytes.length < 1000]).toEqual(['Error', true]);
  });

  test('of a claim takes the reference and location of the till, as in v2', async () => {
    const [{ code } = { code: '' }] = await shop.cards('tilde');
    const form = { type: 'amount', amount: '25', claim_note: 'Table 4', reference: 'R-17', location: 'Bar' };
    expect((await shop.post('tilde', `/item/${code}/claim`, form)).body.status).toBe('OK');
    const days = { date_from: '2020-01-01', date_to: '2099-01-01' };
    const claimed = await shop.post<{ items: object[] }>('tilde', '/action/claimed-items', days);
    expect(claimed.body.response.items).toMatchObject([{ code, claim_note: 'Table 4 · R-17 · Bar' }]);
    const long = await shop.post('tilde', `/item/${code}/claim`, { ...form, location: 'x'.repeat(61) });
    expect(long.body).toEqual({ status: 'Error', response: 'location: This must have at most 60 characters.' });
  });
});

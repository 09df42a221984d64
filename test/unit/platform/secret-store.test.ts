import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clock } from '../../../functions/platform/clock.ts';
import { cachedSecret, issuedSecret, SecretMissing, secretText } from '../../../functions/platform/secret-store.ts';
import { coldStart } from '../../../functions/platform/warm-state.ts';
import { startSecretStore } from '../../support/secret-store.ts';

const held: Record<string, string | undefined> = {};
const store = await startSecretStore(held);
const realNow = clock.nowMs;
let now = Date.parse('2026-03-01T12:00:00Z');
const MINUTE = 60_000;

beforeEach(() => {
  coldStart();
  clock.nowMs = () => now;
  store.seen.length = 0;
  held['vendor'] = '{"api_key":"one"}';
});
afterEach(() => (clock.nowMs = realNow));
afterAll(() => store.stop());

describe('a secret', () => {
  it('is read when it is needed and kept for five minutes', async () => {
    expect(await secretText('vendor')).toBe('{"api_key":"one"}');
    held['vendor'] = '{"api_key":"two"}';
    now += 5 * MINUTE - 1;
    expect(await secretText('vendor')).toBe('{"api_key":"one"}');
    now += 1;
    expect(await secretText('vendor')).toBe('{"api_key":"two"}');
    expect(store.seen).toHaveLength(2);
  });

  it('is read sooner on request', async () => {
    await secretText('vendor');
    held['vendor'] = '{"api_key":"two"}';
    now += 31_000;
    expect(await secretText('vendor', 30_000)).toBe('{"api_key":"two"}');
  });

  it('is used while the store does not respond; the store is read again half a minute later', async () => {
    await secretText('vendor');
    held['vendor'] = undefined;
    now += 6 * MINUTE;
    expect(await secretText('vendor')).toBe('{"api_key":"one"}');
    held['vendor'] = '{"api_key":"two"}';
    expect(await secretText('vendor')).toBe('{"api_key":"one"}');
    now += 30_000;
    expect(await secretText('vendor')).toBe('{"api_key":"two"}');
  });

  it('that does not exist is an error, and is not cached', async () => {
    await expect(secretText('nowhere')).rejects.toThrow('There is none.');
    expect(cachedSecret('nowhere')).toBeUndefined();
  });
});

describe('third-party secrets', () => {
  const read = issuedSecret('vendor', (text) => {
    const { api_key: key } = JSON.parse(text) as { api_key: string };
    if (key === '') throw new Error('There is no key');
    return { key };
  });

  it('take effect without a deployment when they are rotated, and are the same object until then', async () => {
    const first = await read('vendor');
    expect(await read('vendor')).toBe(first);
    held['vendor'] = '{"api_key":"two"}';
    now += 5 * MINUTE;
    expect(await read('vendor')).toEqual({ key: 'two' });
  });

  it('are missing until they are set, and then take effect immediately', async () => {
    held['vendor'] = '{"api_key":""}';
    await expect(read('vendor')).rejects.toThrow(SecretMissing);
    held['vendor'] = '{"api_key":"two"}';
    expect(await read('vendor')).toEqual({ key: 'two' });
  });
});

import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clock } from '../../../functions/platform/clock.ts';
import { FIXED, PURPOSES, readKeys, type Keyring, type Purpose } from '../../../functions/platform/keyring.ts';
import { openSealed, seal, resealValue } from '../../../functions/platform/sealing.ts';
import { keyedHash } from '../../../functions/platform/secrets.ts';
import { verifySignedText, signText } from '../../../functions/platform/signed-text.ts';
import { coldStart } from '../../../functions/platform/warm-state.ts';
import { decodeCursor, encodeCursor } from '../../../functions/storage/cursors.ts';
import { startSecretStore } from '../../support/secret-store.ts';

const ROOT = '00'.repeat(32);
const held: Record<string, string> = {};
const store = await startSecretStore(held);
const realNow = clock.nowMs;
const NOON = Date.parse('2026-03-01T12:00:00Z');
const LATER = NOON + 10 * 60_000;
const LIST = { company: 'nordlys', list: 'orders' };

/** Every function reads this keyring from now on. */
const ring = async (purposes: Keyring['purposes'], nowMs: number): Promise<void> => {
  clock.nowMs = () => nowMs;
  held['keys'] = JSON.stringify({ root: ROOT, purposes });
  coldStart();
  await readKeys();
};
const second = (purpose: Purpose, oldest = 1): Keyring['purposes'] => ({
  [purpose]: { versions: [{ version: 2, key: '22'.repeat(32), fromMs: LATER }], oldest },
});

beforeEach(async () => {
  process.env['KEYS_SECRET'] = 'keys';
  await ring({}, NOON);
});
afterEach(() => {
  delete process.env['KEYS_SECRET'];
  clock.nowMs = realNow;
});
afterAll(() => store.stop());

describe('the key of a purpose', () => {
  it('is the same for the bare root of a deployment, and after the rotation of another purpose', async () => {
    const before = keyedHash('cursor', 'a').toString('hex');
    held['keys'] = ROOT;
    coldStart();
    await readKeys();
    expect(keyedHash('cursor', 'a').toString('hex')).toBe(before);
    await ring(second('links'), LATER);
    expect(keyedHash('cursor', 'a').toString('hex')).toBe(before);
  });

  it('is used for new values only after every function has read it, but its values are accepted immediately', async () => {
    const former = signText('document-link', 'a.pdf');
    await ring(second('links'), LATER - 1);
    expect(signText('document-link', 'a.pdf')).toBe(former);
    await ring(second('links'), LATER);
    const newer = signText('document-link', 'a.pdf');
    expect(newer).not.toBe(former);
    expect(verifySignedText('document-link', former)).toBe('a.pdf');
    await ring(second('links'), LATER - 1);
    expect(verifySignedText('document-link', newer)).toBe('a.pdf');
  });

  it('invalidates the values created with it when it is retired', async () => {
    const [link, cursor] = [signText('document-link', 'a.pdf'), encodeCursor(LIST, ['a'])];
    await ring(second('links', 2), LATER);
    expect(verifySignedText('document-link', link)).toBeUndefined();
    expect(decodeCursor(LIST, cursor)).toEqual(['a']);
    await ring(second('cursors', 2), LATER);
    expect(() => decodeCursor(LIST, cursor)).toThrow('This is not a cursor');
  });

  it('opens values sealed with each version, and seals them again with the current one', async () => {
    const former = seal('webhook-secrets', 'wh_1#1', 'whsec_a');
    expect(resealValue('webhook-secrets', 'wh_1#1', former)).toBeUndefined();
    await ring(second('webhook-secrets'), LATER);
    expect(openSealed('webhook-secrets', 'wh_1#1', former)).toBe('whsec_a');
    const newer = resealValue('webhook-secrets', 'wh_1#1', former)!;
    expect(newer).toMatch(/^2\./);
    expect(resealValue('webhook-secrets', 'wh_1#1', newer)).toBeUndefined();
    await ring(second('webhook-secrets', 2), LATER);
    expect(openSealed('webhook-secrets', 'wh_1#1', newer)).toBe('whsec_a');
    expect(() => openSealed('webhook-secrets', 'wh_2#1', newer)).toThrow();
    expect(() => openSealed('webhook-secrets', 'wh_1#1', former)).toThrow('cannot be opened any more');
  });

  it('cannot be rotated when rows or repeated requests are found by it', () => {
    expect(PURPOSES.filter((purpose) => FIXED[purpose])).toEqual(['item-codes', 'names']);
  });
});

describe('npm run ops -- secrets rotate', () => {
  it.each([
    ['item-codes', 'Keys of item-codes are never rotated'],
    ['names', 'Keys of names are never rotated'],
    ['courier', 'courier is issued by another provider'],
    ['nonsense', 'Purposes: cursors, links, sessions'],
  ])('for %s reports why its keys cannot be rotated', async (purpose, reason) => {
    const { secretsRotate } = await import('../../../lib/ops/secrets.ts');
    await expect(secretsRotate.run([purpose])).rejects.toThrow(reason);
  });
});

import { describe, expect, it } from 'vitest';
import { UNKNOWN_USER_HASH, hashPassword, verifyPassword } from '../../../functions/domain/company/users/passwords.ts';
import type { TokenRow, UserRow } from '../../../functions/domain/company/users/rows.ts';
import {
  hashToken,
  isTokenGood,
  canServe,
  newAccessToken,
  parseToken,
  passwordMark,
} from '../../../functions/domain/company/users/rules.ts';

const user: UserRow = {
  pk: 'USER#anna',
  sk: 'user',
  type: 'user',
  v: 1,
  username: 'anna',
  passwordHash: '$argon2id$one',
  company: 'shop',
  agency: false,
  can_cancel: false,
  can_list: true,
};

const token: TokenRow = {
  pk: 'TOKEN#hash',
  sk: 'token',
  type: 'token',
  v: 1,
  kind: 'access',
  username: 'anna',
  company: 'shop',
  clientId: 'pos',
  passwordMark: passwordMark(user),
  expiresAtMs: 1000,
};

describe('a token', () => {
  it('contains its user, and is stored only as a hash', () => {
    const minted = newAccessToken({ company: 'shop', username: 'åse+ø@shop.dk' });
    expect(minted).toMatch(/^[\w.-]+$/);
    expect(parseToken(minted)).toEqual({ company: 'shop', username: 'åse+ø@shop.dk', hash: hashToken(minted) });
    expect(hashToken(minted)).not.toContain(minted.slice(-20));
  });

  it('is never created twice', () => {
    expect(new Set(Array.from({ length: 100 }, () => newAccessToken(user))).size).toBe(100);
  });

  it.each(['', 'nonsense', 'a.b', `.${'A'.repeat(43)}`, `c2hvcA.${'A'.repeat(43)}`, `YQpiCmM.${'A'.repeat(43)}`])(
    '%j is not a token',
    (text) => expect(parseToken(text)).toBeUndefined(),
  );

  it('is valid for its user until it expires', () => {
    expect(isTokenGood(token, 'access', { user, nowMs: 999 })).toBe(true);
    expect(isTokenGood(token, 'access', { user, nowMs: 1000 })).toBe(false);
    expect(isTokenGood(token, 'refresh', { user, nowMs: 999 })).toBe(false);
    expect(isTokenGood(undefined, 'access', { user, nowMs: 999 })).toBe(false);
  });

  it.each([
    ['no longer exists', undefined],
    ['has another password', { ...user, passwordHash: '$argon2id$two' }],
    ['has moved to another company', { ...user, company: 'other' }],
  ])('ends when its user %s', (_, changed) => {
    expect(isTokenGood(token, 'access', { user: changed, nowMs: 0 })).toBe(false);
  });
});

describe('a client', () => {
  const company = (slug: string, more: { parent?: string; assigned?: string[] } = {}) => ({
    slug,
    parent: undefined,
    assigned: [],
    ...more,
  });

  it('signs in users of its own company, its agencies, the companies of an agency, parents and children', () => {
    expect(canServe(company('a'), company('a'))).toBe(true);
    expect(canServe(company('a', { assigned: ['b'] }), company('b'))).toBe(true);
    expect(canServe(company('a'), company('b', { assigned: ['a'] }))).toBe(true);
    expect(canServe(company('a', { parent: 'b' }), company('b'))).toBe(true);
    expect(canServe(company('a'), company('b', { parent: 'a' }))).toBe(true);
    expect(canServe(company('a'), company('b'))).toBe(false);
  });
});

describe('a password', () => {
  it('of an unknown user is verified at the same cost, and is never right', async () => {
    const cost = (hash: string) => hash.split('$').slice(0, 4).join('$');
    expect(cost(UNKNOWN_USER_HASH)).toBe('$argon2id$v=19$m=19456,t=2,p=1');
    expect(cost(await hashPassword('x'))).toBe(cost(UNKNOWN_USER_HASH));
    expect(UNKNOWN_USER_HASH).toHaveLength((await hashPassword('x')).length);
    expect(await verifyPassword('', UNKNOWN_USER_HASH)).toBe(false);
  });
});

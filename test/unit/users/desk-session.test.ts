import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { companyKey, type CompanyRow } from '../../../functions/domain/company/companies/rows.ts';
import {
  chooseCompany,
  closeDeskSession,
  openDeskSession,
  openDeskSessionWithCode,
  findDeskSession,
} from '../../../functions/domain/company/users/desk-session.ts';
import { hashPassword } from '../../../functions/domain/company/users/passwords.ts';
import { userKey, type UserRow } from '../../../functions/domain/company/users/rows.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  pendingSecret,
} from '../../../functions/domain/company/users/second-factor.ts';
import { attemptsOfSource } from '../../../functions/domain/company/users/sign-in-limits.ts';
import { totpCode, totpStep } from '../../../functions/domain/company/users/totp.ts';
import { withinCause } from '../../../functions/platform/cause.ts';
import { clock } from '../../../functions/platform/clock.ts';
import { auditOf, type AuditRow } from '../../../functions/storage/audit.ts';
import { deleteRow, getRow, getRows, putRow, queryAll, type Key } from '../../../functions/storage/table.ts';
import { consume } from '../../../functions/storage/limits/sliding-window.ts';
import { startTable, type TestTable } from '../../support/table.ts';

const HOUR_MS = 3600_000;
const realClock = clock.nowMs;

let table: TestTable;
let user: UserRow;

const at = (ms: number): void => {
  clock.nowMs = () => Date.parse('2027-03-01T12:00:00Z') + ms;
};
const changed = (more: Partial<UserRow>): UserRow => ({ ...user, ...more });
const company = (slug: string, more: Partial<CompanyRow> = {}): CompanyRow =>
  ({
    ...companyKey(slug),
    type: 'company',
    v: 1,
    slug,
    name: slug,
    active: true,
    assigned: ['fjord'],
    ...more,
  }) as CompanyRow;

beforeAll(async () => {
  table = await startTable();
  user = {
    ...userKey('anna'),
    type: 'user',
    v: 1,
    username: 'anna',
    passwordHash: await hashPassword('right'),
    company: 'nordlys',
    agency: true,
    can_cancel: false,
    can_list: true,
    role: 'staff',
  };
});
beforeEach(async () => {
  at(0);
  await Promise.all([putRow(user), putRow(company('nordlys')), putRow(company('fjord')), putRow(company('lumen'))]);
});
afterEach(() => {
  clock.nowMs = realClock;
});
afterAll(() => table.stop());

const open = async (password = 'right', username = 'anna'): Promise<string> => {
  const opened = await openDeskSession({ username, password, address: '198.51.100.7' });
  return 'cookie' in opened ? opened.cookie : '';
};
const challengeOf = async (): Promise<string> => {
  const opened = await openDeskSession({ username: 'anna', password: 'right', address: '198.51.100.7' });
  return 'challenge' in opened ? opened.challenge : '';
};

describe('a session at the desk', () => {
  test.each([
    ['when the password changes', async () => putRow(changed({ passwordHash: await hashPassword('other') }))],
    ['when the user is deleted', () => deleteRow(userKey('anna'))],
    ['when the role is removed', () => putRow(changed({ role: undefined }))],
    ['when the company is deactivated', () => putRow(company('nordlys', { active: false }))],
  ] as const)('ends %s', async (_, change) => {
    const cookie = await open();
    expect((await findDeskSession(cookie))?.user.username).toBe('anna');
    await change();
    expect(await findDeskSession(cookie)).toBeUndefined();
  });

  test('ends twelve hours after sign-in despite activity, and at sign-out', async () => {
    const cookie = await open();
    at(11 * HOUR_MS);
    expect(await findDeskSession(cookie)).toBeDefined();
    at(12 * HOUR_MS);
    expect(await findDeskSession(cookie)).toBeUndefined();
    const ended = await open();
    await closeDeskSession(ended);
    expect(await findDeskSession(ended)).toBeUndefined();
  });

  test('is invalid for a cookie with another user or a forged one', async () => {
    const cookie = await open();
    const [, secret] = cookie.split('.');
    const other = Buffer.from('nordlys\nbo').toString('base64url');
    for (const forged of [`${other}.${secret}`, `${cookie}x`, 'x', ''])
      expect(await findDeskSession(forged)).toBeUndefined();
  });

  test('acts on an assigned company only while it is assigned', async () => {
    const cookie = await open();
    const desk = await findDeskSession(cookie);
    await expect(chooseCompany(desk!, 'lumen')).rejects.toMatchObject({ status: 404 });
    await chooseCompany(desk!, 'fjord');
    expect((await findDeskSession(cookie))?.company.slug).toBe('fjord');
    await putRow(company('nordlys', { assigned: [] }));
    expect((await findDeskSession(cookie))?.company.slug).toBe('nordlys');
  });

  test('cannot be opened by guessing: after ten wrong passwords, no password is accepted for a while', async () => {
    at(20 * 24 * HOUR_MS);
    for (let tries = 0; tries < 10; tries++) await expect(open('wrong')).rejects.toMatchObject({ status: 401 });
    await expect(open()).rejects.toMatchObject({ status: 429, code: 'rate_limited' });
    await expect(open('right', 'ANNA')).rejects.toMatchObject({ status: 429 });
    at(20 * 24 * HOUR_MS + HOUR_MS);
    expect(await open()).toContain('.');
  });

  test('cannot be opened by guessing from several IP addresses, or many names from one', async () => {
    at(22 * 24 * HOUR_MS);
    const attempt = (password: string, address: string, username = 'anna') =>
      openDeskSession({ username, password, address });
    for (let tries = 0; tries < 10; tries++) {
      await expect(attempt('wrong', `203.0.113.${tries}`)).rejects.toMatchObject({ status: 401 });
    }
    await expect(attempt('right', '203.0.113.10')).rejects.toMatchObject({ status: 429, code: 'rate_limited' });
    at(22 * 24 * HOUR_MS + HOUR_MS);
    const source = attemptsOfSource('address#203.0.113.11');
    for (let tries = 0; tries < 99; tries++) await consume(source);
    await expect(attempt('wrong', '203.0.113.11', 'nobody')).rejects.toMatchObject({ status: 401 });
    await expect(attempt('right', '203.0.113.11')).rejects.toMatchObject({ status: 429, code: 'rate_limited' });
    expect(await attempt('right', '203.0.113.12')).toHaveProperty('cookie');
  });

  test('counts other spellings of an unknown name together, as those of a user', async () => {
    at(20 * 24 * HOUR_MS + 2 * HOUR_MS);
    const attempt = (username: string) => openDeskSession({ username, password: 'wrong', address: '198.51.100.7' });
    const spellings = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? 'Nobody' : 'nobody'));
    for (const name of spellings) await expect(attempt(name)).rejects.toMatchObject({ status: 401 });
    for (const name of ['Nobody', 'NOBODY']) await expect(attempt(name)).rejects.toMatchObject({ status: 429 });
  });

  test('accepts a name with capitals, unless another user has exactly this name', async () => {
    at(21 * 24 * HOUR_MS);
    expect(await open('right', 'Anna')).toContain('.');
    await putRow(changed({ ...userKey('Anna'), username: 'Anna', passwordHash: await hashPassword('hers') }));
    await expect(open('right', 'Anna')).rejects.toMatchObject({ status: 401 });
    expect(await open('hers', 'Anna')).toContain('.');
    await deleteRow(userKey('Anna'));
  });
});

describe('the second factor', () => {
  const MINUTE_MS = 60_000;
  /** Wrong codes count for a quarter of an hour, so each test begins half an hour after the previous one. */
  let startMs = 0;
  const later = (ms: number): void => at(startMs + ms);
  beforeEach(() => {
    startMs += 30 * MINUTE_MS;
    later(0);
  });
  const codeAt = (secret: string, ms: number): string =>
    totpCode(secret, totpStep(Date.parse('2027-03-01T12:00:00Z') + startMs + ms));
  const setUp = async (): Promise<{ secret: string; cookie: string; recovery: string[] }> => {
    const cookie = await open();
    const before = await findDeskSession(cookie);
    const secret = await beginSecondFactor(before!.user, 'right');
    return { secret, cookie, recovery: await confirmSecondFactor(before!.user, before!.session, codeAt(secret, 0)) };
  };
  const enter = (challenge: string, code: string): Promise<string> => openDeskSessionWithCode({ challenge, code });

  test('requires the password for its setup, which expires after ten minutes', async () => {
    const desk = await findDeskSession(await open());
    const wrong = beginSecondFactor(desk!.user, 'wrong');
    await expect(wrong).rejects.toMatchObject({ status: 422, code: 'wrong_password' });
    const secret = await beginSecondFactor(desk!.user, 'right');
    later(11 * MINUTE_MS);
    expect(await pendingSecret(desk!.user)).toBeUndefined();
    const late = confirmSecondFactor(desk!.user, desk!.session, codeAt(secret, 11 * MINUTE_MS));
    await expect(late).rejects.toMatchObject({ status: 422, code: 'wrong_code' });
  });

  test('is required after the first right code; other sessions end', async () => {
    const other = await open();
    const pending = await findDeskSession(await open());
    const secret = await beginSecondFactor(pending!.user, 'right');
    await expect(confirmSecondFactor(pending!.user, pending!.session, '000000')).rejects.toThrow('The code is wrong');
    expect(await open()).not.toBe('');
    const { cookie, recovery } = await setUp();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect([(await findDeskSession(cookie))?.user.username, await findDeskSession(other)]).toEqual(['anna', undefined]);
    expect([await open(), new Set(recovery).size]).toEqual(['', 10]);
  });

  test('accepts each code once, even concurrently, and no older code', async () => {
    const { secret } = await setUp();
    const challenge = await challengeOf();
    await expect(enter(challenge, codeAt(secret, 0))).rejects.toThrow('used already');
    later(MINUTE_MS);
    const code = codeAt(secret, MINUTE_MS);
    const all = await Promise.allSettled(
      Array.from({ length: 5 }, () => enter(challenge, ` ${code.slice(0, 3)} ${code.slice(3)}`)),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(enter(challenge, codeAt(secret, MINUTE_MS - 30_000))).rejects.toThrow('used already');
    expect(await findDeskSession(await enter(challenge, codeAt(secret, MINUTE_MS + 30_000)))).toBeDefined();
    await expect(enter(challenge, codeAt(secret, 2 * MINUTE_MS + 30_000))).rejects.toThrow('wrong');
  });

  test('accepts each recovery code once', async () => {
    const { recovery } = await setUp();
    const challenge = await challengeOf();
    const [first = '', second = ''] = recovery;
    expect(await enter(challenge, first.toLowerCase().replaceAll('-', ''))).not.toBe('');
    await expect(enter(challenge, first)).rejects.toThrow('used already');
    expect(await enter(challenge, second)).not.toBe('');
  });

  test('requires that the right password was entered recently, and has not changed since', async () => {
    const { secret, recovery } = await setUp();
    const challenge = await challengeOf();
    const stored = (await findDeskSession(await enter(challenge, recovery[0] ?? '')))!.user;
    const withOther: UserRow = { ...stored, passwordHash: await hashPassword('other') };
    await putRow(withOther);
    await expect(enter(challenge, recovery[1] ?? '')).rejects.toMatchObject({ status: 401 });
    await putRow(stored);
    later(11 * MINUTE_MS);
    await expect(enter(challenge, codeAt(secret, 11 * MINUTE_MS))).rejects.toMatchObject({ status: 401 });
    await expect(enter('forged.challenge', '123456')).rejects.toMatchObject({ status: 401 });
  });

  test('is removed with a code, and not required afterwards', async () => {
    const { cookie, recovery } = await setUp();
    const { user: known, session } = (await findDeskSession(cookie))!;
    await expect(endSecondFactor(known, session, '000000')).rejects.toThrow('wrong');
    await endSecondFactor(known, session, recovery[0] ?? '');
    expect([await findDeskSession(cookie), await open()].every(Boolean)).toBe(true);
  });

  test('ends earlier sessions permanently, even when it is removed later', async () => {
    const earlier = await open();
    const { cookie, recovery } = await setUp();
    const { user: known, session } = (await findDeskSession(cookie))!;
    await endSecondFactor(known, session, recovery[0] ?? '');
    expect([await findDeskSession(earlier), (await findDeskSession(cookie))?.user.username]).toEqual([
      undefined,
      'anna',
    ]);
  });

  test('is not removed by a session that was closed in the meantime', async () => {
    const { cookie, recovery } = await setUp();
    const { user: known, session } = (await findDeskSession(cookie))!;
    await closeDeskSession(cookie);
    const late = endSecondFactor(known, session, recovery[0] ?? '');
    await expect(late).rejects.toMatchObject({ status: 409, code: 'user_changed' });
    expect(await getRow(session, { consistent: true })).toBeUndefined();
    expect(await enter(await challengeOf(), recovery[0] ?? '')).not.toBe('');
  });

  test('keeps its secret when an earlier session starts the setup again', async () => {
    const stale = (await findDeskSession(await open()))!.user;
    const { recovery } = await setUp();
    await expect(beginSecondFactor(stale, 'right')).rejects.toMatchObject({ status: 409, code: 'user_changed' });
    expect(await enter(await challengeOf(), recovery[0] ?? '')).not.toBe('');
  });

  test('is removed in one audited change, and a code that removes nothing stays valid', async () => {
    const { cookie, recovery } = await setUp();
    const { user: known, session } = (await findDeskSession(cookie))!;
    const [code = ''] = recovery;
    const cause = { company: 'nordlys', operation: 'desk-end-second-factor', by: { user: 'anna' }, requestId: 'r' };
    const end = (as: UserRow) => withinCause({ ...cause, subject: {} }, () => endSecondFactor(as, session, code));
    await expect(end({ ...known, passwordHash: 'other' })).rejects.toMatchObject({ code: 'user_changed' });
    await end(known);
    const entries = await queryAll<Key>(auditOf('nordlys'));
    const rows = (await getRows(entries)).get<AuditRow>(entries[0]!);
    expect([entries.length, rows?.operation, rows?.subject]).toEqual([
      1,
      'desk-end-second-factor',
      { username: 'anna' },
    ]);
    expect(await findDeskSession(cookie)).toBeDefined();
  });

  test('cannot be guessed: after ten wrong codes no code is accepted for a while, not even the right one', async () => {
    const { recovery } = await setUp();
    const challenge = await challengeOf();
    for (let tries = 0; tries < 10; tries++) await expect(enter(challenge, '123')).rejects.toThrow('wrong');
    await expect(enter(challenge, recovery[0] ?? '')).rejects.toMatchObject({ status: 429 });
    later(15 * MINUTE_MS);
    expect(await enter(await challengeOf(), recovery[0] ?? '')).not.toBe('');
  });
});

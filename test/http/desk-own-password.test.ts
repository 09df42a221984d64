import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAGE_LANGUAGES } from '../../functions/platform/page-languages.ts';
import { OWN_PASSWORD_TEXTS } from '../../functions/desk/texts/own-password.ts';
import { Clerk, signInStaff } from '../support/desk.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

const stackOf = (): RunningStack => stack;
const FORM = 'form[action="/desk/account/password"]';
const NEXT = 'quite another pass phrase';

const signedIn = async (username: string, password?: string): Promise<Clerk> => {
  const someone = new Clerk(stackOf);
  expect((await someone.signIn(username, password)).status).toBe(303);
  return someone;
};
const statusOf = async (someone: Clerk): Promise<number> => (await someone.open('/desk')).status;

describe('the user’s own password', () => {
  test('can be changed by every role with the current one, which ends all other sessions', async () => {
    for (const username of ['sille', 'mads', 'anna', 'solveig']) {
      const [mine, other] = [await signedIn(username), await signedIn(username)];
      const typed = { own_password: 'not the password', password: NEXT };
      const refused = await mine.send(await mine.open('/desk/account'), FORM, typed);
      expect([username, refused.status, refused.textOf('[role=alert]')]).toEqual([
        username,
        422,
        'The password is wrong.',
      ]);
      const easy = await mine.send(refused, FORM, { own_password: `demo-password-${username}`, password: 'short' });
      expect([easy.status, easy.textOf('[role=alert]')]).toEqual([422, expect.stringContaining('12 characters')]);
      expect(await statusOf(other)).toBe(200);
      const done = await mine.send(easy, FORM, { own_password: `demo-password-${username}`, password: NEXT });
      expect(done.textOf('[role=status]')).toBe(OWN_PASSWORD_TEXTS.en.changed);
      expect([await statusOf(mine), await statusOf(other)]).toEqual([200, 303]);
      expect((await new Clerk(stackOf).signIn(username)).status).toBe(401);
      const again = await signedIn(username, NEXT);
      const back = await again.send(await again.open('/desk/account'), FORM, {
        own_password: NEXT,
        password: `demo-password-${username}`,
      });
      expect(back.status).toBe(200);
    }
  });

  test('has labels in every language', async () => {
    for (const language of PAGE_LANGUAGES) {
      const someone = await signInStaff(stackOf, 'sille', language);
      await someone.send(await someone.open('/desk'), 'form[action="/desk/settings"]', { language });
      const page = await someone.open('/desk/account');
      const { account, title, current, next } = OWN_PASSWORD_TEXTS[language];
      expect([page.textOf('h1'), page.textOf('#change-password'), page.textsOf(`${FORM} label`)]).toEqual([
        account,
        title,
        [current, next],
      ]);
    }
  });
});

describe('a change to the security of other users', () => {
  test('requires the user’s own password: for users, roles, passwords, second factors and keys', async () => {
    const anna = await signedIn('anna');
    const token = await anna.formToken();
    const forms: [string, [string, string][]][] = [
      [
        '/desk/users',
        [
          ['username', 'made'],
          ['email', 'made@example.com'],
          ['role', 'super_admin'],
        ],
      ],
      ['/desk/users/sille', [['role', 'manager']]],
      ['/desk/users/sille/link', []],
      ['/desk/users/sille/second-factor', []],
      [
        '/desk/keys',
        [
          ['label', 'till'],
          ['environment', 'test'],
          ['scope.items:read', 'yes'],
        ],
      ],
    ];
    for (const [at, [path, fields]] of forms.entries()) {
      const guid = `00000000-0000-4000-8000-00000000000${at}`;
      const own = [
        ['form_token', token],
        ['guid', guid],
        ['own_password', 'a guess'],
      ] as const;
      const refused = await anna.post(path, [...own, ...fields]);
      expect([path, refused.status, refused.textOf('[role=alert]')]).toEqual([path, 422, OWN_PASSWORD_TEXTS.en.wrong]);
    }
    expect((await anna.open('/desk/users/made')).status).toBe(404);
    expect(await statusOf(await signedIn('sille'))).toBe(200);
  });

  test('counts wrong passwords together with those at sign-in, and reports when to try again', async () => {
    const anna = await signedIn('anna');
    const own: [string, string][] = [
      ['form_token', await anna.formToken()],
      ['own_password', 'a guess'],
      ['role', 'manager'],
    ];
    const statuses: number[] = [];
    for (let at = 0; at < 11; at++) statuses.push((await anna.post('/desk/users/sille', own)).status);
    expect(statuses.at(-1)).toBe(429);
    const last = await anna.post('/desk/users/sille', own);
    expect(last.textOf('[role=alert]')).toBe(OWN_PASSWORD_TEXTS.en.tooMany);
    expect(Number(last.header('retry-after'))).toBeGreaterThan(0);
    expect((await new Clerk(stackOf).signIn('anna')).status).toBe(429);
  });
});

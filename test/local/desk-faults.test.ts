import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deskSeed } from '../support/desk-shop.ts';
import { signInStaff, Clerk } from '../support/desk.ts';
import type { FoundPage } from '../support/page-visitor.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
const stackOf = (): RunningStack => stack;
beforeAll(async () => {
  stack = await startStack({ seed: deskSeed });
});
afterAll(() => stack.stop());

/** More table calls than one request makes, including retries. */
const MANY = 200;
const whileTableIsAway = async (request: () => Promise<FoundPage>): Promise<FoundPage> => {
  await stack.fault('table', 'unavailable', MANY);
  try {
    return await request();
  } finally {
    await stack.control('DELETE', '/faults');
  }
};
const messagesOf = (page: FoundPage) => [
  page.status,
  Number(page.header('retry-after')) > 0,
  page.header('content-type'),
  page.header('content-language'),
  page.textOf('h1'),
];

describe('while the table does not respond', () => {
  test.each([
    ['en', 'Something went wrong on our side'],
    ['de', 'Bei uns ist etwas schiefgegangen'],
  ])('desk pages and forms show an error page, in %s', async (language, heading) => {
    const mads = await signInStaff(stackOf, 'mads', language);
    const signedIn = mads.cookie;
    const counter = await mads.open('/desk');
    const requests = [
      () => mads.open('/desk'),
      () => mads.open('/desk/search?q=someone'),
      () => mads.open('/desk/sign-in'),
      () => mads.submit(counter, {}, { form: 'form:has([name=language])' }),
      () =>
        new Clerk(stackOf, language).post('/desk/sign-in', [
          ['username', 'mads'],
          ['password', 'x'],
        ]),
    ];
    for (const request of requests) {
      const page = await whileTableIsAway(request);
      expect(messagesOf(page)).toEqual([503, true, 'text/html; charset=utf-8', language, heading]);
    }
    const search = await whileTableIsAway(() => mads.open('/desk/search?q=someone'));
    expect(search.textOf('a.button[href=""]')).toBe(language === 'en' ? 'Try again' : 'Noch einmal versuchen');
    // The session continues.
    expect(mads.cookie).toBe(signedIn);
    expect((await mads.open('/desk')).status).toBe(200);
  });
});

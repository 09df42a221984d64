import { afterAll, beforeAll, expect, test } from 'vitest';
import { localDate } from '../../functions/platform/zones.ts';
import { BOOKS_KEY, booksSeed } from '../support/books-shop.ts';
import { signInStaff } from '../support/desk.ts';
import type { FoundPage } from '../support/page-visitor.ts';
import { readSie } from '../support/read-sie.ts';
import { giftCard, Shop } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

const user = (username: string, role: string) => ({
  username,
  password: `demo-password-${username}`,
  company: 'books',
  role,
});

let stack: RunningStack;
beforeAll(async () => {
  const users = [user('mona', 'manager'), user('sue', 'super_admin'), user('sten', 'staff')];
  stack = await startStack({ seed: { ...booksSeed, users } });
});
afterAll(() => stack.stop());

test('managers download the statement and the journal, administrators set the accounts, and staff can do neither', async () => {
  await new Shop(stack, BOOKS_KEY).sell(giftCard(100_000));
  const day = localDate(await stack.nowMs(), 'Europe/Copenhagen');
  const month = day.slice(0, 7);
  const journal = `/desk/books/journal?month=${month}&from=${day}&to=${day}&format=sie`;

  const sten = await signInStaff(() => stack, 'sten');
  expect((await sten.open('/desk/books')).status).toBe(403);
  const mona = await signInStaff(() => stack, 'mona');
  const shown = await mona.open(`/desk/books?month=${month}`);
  expect(shown.textsOf('nav[aria-label=Months] a').length).toBe(3);
  // Any month of the last three years can be selected, and the month in the URL stays selected.
  expect(shown.attribute('#month [selected]', 'value')).toBe(month);
  expect(shown.root.querySelectorAll('#month option')).toHaveLength(36);
  const older = await mona.open('/desk/books?month=2019-05');
  expect([older.attribute('#month [selected]', 'value'), older.textOf('nav [aria-current=true]')]).toEqual([
    '2019-05',
    'May 2019',
  ]);
  // The last month has no amounts, so the current one is selected by default.
  const current = 'nav[aria-label=Months] [aria-current]';
  expect((await mona.open('/desk/books')).textOf(current)).toBe(shown.textOf(current));
  expect(shown.textOf('section[aria-labelledby=statement]')).toMatch(/Not issued yet[^]*Paid DKK 1,010\.00/);
  // Amounts that reduce the net are negative, as on the document.
  expect(shown.textOf('section[aria-labelledby=statement]')).toMatch(
    /Commission −DKK 50\.00 VAT on commission −DKK 12\.50 .*Net DKK 947\.50/,
  );
  expect(shown.root.querySelector('#accounts')).toBeNull();
  expect((await mona.open('/desk/reports')).root.toString()).toContain('href="/desk/books"');
  const missing = await mona.open(journal);
  expect(missing.status).toBe(422);
  expect(missing.textOf('[role=alert]')).toContain('These account numbers are missing: Commission, Fees');

  const sue = await signInStaff(() => stack, 'sue');
  const page = await sue.open(`/desk/books?month=${month}`);
  const areAccountsOpen = (at: FoundPage) => at.root.querySelector('details:has(#accounts)')!.hasAttribute('open');
  expect(areAccountsOpen(page)).toBe(false);
  expect(areAccountsOpen(await sue.open(journal))).toBe(true);
  const typed = {
    ...Object.fromEntries(
      ['gateway', 'liability', 'fees', 'postage', 'discount', 'commission'].map((name, at) => [
        name,
        String(1000 + at),
      ]),
    ),
    rate_0: '25',
    revenue_0: '2001',
    vat_0: '2002',
  };
  const wrong = await sue.submit(page, { ...typed, gateway: '"' }, { form: 'form[action="/desk/books/accounts"]' });
  expect(wrong.status).toBe(422);
  expect(wrong.textOf('[role=alert]')).toContain('Payment gateway');
  expect(wrong.attribute('#liability', 'value')).toBe('1001');
  const faulty = await sue.submit(
    page,
    { ...typed, gateway: '"', revenue_0: '', vat_0: '"', rate_1: '-1', vat_1: '1' },
    { form: 'form[action="/desk/books/accounts"]' },
  );
  expect(faulty.textOf('[role=alert]')).toBe('Nothing was saved. Correct the marked fields.');
  expect(faulty.root.querySelectorAll('#accounts [aria-invalid]').map(({ id }) => id)).toEqual([
    'gateway',
    'vat_0',
    'rate_1',
  ]);
  expect(faulty.textOf('#vat_0-fault')).toContain('account of at most 20 characters');
  const saved = await sue.send(page, 'form[action="/desk/books/accounts"]', typed);
  expect(saved.textOf('[role=status]')).toBe('The account numbers are saved.');
  expect(saved.attribute('#vat_0', 'value')).toBe('2002');

  // A typed rate is kept, even when another user has removed others since.
  const form = 'form[action="/desk/books/accounts"]';
  await sue.send(saved, form, { rate_1: '12', revenue_1: '2003', vat_1: '2004' });
  const [mine, theirs] = [await sue.open('/desk/books'), await sue.open('/desk/books')];
  await sue.send(theirs, form, { revenue_0: '', vat_0: '' });
  const late = await sue.submit(mine, { rate_2: '6', revenue_2: '2005', vat_2: '2006' }, { form });
  expect([late.status, late.values(form)['revenue_2']]).toEqual([412, '2005']);
  await sue.send(late, form, { ...typed, rate_1: '', revenue_1: '', vat_1: '', revenue_2: '', vat_2: '' });

  // A rejected journal keeps its days, and leaves the account numbers as they are.
  const reversed = await sue.open(`/desk/books/journal?month=${month}&from=2026-03-02&to=2026-03-01&format=economic`);
  expect([reversed.status, reversed.attribute('#from', 'value'), reversed.attribute('#to', 'value')]).toEqual([
    422,
    '2026-03-02',
    '2026-03-01',
  ]);
  expect(reversed.attribute('#format [selected]', 'value')).toBe('economic');
  expect([areAccountsOpen(reversed), reversed.values(form)['liability']]).toEqual([false, '1001']);

  const sie = await mona.open(journal);
  expect([sie.status, sie.header('content-type')]).toEqual([200, 'application/x-sie; charset=ibm437']);
  expect(readSie(new TextEncoder().encode(sie.root.toString())).vouchers).toHaveLength(1);
  const pdf = await mona.open(`/desk/books/statement.pdf?month=${month}`);
  expect(pdf.header('content-type')).toBe('application/pdf');
  expect(pdf.header('content-disposition')).toMatch(
    /^attachment; filename="Statement books-[-\d]{7}\.pdf"; filename\*=/,
  );
  const lines = await mona.open(`/desk/books/lines.csv?month=${month}`);
  expect(lines.root.toString().trimEnd().split('\r\n').slice(1)).toEqual([expect.stringContaining(',captured,')]);
  expect(lines.header('content-disposition')).toContain(`-statement-lines-${month}.csv"`);
  const quiet = await mona.open('/desk/books/lines.csv?month=2020-01');
  expect(quiet.root.toString()).toContain('order_id,reference,event,day,gross');
  expect((await mona.open('/desk/books/other')).status).toBe(404);
  for (const [language, title] of Object.entries({ da: 'Afregning og kassekladde', de: 'Abrechnung und Journal' })) {
    const translated = await signInStaff(() => stack, 'sue', language);
    expect((await translated.open('/desk/books')).textOf('h1')).toBe(title);
  }
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAGE_LANGUAGES } from '../../functions/platform/page-languages.ts';
import { settingsWord } from '../../functions/desk/texts/company-settings.ts';
import { Clerk } from '../support/desk.ts';
import { ops } from '../support/ops.ts';
import { png } from '../support/pictures.ts';
import { API_KEY, ruleSeed } from '../support/seed.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

const PASSWORD = 'a long pass phrase of mine';
let stack: RunningStack;
const stackOf = (): RunningStack => stack;
const linkIn = async (email: string): Promise<string> => {
  await stack.idle();
  return /\/desk\/set-password\S+/.exec((await stack.mail(email)).at(-1)?.text ?? '')?.[0] ?? '';
};
const stepsOf = async (who: Clerk): Promise<string[]> =>
  (await who.open('/desk/set-up')).root
    .querySelectorAll('[data-step]:has(a)')
    .map((step) => step.getAttribute('data-step') ?? '');

describe('an empty environment', () => {
  beforeAll(async () => {
    stack = await startStack({ seed: {}, env: { ENVIRONMENT: 'production' } });
  });
  afterAll(() => stack.stop());
  const COMPANY = ['--slug', 'first', '--name', 'First ApS', '--country', 'DK', '--currency', 'DKK'];
  const create = () => ops(stack, 'companies', 'create', ...COMPANY, '--admin', 'ada@example.com');

  test('gets its first company by a command, and its administrator sets up the shop in a browser', async () => {
    const created = await create();
    expect(created.status, created.stderr).toBe(0);
    const link = new URL(created.stdout.trim());
    expect(`${link.pathname}${link.search}`).toBe(await linkIn('ada@example.com'));
    const [mail] = await stack.mail('ada@example.com');
    expect([mail?.text?.includes('ada@example.com.'), mail?.text?.includes('ada@example.com,')]).toEqual([true, false]);
    // Simulates a repeat after a run that was interrupted before it printed the link.
    const again = await create();
    expect([again.status, again.stdout]).toEqual([0, created.stdout]);

    const noSlug = ['--slug', 'First ApS', '--name', 'First', '--country', 'DK', '--currency', 'DKK', '--admin', 'ada'];
    expect((await ops(stack, 'companies', 'create', ...noSlug)).stderr.match(/--\w+(?=:)/g)).toEqual([
      '--slug',
      '--admin',
    ]);

    const ada = new Clerk(stackOf);
    const entered = await ada.submit(await ada.open(`${link.pathname}${link.search}`), { password: PASSWORD });
    expect([entered.status, entered.location]).toEqual([303, '/desk/set-up']);
    const late = await create();
    expect([late.status, late.stderr]).toEqual([1, expect.stringContaining('--slug: A company with this slug exists')]);
    ada.password = PASSWORD;
    expect(await stepsOf(ada)).toEqual([
      'company_details',
      'terms',
      'brand',
      'first_product',
      'order_page',
      'payment_account',
      'team_member',
      'test_sale',
    ]);
    // No URL is approved yet, and only operators can approve one.
    expect((await ada.open('/desk/webhooks')).textOf('#url-hint')).toMatch(/Approved addresses: –\. The contract is/);
    // The default name is in the language of the company, the page in that of the user.
    const giftCard = await ada.open('/desk/products/gift-card/value');
    expect([giftCard.textOf('h1'), giftCard.attribute('[name=name]', 'value')]).toEqual(['New gift card', 'Gavekort']);
    const early = await ada.send(await ada.open('/desk/order-page'), 'form[data-switch]', { switch: 'open' });
    expect([early.status, early.textOf('[role=alert]')]).toEqual([422, expect.stringContaining('terms')]);
    expect(early.text).toContain('There are no drafts.');
    const drafts = await ada.send(await ada.open('/desk/order-page'), 'form[action="/desk/order-page/drafts"]');
    const draft = await ada.send(drafts, 'form.stack', { 'v.open': 'yes' });
    const publish = 'form[action$="/close"]';
    const button = { step: 'publish' };
    const refused = await ada.send(draft, publish, button);
    expect([refused.status, refused.textOf('[role=alert]')]).toEqual([422, expect.stringContaining('terms')]);

    const wrong = { 'contact.email': 'nobody', vat_percent: 'many' };
    const marked = await ada.send(await ada.open('/desk/company'), 'form[action="/desk/company/company"]', wrong);
    expect([marked.status, marked.textOf('[role=alert]')]).toEqual([
      422,
      'Nothing was saved. Correct the marked fields.',
    ]);
    expect([marked.textOf('#contact-email-fault'), marked.textOf('#vat_percent-fault')]).toEqual([
      'This must be an email address.',
      'This must be a number.',
    ]);
    const details = await ada.send(await ada.open('/desk/company'), 'form[action="/desk/company/company"]', {
      vat_number: 'DK12345678',
      'address.street': 'Havnegade 1',
      'address.postcode': '8000',
      'address.city': 'Aarhus',
      'contact.email': 'shop@example.com',
      'contact.web': 'spa.example/cards',
    });
    expect(details.textOf('.done')).toBe('The change was saved.');
    expect(details.attribute('[name="contact.web"]', 'value')).toBe('https://spa.example/cards');
    expect([details.textOf('.next-step a'), details.attribute('.next-step a', 'href')]).toEqual([
      'Write the terms of sale',
      `${stack.url}/desk/company/terms`,
    ]);
    expect((await ada.open('/desk/company')).textOf('.next-step')).toBe('');
    const terms = await ada.send(await ada.open('/desk/company/terms'), 'form[action="/desk/company/terms"]', {
      'terms.html': '<p>14 days</p>',
      'terms.languages.en.html': '<p>14 days, in English</p>',
    });
    expect(terms.textOf('.done')).toBe('The change was saved.');
    expect((await ada.send(refused, publish, button)).status).toBe(200);
    expect(await stepsOf(ada)).toEqual(['brand', 'first_product', 'payment_account', 'team_member', 'test_sale']);
    const toggle = 'form[data-switch]';
    const closed = await ada.send(await ada.open('/desk/order-page'), toggle, { switch: 'close' });
    expect([closed.textOf('.done'), closed.textOf('.state')]).toEqual([
      'The page is closed now.',
      'The page is closed: no one can buy.',
    ]);
    const opened = await ada.send(closed, toggle, { switch: 'open' });
    expect([opened.textOf('.done'), opened.textOf('.state')]).toEqual([
      'The page is open now.',
      'The page is open: customers can buy.',
    ]);
    const shop = await ada.open('/shop/first/en');
    expect(shop.attribute('footer a[href^="mailto:"]', 'href')).toBe('mailto:shop@example.com');
    const lost = await ada.send(terms, 'form[action="/desk/company/terms"]', {
      'terms.html': '',
      'terms.languages.en.html': '',
    });
    expect([lost.status, lost.textOf('[role=alert]')]).toEqual([422, expect.stringContaining('Close the page first')]);
  });
});

describe('companies and settings at the desk', () => {
  beforeAll(async () => {
    const user = { company: 'shop', password: PASSWORD };
    const users = [
      { ...user, username: 'anna', role: 'super_admin' },
      { ...user, username: 'solveig', role: 'system_admin' },
    ];
    stack = await startStack({ seed: { ...ruleSeed, users } });
  });
  afterAll(() => stack.stop());

  const signedIn = async (username: string, language = 'en'): Promise<Clerk> => {
    const someone = new Clerk(stackOf, language);
    expect((await someone.signIn(username, PASSWORD)).status).toBe(303);
    return someone;
  };

  test('a system administrator creates a company, changes its contract, and disables and enables it', async () => {
    const solveig = await signedIn('solveig');
    const list = await solveig.open('/desk/companies');
    const typed = { name: 'Bakke', slug: 'bakke', country: 'no', currency: 'nok', email: 'bo@example.com' };
    const form = 'form[action="/desk/companies"][method=post]';
    const taken = await solveig.send(list, form, { ...typed, slug: 'other' });
    expect([taken.status, taken.textOf('[role=alert]')]).toEqual([
      422,
      'A company with this short name already exists.',
    ]);
    const named = await solveig.send(list, form, {
      ...typed,
      name: 'Bøg & Ål ApS',
      slug: '',
      email: 'aal@example.com',
    });
    expect([named.path.split('?')[0], named.textOf('h1')]).toEqual(['/desk/companies/boeg-aal-aps', 'Bøg & Ål ApS']);
    const wrong = await solveig.send(await solveig.open('/desk/companies'), form, { ...typed, currency: 'crowns' });
    expect(wrong.textOf('[role=alert]')).toContain('currency code');
    const fresh = await solveig.open('/desk/companies');
    const [one, two] = [await solveig.send(fresh, form, typed), await solveig.send(fresh, form, typed)];
    expect([one.textOf('h1'), two.textOf('.done')]).toEqual(['Bakke', one.textOf('.done')]);
    const bo = new Clerk(stackOf);
    await bo.submit(await bo.open(await linkIn('bo@example.com')), { password: PASSWORD });
    expect((await bo.open('/desk/company')).textOf('dd')).toBe('yes');
    expect((await bo.open('/desk/companies/bakke')).status).toBe(403);

    const contract = 'form[action="/desk/companies/bakke"]';
    const changed = await solveig.send(one, contract, {
      'contract.checkout': undefined,
      approved_urls: 'https://bakke.example/\nhttps://www.bakke.example/',
      'assigned.shop': 'yes',
      'contract.payment_methods.mobilepay': 'yes',
      'contract.gateway': 'mollie',
    });
    expect(changed.textOf('.done')).toBe('The change was saved.');
    const boxes = changed.root.querySelectorAll(`${contract} fieldset.picker [checked]`);
    expect(boxes.map((box) => box.getAttribute('name'))).toEqual([
      'contract.payment_methods.card',
      'contract.payment_methods.link',
      'contract.payment_methods.mobilepay',
      'assigned.shop',
    ]);
    expect(changed.root.querySelectorAll('[name="parent"] option').map(({ text }) => text.trim())).toContain(
      'Bøg & Ål ApS (boeg-aal-aps)',
    );
    const approved = (await bo.open('/desk/company')).root.querySelectorAll('#contract ~ dl .whole-line');
    expect(approved.map(({ text }) => text)).toEqual(['https://bakke.example/', 'https://www.bakke.example/']);
    const stale = await solveig.send(one, contract, { 'contract.commission_percent': '5,5' });
    expect([stale.status, stale.textOf('[role=alert]')]).toEqual([
      412,
      expect.stringContaining('Another user has changed this'),
    ]);
    const unknown = await solveig.send(changed, contract, { 'assigned.nowhere': 'yes' });
    expect([unknown.status, unknown.textOf('[role=alert]')]).toEqual([422, expect.stringContaining('nowhere')]);

    const switched = 'form[action="/desk/companies/bakke/active"]';
    const unnamed = await solveig.send(changed, switched, { active: undefined });
    expect([unnamed.status, unnamed.textOf('[role=alert]')]).toEqual([422, expect.stringContaining('one of: yes, no')]);
    expect((await bo.open('/desk')).status).toBe(200);
    const off = await solveig.send(changed, switched);
    expect((await bo.open('/desk')).status).toBe(303);
    await solveig.send(off, switched);
    expect((await bo.signIn('bo@example.com', PASSWORD)).status).toBe(303);
  });

  test('settings are shown and saved in every language, and rejected input is kept', async () => {
    for (const language of PAGE_LANGUAGES) {
      const anna = await signedIn('anna', language);
      await anna.send(await anna.open('/desk'), 'form[action="/desk/settings"]', { language });
      for (const section of ['company', 'terms', 'delivery', 'mails', 'greeting'] as const) {
        const page = await anna.open(`/desk/company/${section}`);
        const form = `form[action="/desk/company/${section}"]`;
        const saved = await anna.send(page, form);
        expect([language, section, saved.status, saved.textOf('.done')]).toEqual([
          language,
          section,
          200,
          settingsWord(language, 'saved'),
        ]);
        expect(saved.values(form)).toEqual({ ...page.values(form), ...tokensOf(saved.values(form)) });
      }
    }
    const anna = await signedIn('anna');
    await anna.send(await anna.open('/desk'), 'form[action="/desk/settings"]', { language: 'en' });
    const form = 'form[action="/desk/company/delivery"]';
    const page = await anna.open('/desk/company/delivery');
    const refused = await anna.send(page, form, { 'delivery.postal.destinations.0.private': 'much' });
    expect(refused.status).toBe(422);
    expect(refused.values(form)['delivery.postal.destinations.0.private']).toBe('much');
    const twice = await anna.send(page, form, {
      'delivery.postal.destinations.1.country': 'DK',
      'delivery.postal.destinations.1.private': '60',
    });
    expect([twice.status, twice.textOf('#delivery-postal-destinations-1-country-fault')]).toEqual([
      422,
      'Another line has the same value.',
    ]);
    const none = await anna.send(refused, form, { 'delivery.postal': undefined });
    expect(none.status).toBe(200);
    // An entry keeps its number, and a new one gets the next number. Buttons reorder entries, and clearing the texts of
    // an entry removes it.
    const greeting = 'form[action="/desk/company/greeting"]';
    const designs = async (): Promise<{ id: number; name: string }[]> => {
      const { body } = await stack.get<{ greeting: { designs: { id: number; name: string }[] } }>(
        '/v2/companies/shop/settings',
        { key: API_KEY },
      );
      return body.greeting.designs.map(({ id, name }) => ({ id, name }));
    };
    const list = await anna.open('/desk/company/greeting');
    const cell = (row: number, name: string): string => `greeting.designs.${row}.${name}`;
    const url = 'https://example.com/card.png';
    const added = await anna.send(list, greeting, {
      [cell(0, 'name')]: 'Birthday',
      [cell(0, 'url')]: url,
      [cell(1, 'name')]: 'Thanks',
      [cell(1, 'url')]: url,
    });
    expect(await designs()).toEqual([
      { id: 7, name: 'Birthday' },
      { id: 8, name: 'Thanks' },
    ]);
    const moved = await anna.submit(
      added,
      { move: 'greeting.designs.0.down', [cell(1, 'name')]: 'Thank you' },
      { form: greeting },
    );
    expect([moved.status, moved.text.includes('not saved yet'), (await designs())[0]?.name]).toEqual([
      200,
      true,
      'Birthday',
    ]);
    const ordered = await anna.send(moved, greeting);
    expect(await designs()).toEqual([
      { id: 8, name: 'Thank you' },
      { id: 7, name: 'Birthday' },
    ]);
    await anna.send(ordered, greeting, { [cell(0, 'name')]: '', [cell(0, 'url')]: '' });
    expect(await designs()).toEqual([{ id: 7, name: 'Birthday' }]);
    // An uploaded file becomes an entry: with a typed name that has no picture yet, otherwise with the name of the
    // file.
    const picture = (name: string) => ({
      field: 'picture_file',
      name,
      type: 'image/png',
      bytes: png({ width: 40, height: 30 }),
    });
    const upload = async (name: string, typed: Record<string, string> = {}) =>
      anna.submit(await anna.open('/desk/company/greeting'), typed, { form: greeting, file: picture(name) });
    const uploaded = await anna.follow(await upload('Our spa.png'));
    await upload('IMG_1.png', { [cell(2, 'name')]: 'Easter' });
    expect((await designs()).map(({ name }) => name)).toEqual(['Birthday', 'Our spa', 'Easter']);
    const shown = uploaded.attribute('.line-fields img', 'src') ?? '';
    expect((await anna.open(shown)).header('content-type')).toMatch(/^image\//);
    const broken = await anna.submit(
      await anna.open('/desk/company/greeting'),
      { 'greeting.max_length': 'many' },
      {
        form: greeting,
        file: picture('Kept.png'),
      },
    );
    expect([broken.status, broken.values(greeting)[cell(3, 'name')]]).toEqual([422, 'Kept']);
    await anna.send(broken, greeting, { 'greeting.max_length': '300' });
    expect((await designs()).map(({ name }) => name)).toEqual(['Birthday', 'Our spa', 'Easter', 'Kept']);
    // Typed entries are kept, even when another user has removed others since.
    const [mine, theirs] = [await anna.open('/desk/company/greeting'), await anna.open('/desk/company/greeting')];
    const cleared = [0, 1, 2, 3].flatMap((row) => [cell(row, 'name'), cell(row, 'url')]).map((name) => [name, '']);
    await anna.send(theirs, greeting, Object.fromEntries(cleared) as Record<string, string>);
    const late = await anna.submit(mine, { [cell(4, 'name')]: 'Late', [cell(4, 'url')]: url }, { form: greeting });
    expect([late.status, late.values(greeting)[cell(4, 'name')]]).toEqual([412, 'Late']);
    await anna.send(late, greeting);
    expect((await designs()).map(({ name }) => name)).toEqual(['Birthday', 'Our spa', 'Easter', 'Kept', 'Late']);
    const text = await anna.submit(
      await anna.open('/desk/company/greeting'),
      {},
      {
        form: greeting,
        file: { ...picture('letter.png'), bytes: Buffer.from('no picture') },
      },
    );
    expect(text.status).toBe(422);
    const company = await anna.open('/desk/company');
    for (const name of ['address.country', 'language', 'time_zone', 'currency'])
      expect(company.root.querySelector(`select[name="${name}"]`), name).not.toBeNull();
    expect((await anna.open('/desk/company/none')).status).toBe(404);
  });
});

/** Fields whose value changes each time a form is shown. */
const tokensOf = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => ['form_token', 'seen', 'guid'].includes(name)));

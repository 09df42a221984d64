import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInStaff, type Clerk } from '../support/desk.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let anna: Clerk;
beforeAll(async () => {
  stack = await startStack();
  anna = await signInStaff(() => stack, 'anna');
}, 60_000);
afterAll(() => stack.stop());

const key = (): string => stack.key('nordlys', 'demo, everything (live)');
const read = async (path: string) => {
  const { body, headers } = await stack.get(path, { key: key() });
  return { body, tag: headers.get('etag') ?? '' };
};
const change = async (method: 'PATCH' | 'PUT', path: string, body: object): Promise<void> => {
  const headers = { 'If-Match': (await read(path)).tag };
  expect((await stack.call(method, path, { key: key(), body, headers })).status).toBe(200);
};
const create = async (path: string, body: object): Promise<string> => {
  const headers = { 'Idempotency-Key': randomUUID() };
  const answer = await stack.post<{ id: number | string }>(path, { key: key(), body, headers });
  expect(answer.status).toBe(201);
  return `${path}/${answer.body.id}`;
};

const SETTINGS = '/v2/companies/nordlys/settings';

/** Saves a form as a browser shows it. */
const save = async (page: string, form: string): Promise<void> => {
  const saved = await anna.send(await anna.open(page), form);
  expect([page, saved.status, saved.textOf('[role=alert]')]).toEqual([page, 200, '']);
};

describe('a desk form that is saved as a browser shows it', () => {
  test.each(['company', 'mails', 'delivery'])('keeps lines and addresses of the settings in %s', async (section) => {
    await change('PATCH', SETTINGS, {
      name: 'Nordlys\nSpa',
      address: { street: 'Havnegade 12\nBaghuset', postcode: '8000', city: 'Aarhus C', country: 'DK' },
      contact: { email: 'hej@rødgrød.dk', redeem_at: 'Havnegade 12\n8000 Aarhus C' },
      defaults: { sender_name: 'Nordlys\nSpa', no_reply_email: 'nej@rødgrød.dk' },
    });
    const { body } = await read(SETTINGS);
    await save(
      '/desk/company' + (section === 'company' ? '' : `/${section}`),
      `form[action="/desk/company/${section}"]`,
    );
    expect((await read(SETTINGS)).body).toEqual(body);
  });

  test('adds nothing to settings that a company does not have', async () => {
    await change('PATCH', SETTINGS, { terms: null, address: null, contact: null, defaults: null });
    const { body, tag } = await read(SETTINGS);
    for (const section of ['company', 'terms', 'mails']) {
      await save(`/desk/company/${section}`.replace(/\/company$/, ''), `form[action="/desk/company/${section}"]`);
    }
    expect(await read(SETTINGS)).toEqual({ body, tag });
  });

  test('keeps lines of products, categories and campaigns', async () => {
    const event = await create('/v2/catalog/events', {
      name: 'Two\nlines',
      slug: 'two-lines',
      tagline: 'Under\nopen sky',
      starts_at: '2036-05-01T19:00:30+02:00',
      venue: { name: 'Pavillon\n3', address: 'Søvej 4\nBagsværd', postcode: '2880' },
      options: [{ name: 'Row\nA', amount: 25_050, stock: 10 }],
    });
    const campaign = await create('/v2/campaigns', {
      name: 'Two\nlines',
      applies_to: 'gift_card',
      kind: 'added-value',
      value: 5,
      opens_at: '2036-05-01T19:00:30Z',
    });
    const categories = '/v2/catalog/categories';
    await change('PUT', categories, { categories: [{ id: 1, name: 'Two\nlines' }] });
    const paths = [event, campaign, categories];
    const before = await Promise.all(paths.map(async (path) => (await read(path)).body));
    await save(event.replace('/v2/catalog', '/desk/products'), 'form[enctype="multipart/form-data"]');
    await save(campaign.replace('/v2', '/desk'), 'form[action$="/change"]');
    await save('/desk/products/categories', 'form[action="/desk/products/categories"]');
    expect(await Promise.all(paths.map(async (path) => (await read(path)).body))).toEqual(before);
  });

  test('keeps lines of a draft of the order page', async () => {
    const values = {
      title: { da: 'To\nlinjer' },
      closed_message: { da: 'Vi holder ferie.\nButikken åbner igen den 3. januar.' },
      'contact.email': 'hej@rødgrød.dk',
      'contact.phone': '+45 86 12\n34 56',
    };
    const draft = await create('/v2/order-page/drafts', { values, note: 'For Christmas\nand New Year' });
    const { body } = await read(draft);
    await save(draft.replace('/v2', '/desk'), `form[action="${draft.replace('/v2', '/desk')}"]`);
    expect((await read(draft)).body).toMatchObject({ values: body['values'], note: body['note'] });
  });

  test('sends no second invitation to a user whose email address has a domain in another script', async () => {
    const email = 'ida@rødgrød.dk';
    await create('/v2/users', { username: 'ida', email, role: 'staff' });
    await save('/desk/users/ida', 'form[action="/desk/users/ida"]');
    await stack.idle();
    expect((await read('/v2/users/ida')).body).toMatchObject({ email });
    expect(await stack.mail('ida@xn--rdgrd-vuad.dk')).toHaveLength(1);
  });

  test('joins changed lines with commas', async () => {
    await change('PATCH', SETTINGS, { contact: { redeem_at: 'Havnegade 12\n8000 Aarhus C' } });
    const page = await anna.open('/desk/company');
    expect(page.attribute('[name="contact.redeem_at"]', 'value')).toBe('Havnegade 12, 8000 Aarhus C');
  });
});

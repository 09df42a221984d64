import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, fieldsOf, pageEditor, type DraftBody, type FieldBody, type PageBody } from '../support/order-page.ts';
import { PAGE_AGENCY_KEY, PAGE_KEY, pageSeed, READ_KEY, STRANGER_KEY, UNATTRIBUTED_KEY } from '../support/page-seed.ts';
import type { ErrorBody } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

type Texts = Record<string, string>;

let stack: RunningStack;
const PATH = '/v2/order-page';
const { page, patch, set, draft, change, readDraft, discard, revisions, restore } = pageEditor(() => stack);

beforeAll(async () => {
  stack = await startStack({ seed: pageSeed });
});
afterAll(() => stack.stop());

describe('before anything is published', () => {
  test('the page is revision 0 with default values, and products cannot be bought', async () => {
    const { body, headers } = await page();
    expect(body).toMatchObject({ object: 'order_page', revision: 0, ignored: [], updated_at: null });
    expect(body.url).toBe(`${stack.url}/shop/cafe`);
    expect(body.values).toMatchObject({ open: false, default_language: 'da', 'greeting.enabled': true });
    expect(headers.get('etag')).toBe(body.etag);
    expect(body.etag).toMatch(/^"[^"]+"$/);
    expect(await revisions()).toEqual([]);
  });
});

describe('the catalog of fields', () => {
  const schema = async (query = {}, key = PAGE_KEY) =>
    (await stack.get<{ version: string; languages: string[]; fields: FieldBody[] }>(`${PATH}/schema`, { key, query }))
      .body;
  const field = (fields: FieldBody[], path: string): FieldBody => fields.find((each) => each.path === path)!;

  test('contains every field that a page needs', async () => {
    const { fields, languages } = await schema();
    expect(languages).toEqual(['da', 'en', 'de', 'sv', 'no']);
    expect(fields.map(({ path }) => path)).toEqual(
      expect.arrayContaining(
        (
          'open languages default_language title introduction closed_message families featured_products ' +
          'suggested_amounts greeting.enabled greeting.own_picture delivery.methods discount_code.enabled ' +
          'marketing_consent.text terms.text contact.email contact.phone seo.title seo.description return_url'
        ).split(' '),
      ),
    );
  });

  test('choices are those of the company', async () => {
    const { fields, version } = await schema();
    expect(field(fields, 'featured_products').items?.choices).toEqual(['gift_card_value', 'gcv_1', 'gcv_2']);
    expect(field(fields, 'families').items?.choices).toEqual(['gift_card', 'gift_card_variant']);
    expect(field(fields, 'suggested_amounts').items).toMatchObject({ minimum: 10000, maximum: 500000 });
    expect(field(fields, 'delivery.methods').default).toEqual(['recipient_email', 'sender_email', 'postal']);
    const other = await schema({}, STRANGER_KEY);
    expect(field(other.fields, 'families').items?.choices).toEqual([]);
    expect(field(other.fields, 'featured_products').items?.choices).toEqual([]);
    expect(field(other.fields, 'delivery.methods').items?.choices).toEqual(['recipient_email', 'sender_email']);
    expect(other.version).not.toBe(version);
  });

  test('every default is a valid value of its field', async () => {
    const { fields } = await schema();
    const values = Object.fromEntries(fields.map(({ path, default: value }) => [path, value]));
    const before = (await page()).body;
    const answer = await draft({ values });
    expect(answer.status, answer.bytes.toString()).toBe(201);
    expect(answer.body.values).toEqual(before.values);
    await discard(answer.body.id);
  });

  test('is in the requested language', async () => {
    const labels = await Promise.all(
      ['da', 'en', 'de', 'sv', 'nb'].map(async (lang) => field((await schema({ lang })).fields, 'open').label),
    );
    expect(labels).toEqual(['Åben', 'Open', 'Geöffnet', 'Öppen', 'Åpen']);
    expect(field((await schema()).fields, 'open').label).toBe('Åben');
  });
});

describe('changing the live page', () => {
  test('a patch is merged, creates a revision and changes the tag', async () => {
    const before = (await page()).body;
    const reply = await patch({ title: { da: 'Gavebutik', en: 'Gift shop' } }, before.etag);
    expect(reply.status).toBe(200);
    expect(reply.body.revision).toBe(before.revision + 1);
    expect(reply.headers.get('etag')).toBe(reply.body.etag);
    expect(reply.body.etag).not.toBe(before.etag);
    const two = await set({ title: { en: null, de: 'Geschenke' }, 'contact.email': 'hej@cafe.example' });
    expect(two.values).toMatchObject({
      title: { da: 'Gavebutik', de: 'Geschenke' },
      'contact.email': 'hej@cafe.example',
    });
    const three = await set({ title: null, 'contact.email': null });
    expect(three.values).toMatchObject({ 'contact.email': '', title: { da: 'Café Æblegård', en: 'Café Æblegård' } });
    const [newest] = await revisions();
    expect(newest).toMatchObject({
      number: three.revision,
      changed: ['contact.email', 'title'],
      published_by: { type: 'api_key', label: 'page' },
      restored_from: null,
      note: null,
    });
  });

  test('a blank note of a draft is treated as absent', async () => {
    const { body } = await draft({ note: ' ' });
    expect(body.note).toBeNull();
    expect((await change(body.id, { note: '' }, body.etag)).body).toMatchObject({ note: null });
    await discard(body.id);
  });

  test('a text in one language keeps the defaults of all others', async () => {
    const texts = (shown: { values: Record<string, unknown> }) => shown.values['closed_message'] as Texts;
    const byDefault = texts((await page()).body);
    expect(Object.keys(byDefault)).toHaveLength(5);
    const reply = await set({ closed_message: { en: 'Closed.' } });
    expect(texts(reply)).toEqual({ ...byDefault, en: 'Closed.' });
    expect((await page({ lang: 'de' })).body.values['closed_message']).toBe(byDefault['de']);
    const [newest] = await revisions();
    expect(newest?.changed).toEqual(['closed_message']);
    const revision = await stack.get<PageBody>(`${PATH}/revisions/${newest?.id}`, { key: PAGE_KEY });
    expect(texts(revision.body)).toEqual({ ...byDefault, en: 'Closed.' });
    const created = (await draft({ values: { closed_message: { da: 'Lukket.', en: null } } })).body;
    expect(texts(created)).toEqual({ ...byDefault, da: 'Lukket.' });
    await discard(created.id);
    expect(texts(await set({ closed_message: { en: null } }))).toEqual(byDefault);
    const restored = await restore(newest?.id ?? '');
    expect(texts(restored.body as unknown as PageBody)).toEqual({ ...byDefault, en: 'Closed.' });
    expect(texts(await set({ closed_message: null }))).toEqual(byDefault);
  });

  test('returns 428 without a tag and 412 with a stale, weak or wildcard tag, and writes nothing', async () => {
    const before = (await page()).body;
    await set({ open: false });
    const missing = await stack.call('PATCH', PATH, { key: PAGE_KEY, body: { values: { open: true } } });
    expect([missing.status, codeOf(missing)]).toEqual([428, 'precondition_required']);
    const now = (await page()).body;
    for (const tag of [before.etag, `W/${now.etag}`, '*', '"nonsense"']) {
      const answer = await patch({ open: true }, tag);
      expect([answer.status, codeOf(answer)], tag).toEqual([412, 'precondition_failed']);
    }
    expect((await page()).body).toEqual(now);
  });

  test('all invalid values are reported at once, each under its path', async () => {
    const { etag, revision } = (await page()).body;
    const answer = await patch<ErrorBody>(
      {
        open: 'yes',
        nonsense: 1,
        languages: ['da', 'fr'],
        title: { xx: 'T', da: 'x'.repeat(121) },
        introduction: 'no object',
        featured_products: ['gcv_1', 'gcv_1', 'gcv_3', 'gcv_404'],
        suggested_amounts: [9_999, 10_000.5, 500_001, '20000', 20_000],
        'delivery.methods': [],
        'contact.email': 'not an address',
        return_url: 'https://evil.example/',
        families: ['event_ticket'],
      },
      etag,
    );
    expect(answer.status).toBe(422);
    expect(Object.keys(fieldsOf(answer)).sort()).toEqual(
      (
        'open nonsense languages title introduction featured_products suggested_amounts delivery.methods ' +
        'contact.email return_url families'
      )
        .split(' ')
        .map((path) => `values.${path}`)
        .sort(),
    );
    expect(fieldsOf(answer)['values.featured_products']).toHaveLength(3);
    expect(fieldsOf(answer)['values.suggested_amounts']).toHaveLength(4);
    expect((await page()).body.revision).toBe(revision);
  });

  test('unsupported languages are rejected, even in a draft and with null', async () => {
    const { etag } = (await page()).body;
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`x${at}`, null]));
    for (const title of [{ xx: null }, { da: 'Dansk', xx: null }, { ...many, da: null }]) {
      expect(Object.keys(fieldsOf(await patch({ title }, etag)))).toEqual(['values.title']);
      expect(Object.keys(fieldsOf(await draft({ values: { title } })))).toEqual(['values.title']);
    }
    const proto: unknown = JSON.parse('{"__proto__": null, "da": "Dansk"}');
    expect(Object.keys(fieldsOf(await patch({ title: proto }, etag)))).toEqual(['values.title']);
  });

  test('the name of an inherited property is not a field', async () => {
    const { etag, revision } = (await page()).body;
    const values = JSON.parse('{"__proto__": {"open": true}, "open": false}') as object;
    expect(Object.keys(fieldsOf(await patch(values, etag)))).toEqual(['values.__proto__']);
    expect(Object.keys(fieldsOf(await draft({ values })))).toEqual(['values.__proto__']);
    expect((await page()).body.revision).toBe(revision);
  });

  test('a return URL must be an approved one', async () => {
    expect((await set({ return_url: 'https://cafe.example/tak' })).values['return_url']).toBe(
      'https://cafe.example/tak',
    );
    const { etag } = (await page()).body;
    for (const url of ['javascript:alert(1)', 'https://cafe.example.evil.example/', 'http://cafe.example/', '//x']) {
      expect(fieldsOf(await patch({ return_url: url }, etag)), url).toHaveProperty(['values.return_url']);
    }
    await set({ return_url: null });
  });

  test('harmless markup is kept, and scripts are removed', async () => {
    const hostile =
      '<p onclick="x()">Velkommen <b>her</b><script>x()</script><img src="javascript:x()"><a href="javascript:x()">y</a></p>';
    const { values } = await set({ introduction: { da: hostile } });
    const text = (values['introduction'] as { da: string }).da;
    expect(text).toContain('<b>her</b>');
    expect(text).not.toMatch(/script|onclick|javascript/);
    await set({ introduction: null });
  });

  test('a picture in markup without alternative text is skipped by screen readers', async () => {
    const pictures = '<img src="https://cafe.example/a.png"><img src="https://cafe.example/b.png" alt="Havnen" />';
    const terms = { da: `<p>${pictures}</p>` };
    const { values } = await set({ introduction: { da: pictures }, 'terms.text': terms });
    const kept = '<img src="https://cafe.example/a.png" alt="" /><img src="https://cafe.example/b.png" alt="Havnen" />';
    expect(values).toMatchObject({ introduction: { da: kept }, 'terms.text': { da: `<p>${kept}</p>` } });
    await set({ introduction: null, 'terms.text': null });
  });

  test('the selected default language cannot be removed from the languages', async () => {
    await set({ default_language: 'de' });
    const { etag } = (await page()).body;
    expect(fieldsOf(await patch({ languages: ['da', 'en'] }, etag))).toHaveProperty(['values.languages']);
    expect(fieldsOf(await patch({ languages: ['da'], default_language: 'sv' }, etag))).toHaveProperty([
      'values.default_language',
    ]);
    const reply = await set({ languages: ['da', 'en'], default_language: 'en' });
    expect(reply.values).toMatchObject({ languages: ['da', 'en'], default_language: 'en' });
    await set({ languages: null, default_language: null });
  });

  test('lang returns texts in one language, and falls back to the default one', async () => {
    await set({ title: { da: 'Dansk', en: 'English' } });
    const titleIn = async (lang: string) => (await page({ lang })).body.values['title'];
    expect([await titleIn('en'), await titleIn('en-GB'), await titleIn('de'), await titleIn('xx')]).toEqual([
      'English',
      'English',
      'Dansk',
      'Dansk',
    ]);
    expect((await page({ lang: 'sv' })).body.values['closed_message']).toContain('stängd');
    await set({ title: null });
  });

  test('one of ten concurrent changes with the same tag succeeds', async () => {
    const { etag, revision } = (await page()).body;
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => patch({ 'contact.phone': `+45 ${at}` }, etag)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(412)]);
    const winner = answers.find(({ status }) => status === 200)!;
    const now = (await page()).body;
    expect(now.revision).toBe(revision + 1);
    expect(now.values['contact.phone']).toBe(winner.body.values['contact.phone']);
  });

  test('values too large for a page are rejected as a whole', async () => {
    const { etag } = (await page()).body;
    const long = 'æ'.repeat(14_000);
    const terms = Object.fromEntries(['da', 'en', 'de', 'sv', 'no'].map((language) => [language, long]));
    const answer = await patch<ErrorBody>({ 'terms.text': terms }, etag);
    expect([answer.status, Object.keys(fieldsOf(answer))]).toEqual([422, ['values']]);
  });
});

describe('permissions', () => {
  test('reading and writing require separate scopes', async () => {
    expect((await stack.get(PATH, { key: READ_KEY })).status).toBe(200);
    const etag = (await page()).body.etag;
    const answer = await patch({ open: true }, etag, READ_KEY);
    expect([answer.status, codeOf(answer)]).toEqual([403, 'insufficient_scope']);
  });

  test('an unattributed key can read, but not write', async () => {
    expect((await stack.get(`${PATH}/schema`, { key: UNATTRIBUTED_KEY })).status).toBe(200);
    const answer = await patch({ open: true }, (await page()).body.etag, UNATTRIBUTED_KEY);
    expect([answer.status, codeOf(answer)]).toEqual([403, 'credential_not_attributed']);
  });

  test('an agency can change the page of an assigned company, and gets 404 for other companies', async () => {
    const query = { company: 'cafe' };
    const reply = await stack.get<PageBody>(PATH, { key: PAGE_AGENCY_KEY, query });
    expect(reply.body).toEqual((await page()).body);
    const created = await stack.post<DraftBody>(`${PATH}/drafts`, {
      key: PAGE_AGENCY_KEY,
      idempotencyKey: true,
      body: { company: 'cafe', values: { open: true } },
    });
    expect(created.status).toBe(201);
    expect((await readDraft(created.body.id)).status).toBe(200);
    expect((await stack.get(`${PATH}/drafts/${created.body.id}`, { key: STRANGER_KEY })).status).toBe(404);
    expect((await stack.get(PATH, { key: STRANGER_KEY, query })).status).toBe(404);
    const [newest] = await revisions();
    expect((await stack.get(`${PATH}/revisions/${newest!.id}`, { key: STRANGER_KEY })).status).toBe(404);
    await discard(created.body.id);
  });

  test('a used key with another body is a conflict, even if that body is not valid', async () => {
    const { body: created } = await draft({ note: 'first' });
    const send = (body: object) =>
      stack.call('PATCH', `${PATH}/drafts/${created.id}`, {
        key: PAGE_KEY,
        body,
        headers: { 'If-Match': created.etag, 'Idempotency-Key': 'note' },
      });
    expect((await send({ note: 'second' })).status).toBe(200);
    const answers = [await send({ note: 'third' }), await send({ note: 5 })];
    expect(answers.map(codeOf)).toEqual(['idempotency_conflict', 'idempotency_conflict']);
    await discard(created.id);
  });

  test('unknown members of a body are rejected', async () => {
    const created = await draft({ value: {} });
    expect(Object.keys(fieldsOf(created))).toEqual(['value']);
    const etag = (await page()).body.etag;
    const answer = await stack.call('PATCH', PATH, {
      key: PAGE_KEY,
      body: { open: true },
      headers: { 'If-Match': etag },
    });
    expect(Object.keys(fieldsOf(answer))).toEqual(expect.arrayContaining(['open']));
    const refused = await restore((await revisions())[0]!.id, { body: { note: 'x' } });
    expect(refused.status).toBe(422);
  });
});

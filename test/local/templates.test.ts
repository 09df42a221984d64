import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutWhitespace, textOfPages } from '../support/read-pdf.ts';
import { qrCodesOf } from '../support/render-pdf.ts';
import { AGENCY_KEY, API_KEY, FOREIGN_KEY, ruleSeed } from '../support/seed.ts';
import { giftCard, Shop, ticket, type ErrorBody, type OrderBody } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';
import { CODE, formPdf, HOSTILE, simplePdf, TemplatePartner, type TemplateBody } from '../support/templates.ts';

const NARROW_KEY = `lp_live_${'7'.repeat(32)}_${'e'.repeat(64)}`;
const OLD_KEY = `lp_live_${'8'.repeat(32)}_${'f'.repeat(64)}`;

let stack: RunningStack;
let shop: Shop;
let partner: TemplatePartner;
beforeAll(async () => {
  const api_keys = [
    ...ruleSeed.api_keys,
    { company: 'shop', label: 'narrow', key: NARROW_KEY, scopes: ['catalog:read'] },
    { company: 'shop', label: 'old', key: OLD_KEY, scopes: ['pdf_templates:write'], attributed: false },
  ];
  const companies = ruleSeed.companies.map((company) => ({ ...company, greeting: { max_length: 2000 } }));
  stack = await startStack({ seed: { ...ruleSeed, companies, api_keys } });
  shop = new Shop(stack);
  partner = new TemplatePartner(stack, API_KEY);
}, 60_000);
afterAll(() => stack.stop());

const fixture = (name: string): Buffer => readFileSync(`test/fixtures/templates/${name}.pdf`);
const layout = [
  { field: 'code', page: 1, x: 36, y: 480, width: 220, height: 32 },
  { field: 'title', page: 1, x: 36, y: 240, width: 320, height: 40, size: 24, color: '#7a1f3d', font: 'caveat' },
  { field: 'qr', page: 1, x: 280, y: 440, width: 110, height: 110 },
];
const documentOf = async (order: OrderBody): Promise<Buffer> =>
  (await stack.get(order.line_items[0]?.pdf?.url ?? '', { key: API_KEY })).bytes;
const etagOf = async (id: string): Promise<string> =>
  (await stack.get(`/v2/pdf-templates/${id}`, { key: API_KEY })).headers.get('etag') ?? '';
const refusalOf = (answer: { status: number; body: unknown }): [number, string, string[]] => {
  const { error } = answer.body as ErrorBody;
  return [answer.status, error.code, Object.keys(error.fields ?? {})];
};
const toDefault = async (): Promise<void> => {
  for (;;) {
    const { status } = await partner.post('/revert');
    if (status !== 200) return;
  }
};

describe('templates created with other programs', () => {
  it('LibreOffice: fields are read from the form', async () => {
    const template = await partner.made(fixture('libreoffice'), { name: 'Libre', product_type: 'gift_card' });
    expect(template).toMatchObject({
      kind: 'uploaded',
      status: 'ready',
      version: 1,
      page_count: 1,
      product_type: 'gift_card',
    });
    expect(template.fields.map(({ name }) => name).toSorted()).toEqual([
      'amount',
      'code',
      'greeting_message',
      'qr',
      'title',
    ]);
    const code = template.fields.find(({ name }) => name === 'code');
    expect(code?.y).toBeGreaterThan(300);
  });

  it.each(['ghostscript', 'cairo'])('%s: fields are read from the layout, which is required', async (name) => {
    expect(refusalOf(await partner.finalize<ErrorBody>(fixture(name)))).toEqual([422, 'template_invalid', ['file']]);
    const { fields } = await partner.made(fixture(name), { layout });
    expect(fields[0]).toEqual({ name: 'code', page: 1, x: 36, y: 480, width: 220, height: 32 });
  });

  it('pdf-lib: several pages, and the stored file shows the uploaded content', async () => {
    const bytes = await formPdf({ code: CODE, title: { ...CODE, page: 2 } }, { pages: 2, text: 'Tillykke' });
    const template = await partner.made(bytes);
    expect(template.page_sizes).toEqual([
      { width: 420, height: 595 },
      { width: 420, height: 595 },
    ]);
    const file = await stack.get(`/v2/pdf-templates/${template.id}/file`, { key: API_KEY });
    expect([file.status, file.headers.get('content-type'), file.bytes.byteLength]).toEqual([
      200,
      'application/pdf',
      template.byte_size,
    ]);
    expect((await textOfPages(file.bytes))[0]).toContain('Tillykke');
    expect(file.bytes.toString('latin1')).not.toContain('/AcroForm');
  });

  it('a layout overrides the form', async () => {
    const { fields } = await partner.made(await simplePdf(), { layout });
    expect(fields.map(({ name }) => name)).toEqual(['code', 'title', 'qr']);
  });
});

describe('an invalid template file is rejected', () => {
  it.each(Object.keys(HOSTILE))('%s', async (name) => {
    const change = HOSTILE[name];
    const bytes = await formPdf({ code: CODE }, change ? { change } : {});
    const startedMs = performance.now();
    expect(refusalOf(await partner.finalize<ErrorBody>(bytes))).toEqual([422, 'template_invalid', ['file']]);
    expect(performance.now() - startedMs).toBeLessThan(15_000);
  });

  it.each([
    ['no PDF', async () => Buffer.from('hello')],
    ['a broken PDF', async () => (await simplePdf()).subarray(0, 300)],
    ['a PDF without pages', async () => Buffer.from('%PDF-1.7\n')],
    ['five pages', () => formPdf({ code: CODE }, { pages: 5 })],
    ['a page smaller than A7', () => formPdf({ code: { x: 5, y: 5, width: 50, height: 20 } }, { size: [150, 200] })],
    ['a page larger than A3', () => formPdf({ code: CODE }, { size: [1300, 900] })],
    ['an unknown field', () => formPdf({ code: CODE, price: { ...CODE, y: 200 } })],
    ['no field for the code', () => formPdf({ title: CODE })],
    ['a place outside its page', () => formPdf({ code: { ...CODE, x: 380 } })],
    [
      'cross-references in a circle',
      async () => {
        const bytes = await simplePdf();
        const circle = `\nxref\n0 0\ntrailer\n<</Prev ${bytes.byteLength + 1} /Root 1 0 R>>\nstartxref\n${bytes.byteLength + 1}\n%%EOF`;
        return Buffer.concat([bytes, Buffer.from(circle)]);
      },
    ],
    [
      'an encrypted PDF',
      async () =>
        Buffer.from(
          (await simplePdf())
            .toString('latin1')
            .replace(/\/Root/, '/Encrypt <</Filter /Standard /V 1 /R 2 /O (a) /U (b) /P -4>> /Root'),
          'latin1',
        ),
    ],
    [
      'a kilobyte that unpacks to two hundred megabytes of objects',
      async () => {
        const packed = deflateSync(deflateSync(Buffer.alloc(200_000_000)));
        const dict = `/Type /ObjStm /N 1 /First 4 /Filter [/FlateDecode /FlateDecode] /Length ${packed.byteLength}`;
        const object = [Buffer.from(`90 0 obj\n<<${dict}>>\nstream\n`), packed, Buffer.from('\nendstream\nendobj\n')];
        return Buffer.concat([Buffer.from('%PDF-1.5\n'), ...object, (await simplePdf()).subarray(9)]);
      },
    ],
    [
      'a hundred thousand objects',
      async () => {
        const objects = Array.from({ length: 100_000 }, (_, at) => `${at + 50} 0 obj\n<<>>\nendobj\n`).join('');
        return Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.from(objects), (await simplePdf()).subarray(9)]);
      },
    ],
  ])('%s', async (_name, make) => {
    const answer = await partner.finalize<ErrorBody>(await make());
    const [status, code, fields] = refusalOf(answer);
    expect([status, code, fields]).toEqual([422, 'template_invalid', ['file']]);
  });

  it.each([
    ['an unknown field', { field: 'price' }],
    ['a page that does not exist', { page: 2 }],
    ['a place outside its page', { x: 400 }],
    ['a place left of its page', { x: -40 }],
    ['a place far below its page', { y: 9000 }],
    ['a place wider than every page', { width: 5000 }],
  ])('a layout with %s, under its entry', async (_name, change) => {
    const wrong = [...layout, { ...layout[0], ...change }];
    expect(refusalOf(await partner.finalize<ErrorBody>(fixture('cairo'), { layout: wrong }))).toEqual([
      422,
      'template_invalid',
      ['layout.3'],
    ]);
  });

  it('with every fault of its layout at once, including a missing code', async () => {
    const place = layout.find(({ field }) => field !== 'code');
    const wrong = [{ ...place, field: 'price' }, place, { ...place, page: 2 }, { ...place, y: 9000 }];
    const answer = await partner.finalize<ErrorBody>(fixture('cairo'), { layout: wrong });
    const [status, code, fields] = refusalOf(answer);
    expect([status, code, fields.toSorted()]).toEqual([
      422,
      'template_invalid',
      ['layout', 'layout.0', 'layout.2', 'layout.3'],
    ]);
  });

  it('with each invalid member, and the slot stays open', async () => {
    const id = await partner.upload(await simplePdf());
    const path = `/upload-intents/${id}/finalize`;
    for (const [body, field] of [
      [{}, 'name'],
      [{ name: '' }, 'name'],
      [{ name: 'x'.repeat(81) }, 'name'],
      [{ name: 'x', product_type: 'voucher' }, 'product_type'],
      [{ name: 'x', colour: 'red' }, 'colour'],
      [{ name: 'x', layout: [] }, 'layout'],
    ] as const) {
      expect(refusalOf(await partner.post<ErrorBody>(path, body))).toEqual([422, 'validation_failed', [field]]);
    }
    expect((await partner.post(path, { name: 'Right' })).status).toBe(201);
  });

  it('after fifteen minutes, when its slot has closed, and for other companies', async () => {
    const id = await partner.upload(await simplePdf());
    const foreign = new TemplatePartner(stack, FOREIGN_KEY);
    expect((await foreign.post(`/upload-intents/${id}/finalize`, { name: 'x' })).status).toBe(404);
    await stack.advance(15 * 60 + 1);
    expect((await partner.post(`/upload-intents/${id}/finalize`, { name: 'x' })).status).toBe(404);
    expect(
      refusalOf(await partner.post('/upload-intents', { sha256: 'x', byte_size: 0, mime: 'image/png' }))[2].toSorted(),
    ).toEqual(['byte_size', 'mime', 'sha256']);
  });
});

describe('the active template', () => {
  it('is the default until another one is activated, and reverts step by step without deleted ones', async () => {
    await toDefault();
    expect(await partner.active()).toEqual(['Default']);
    const [one, two, three] = await Promise.all(
      ['One', 'Two', 'Three'].map(async (name) => partner.made(await simplePdf(), { name })),
    );
    for (const template of [one, two, three]) {
      const { status, body } = await partner.post(`/${template!.id}/activate`);
      expect([status, body.status]).toEqual([200, 'active']);
      expect(await partner.active()).toEqual([template!.name]);
    }
    expect(refusalOf(await partner.post(`/${three!.id}/delete`))).toEqual([409, 'template_active', []]);
    expect((await partner.post(`/${two!.id}/delete`)).status).toBe(204);
    expect((await partner.read(two!.id)).status).toBe('retired');
    expect((await stack.get(`/v2/pdf-templates/${two!.id}/file`, { key: API_KEY })).status).toBe(404);
    expect((await partner.list()).map(({ id }) => id)).not.toContain(two!.id);
    expect((await partner.post('/revert')).body).toMatchObject({ name: 'One', status: 'active' });
    expect((await partner.post('/revert')).body).toMatchObject({ kind: 'default', status: 'active' });
    expect(refusalOf(await partner.post('/revert'))).toEqual([409, 'nothing_to_revert', []]);
  });

  it('is set by product type, and a specific one overrides the common one', async () => {
    await toDefault();
    const general = await partner.made(await simplePdf('GENERAL'), { name: 'General' });
    const tickets = await partner.made(await simplePdf('TICKETS'), { name: 'Tickets', product_type: 'event_ticket' });
    await partner.post(`/${general.id}/activate`);
    await partner.post(`/${tickets.id}/activate`);
    expect((await partner.active()).toSorted()).toEqual(['General', 'Tickets']);
    expect((await textOfPages(await documentOf(await shop.sell([ticket(1, 1, 1)]))))[0]).toContain('TICKETS');
    expect((await textOfPages(await documentOf(await shop.sell(giftCard()))))[0]).toContain('GENERAL');
    const reverted = await partner.post('/revert', { product_type: 'event_ticket' });
    expect(reverted.body).toMatchObject({ name: 'General', status: 'active' });
    expect((await textOfPages(await documentOf(await shop.sell([ticket(1, 1, 1)]))))[0]).toContain('GENERAL');
    await toDefault();
  });

  it('is not replaced by a brand change, which only creates a new version of the default', async () => {
    await toDefault();
    const before = (await partner.list()).find(({ kind }) => kind === 'default')!;
    const mine = await partner.made(await simplePdf(), { name: 'Mine' });
    await partner.post(`/${mine.id}/activate`);
    await stack.call('PATCH', '/v2/companies/shop/brand', { key: API_KEY, body: { colors: { primary: '#224466' } } });
    const after = await partner.read(before.id);
    const { body: brand } = await stack.get<{ default_template: object }>('/v2/companies/shop/brand', { key: API_KEY });
    expect(brand.default_template).toEqual({ id: after.id, version: after.version });
    expect(after.version).toBeGreaterThan(before.version);
    expect(after.sha256).not.toBe(before.sha256);
    expect(await partner.active()).toEqual(['Mine']);
    for (const action of ['delete'])
      expect(refusalOf(await partner.post(`/${before.id}/${action}`))[1]).toBe('template_active');
    await toDefault();
  });

  it('is exactly one after concurrent changes and crashes', async () => {
    await toDefault();
    const templates = await Promise.all(
      Array.from({ length: 4 }, async (_, at) => partner.made(await simplePdf(), { name: `T${at}` })),
    );
    const answers = await Promise.all([...templates, ...templates].map(({ id }) => partner.post(`/${id}/activate`)));
    expect(answers.every(({ status }) => [200, 503, 409].includes(status))).toBe(true);
    expect(await partner.active()).toHaveLength(1);
    for (const at of ['before-commit', 'after-commit'] as const) {
      await stack.crash('activate-pdf-template', at);
      const key = { 'Idempotency-Key': `dies-${at}` };
      expect((await partner.post(`/${templates[0]!.id}/activate`, undefined, key)).status).toBe(502);
      expect(await partner.active()).toHaveLength(1);
      expect((await partner.post(`/${templates[0]!.id}/activate`, undefined, key)).body.status).toBe('active');
      expect(await partner.active()).toEqual(['T0']);
      await partner.post(`/${templates[1]!.id}/activate`);
    }
    await toDefault();
  });
});

describe('changing and previewing', () => {
  it('checks If-Match, rejects an active template, and creates a version when fields change', async () => {
    const template = await partner.made(await simplePdf(), { name: 'Before' });
    const put = (body: object, ifMatch?: string) =>
      stack.call<TemplateBody>('PUT', `/v2/pdf-templates/${template.id}`, {
        key: API_KEY,
        idempotencyKey: true,
        body,
        headers: ifMatch ? { 'If-Match': ifMatch } : {},
      });
    expect(refusalOf(await put({ name: 'x' }))[0]).toBe(428);
    const etag = await etagOf(template.id);
    const renamed = await put({ name: 'After', product_type: 'gift_card' }, etag);
    expect([renamed.status, renamed.body]).toMatchObject([
      200,
      { name: 'After', product_type: 'gift_card', version: 1 },
    ]);
    expect(refusalOf(await put({ name: 'x' }, etag))).toEqual([412, 'precondition_failed', []]);
    const moved = await put({ name: 'After', layout }, renamed.headers.get('etag') ?? '');
    expect(moved.body).toMatchObject({ version: 2, product_type: null });
    await partner.post(`/${template.id}/activate`);
    expect(refusalOf(await put({ name: 'x' }, await etagOf(template.id)))).toEqual([409, 'template_active', []]);
    await toDefault();
  });

  it('shows samples or given values in a marked preview, whose code cannot be redeemed', async () => {
    const template = await partner.made(await simplePdf(), { name: 'Preview' });
    const show = (body?: object, id = template.id) =>
      stack.post<ErrorBody>(`/v2/pdf-templates/${id}/preview`, { key: API_KEY, ...(body ? { body } : {}) });
    const plain = await show();
    expect([plain.status, plain.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const [text = ''] = await textOfPages(plain.bytes);
    expect(withoutWhitespace(text)).toContain('Middagforto');
    expect(withoutWhitespace(text).toUpperCase()).toContain('PRØVE');
    const [qr] = await qrCodesOf(plain.bytes);
    expect(qr).toContain('SAMPLE');
    const reply = await show({ values: { title: 'Middag for fire' } });
    expect(withoutWhitespace((await textOfPages(reply.bytes))[0] ?? '')).toContain('Middagforfire');
    expect(refusalOf(await show({ values: { price: '1', qr: 'x' } }))[2].toSorted()).toEqual([
      'values.price',
      'values.qr',
    ]);
    const everywhere = JSON.parse('{"__proto__": "1", "title": "Middag"}') as object;
    expect(refusalOf(await show({ values: everywhere }))).toEqual([422, 'validation_failed', ['values.__proto__']]);
    const standard = (await partner.list()).find(({ kind }) => kind === 'default')!;
    for (const product_type of ['gift_card', 'gift_card_variant', 'event_ticket', 'special_offer']) {
      expect((await show({ product_type }, standard.id)).status).toBe(200);
    }
  });
});

describe('cards', () => {
  it('use the template that was active when their items were issued', async () => {
    await toDefault();
    const first = await partner.made(await simplePdf('FIRST LOOK'), { name: 'First' });
    await partner.post(`/${first.id}/activate`);
    const order = await shop.sell(giftCard(50000, 2), { greeting: { message: 'Tillykke 🎉 お誕生日' } });
    const bytes = await documentOf(order);
    const pages = await textOfPages(bytes);
    expect(pages).toHaveLength(2);
    const { body } = await stack.get<{ data: { code: string }[] }>(`/v2/items?order_id=${order.id}`, { key: API_KEY });
    const codes = body.data.map(({ code }) => code);
    expect((await qrCodesOf(bytes)).map((url) => url?.split('/').at(-1)).toSorted()).toEqual(codes.toSorted());
    for (const text of pages) expect(withoutWhitespace(text)).toContain('FIRSTLOOK');
    expect(withoutWhitespace(pages[0] ?? '')).toContain(withoutWhitespace('お誕生日'));
    const second = await partner.made(await simplePdf('SECOND LOOK'), { name: 'Second' });
    await partner.post(`/${second.id}/activate`);
    await partner.post(`/${first.id}/delete`);
    const again = await stack.get(`/v2/items/${codes[0]}/document.pdf`, { key: API_KEY });
    expect((await textOfPages(again.bytes))[0]).toContain('FIRST LOOK');
    expect((await textOfPages(await documentOf(await shop.sell(giftCard()))))[0]).toContain('SECOND LOOK');
    const { body: direct } = await stack.post<{ items: { code: string }[] }>('/v2/items', {
      key: API_KEY,
      body: { amount: 250 },
    });
    const issued = await stack.get(`/v2/items/${direct.items[0]?.code}/document.pdf`, { key: API_KEY });
    expect((await textOfPages(issued.bytes))[0]).toContain('SECOND LOOK');
    await toDefault();
  });

  it.each([
    ['low form field', { ...CODE, height: 2 }],
    ['narrow form field at the edge of the page', { ...CODE, x: 410, width: 10 }],
  ])('show their full code in a %s', async (_name, place) => {
    await toDefault();
    const { id } = await partner.made(await formPdf({ code: place }, { text: 'OWN LOOK' }));
    await partner.post(`/${id}/activate`);
    const order = await shop.sell(giftCard());
    const page = await (await getDocumentProxy(new Uint8Array(await documentOf(order)))).getPage(1);
    const { items } = await page.getTextContent();
    const parts = items.flatMap((item) => ('str' in item ? [item] : []));
    expect(parts.map(({ str }) => str).join(' ')).toContain('OWN LOOK');
    const { body } = await stack.get<{ data: { code: string }[] }>(`/v2/items?order_id=${order.id}`, { key: API_KEY });
    const code = parts.find(({ str }) => str === body.data[0]?.code);
    expect(code, parts.map(({ str }) => str).join()).toBeDefined();
    expect((code?.transform[4] ?? 0) + (code?.width ?? 0)).toBeLessThanOrEqual(420.1);
    await toDefault();
  });

  it('add no table call to a sale when they have a template', async () => {
    await toDefault();
    const calls = async (): Promise<number> => {
      await stack.idle();
      await stack.resetUsage();
      await shop.sell(giftCard());
      const usage = await stack.usage();
      return ['create-order', 'fulfill-order'].reduce((sum, name) => sum + (usage[name]?.calls ?? 0), 0);
    };
    const without = await calls();
    const { id } = await partner.made(await simplePdf(), { name: 'Counted' });
    await partner.post(`/${id}/activate`);
    expect(await calls()).toBe(without);
    await toDefault();
  });
});

describe('permissions and repeats', () => {
  it('require scope and attribution, and return 404 for templates that are unknown or of another company', async () => {
    const { id } = await partner.made(await simplePdf());
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/fields'],
      ['GET', `/${id}`],
      ['GET', `/${id}/file`],
      ['POST', '/upload-intents'],
      ['POST', `/${id}/preview`],
      ['POST', `/${id}/activate`],
      ['POST', `/${id}/delete`],
      ['POST', '/revert'],
    ] as const) {
      const { status, body } = await stack.call<ErrorBody>(method, `/v2/pdf-templates${path}`, {
        key: NARROW_KEY,
        idempotencyKey: true,
      });
      expect([status, body.error.code], path).toEqual([403, 'insufficient_scope']);
    }
    const old = new TemplatePartner(stack, OLD_KEY);
    expect(refusalOf(await old.post(`/${id}/activate`))[1]).toBe('credential_not_attributed');
    const foreign = new TemplatePartner(stack, FOREIGN_KEY);
    for (const unknown of [id, `pdft_${'0'.repeat(32)}`, 'anything']) {
      expect((await stack.get(`/v2/pdf-templates/${unknown}`, { key: FOREIGN_KEY })).status).toBe(404);
      expect((await stack.get(`/v2/pdf-templates/${unknown}/file`, { key: FOREIGN_KEY })).status).toBe(404);
      expect((await foreign.post(`/${unknown}/activate`)).status).toBe(404);
      expect((await foreign.post(`/${unknown}/delete`)).status).toBe(404);
    }
    const assigned = await stack.get<TemplateBody>(`/v2/pdf-templates/${id}?company=shop`, { key: AGENCY_KEY });
    expect([assigned.status, assigned.body.id]).toEqual([200, id]);
  });

  it('require a key, return the same response for repeats, and a conflict for other input', async () => {
    const id = await partner.upload(await simplePdf());
    const path = `/upload-intents/${id}/finalize`;
    const key = { 'Idempotency-Key': 'finalize-once' };
    const first = await partner.post(path, { name: 'Once' }, key);
    const again = await partner.post(path, { name: 'Once' }, key);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(refusalOf(await partner.post(path, { name: 'Twice' }, key))[1]).toBe('idempotency_conflict');
    const put = (name: string, ifMatch: string) =>
      stack.call<TemplateBody>('PUT', `/v2/pdf-templates/${first.body.id}`, {
        key: API_KEY,
        body: { name },
        headers: { 'Idempotency-Key': 'change-once', 'If-Match': ifMatch },
      });
    const etag = await etagOf(first.body.id);
    const changed = await put('Changed once', etag);
    expect(changed.status).toBe(200);
    for (const tag of [etag, changed.headers.get('etag') ?? '']) {
      const repeat = await put('Changed once', tag);
      expect([repeat.status, repeat.body]).toEqual([200, changed.body]);
      expect(repeat.headers.get('idempotency-replayed')).toBe('true');
    }
    expect(refusalOf(await put('Changed twice', etag))[1]).toBe('idempotency_conflict');
    for (const write of ['/upload-intents', path, `/${id}/activate`, `/${id}/delete`, '/revert']) {
      const { body } = await stack.post<ErrorBody>(`/v2/pdf-templates${write}`, { key: API_KEY });
      expect(body.error.code, write).toBe('idempotency_key_required');
    }
    const other = await partner.upload(await simplePdf());
    const replies = await Promise.all(
      [1, 2, 3].map(() =>
        partner.post(`/upload-intents/${other}/finalize`, { name: 'x' }, { 'Idempotency-Key': 'concurrent' }),
      ),
    );
    for (const answer of replies) expect([201, 409]).toContain(answer.status);
  });

  it('return 503 while the store or a function is unavailable, and accept the same key later', async () => {
    const id = await partner.upload(await simplePdf());
    const key = { 'Idempotency-Key': 'store-away' };
    for (const target of ['objects', 'functions']) {
      await stack.fault(target, 'unavailable', 1);
      const answer = await partner.post<ErrorBody>(`/upload-intents/${id}/finalize`, { name: 'x' }, key);
      expect([answer.status, answer.body.error.code]).toEqual([503, 'template_unavailable']);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await partner.post(`/upload-intents/${id}/finalize`, { name: 'x' }, key)).status).toBe(201);
    await stack.fault('objects', 'unavailable', 2);
    const file = await stack.get<ErrorBody>(`/v2/pdf-templates/${id}/file`, { key: API_KEY });
    expect([file.status, file.body.error.code]).toEqual([503, 'template_unavailable']);
  });
});

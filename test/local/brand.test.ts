import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jpeg, png, pngWithTwoHeaders, webp } from '../support/pictures.ts';
import { importOperatorFile } from '../support/ops.ts';
import { AGENCY_KEY, API_KEY, FOREIGN_KEY, ruleSeed } from '../support/seed.ts';
import { giftCard, Shop, type ErrorBody } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

interface BrandBody {
  display_name: string;
  tagline: string | null;
  colors: Record<string, string>;
  typography: { heading: string; body: string };
  fonts: { id: string; name: string; scripts: string[] }[];
  contrast: { foreground: string; background: string; ratio: number; passes: boolean }[];
  default_template: { id: string; version: number };
  version: number;
  updated_at: string;
}

interface AssetBody {
  role: string;
  mime: string;
  byte_size: number;
  width: number;
  height: number;
  sha256: string;
  url: string;
}

const NARROW_KEY = `lp_live_${'7'.repeat(32)}_${'e'.repeat(64)}`;
const OLD_KEY = `lp_live_${'8'.repeat(32)}_${'f'.repeat(64)}`;

let stack: RunningStack;
let shop: Shop;
beforeAll(async () => {
  const seed = {
    ...ruleSeed,
    api_keys: [
      ...ruleSeed.api_keys,
      { company: 'shop', label: 'narrow', key: NARROW_KEY, scopes: ['catalog:read'] },
      { company: 'shop', label: 'old', key: OLD_KEY, scopes: ['brand:read', 'brand:write'], attributed: false },
    ],
  };
  stack = await startStack({ seed });
  shop = new Shop(stack);
}, 60_000);
afterAll(() => stack.stop());

const PATH = '/v2/companies/shop/brand';
const read = async () => (await stack.get<BrandBody>(PATH, { key: API_KEY })).body;
const patch = <T = BrandBody>(body: unknown, headers: Record<string, string> = {}, path = PATH, key = API_KEY) =>
  stack.call<T>('PATCH', path, { key, body, headers });
const put = <T = AssetBody>(role: string, bytes: Uint8Array, type: string, path = PATH) =>
  stack.call<T>('PUT', `${path}/assets/${role}`, { key: API_KEY, body: bytes, headers: { 'Content-Type': type } });
const assets = async (): Promise<AssetBody[]> =>
  (await stack.get<{ data: AssetBody[] }>(`${PATH}/assets`, { key: API_KEY })).body.data;
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const SVG = (inside: string, attributes = ''): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 20" ${attributes}>${inside}</svg>`);
const RECT = '<rect width="80" height="20" fill="#c02050"/>';

/** WCAG 2.2, computed independently. */
const ratioOf = (one: string, other: string): number => {
  const light = (color: string): number => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5]
      .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
      .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [dark = 0, bright = 0] = [light(one), light(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
};

describe('the brand profile', () => {
  it('exists by default, with the name of the company', async () => {
    const { status, headers, body } = await stack.get<BrandBody>('/v2/companies/other/brand', { key: FOREIGN_KEY });
    expect(status).toBe(200);
    expect(headers.get('etag')).toMatch(/^"[^"]+"$/);
    expect(body).toMatchObject({ object: 'brand', company: 'other', tagline: null, version: 1 });
    expect(body.display_name.length).toBeGreaterThan(0);
    expect(body.default_template).toEqual({ id: expect.stringMatching(/^pdft_[0-9a-f]{32}$/), version: 1 });
    expect(Date.parse(body.updated_at)).not.toBeNaN();
    const ids = body.fonts.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([body.typography.heading, body.typography.body]));
    for (const { scripts } of body.fonts) expect(scripts).toContain('latin');
  });

  it('shows the contrast of every pair of colors with text', async () => {
    const { body } = await patch({ colors: { primary: '#FFCC00', secondary: '#7a1f5c' } });
    expect(body.colors).toMatchObject({ primary: '#ffcc00', secondary: '#7a1f5c' });
    expect(body.contrast.map(({ background }) => background)).toEqual(
      expect.arrayContaining(['#ffcc00', '#7a1f5c', body.colors['background']]),
    );
    for (const { foreground, background, ratio, passes } of body.contrast) {
      expect(ratio).toBeCloseTo(ratioOf(foreground, background), 1);
      expect(passes).toBe(ratioOf(foreground, background) >= 4.5);
    }
    expect(body.contrast.find(({ background }) => background === '#ffcc00')?.foreground).toBe('#000000');
    expect(body.contrast.find(({ background }) => background === '#7a1f5c')?.foreground).toBe('#ffffff');
  });

  it('is a merge patch: omitted members are kept, and null restores the default', async () => {
    await patch({ display_name: 'Café Å', tagline: 'God mad', typography: { heading: 'caveat' } });
    const changed = await read();
    expect(changed).toMatchObject({ display_name: 'Café Å', tagline: 'God mad', typography: { heading: 'caveat' } });
    expect((await patch({ display_name: '  Café Å ', tagline: 'God mad  ' })).body.version).toBe(changed.version);
    const { body } = await patch({ display_name: null, tagline: null, colors: { secondary: null }, typography: null });
    expect(body).toMatchObject({ display_name: 'Shop ApS', tagline: null, colors: { primary: '#ffcc00' } });
    expect(body.colors['secondary']).not.toBe('#7a1f5c');
    expect(body.typography).toEqual({ heading: 'noto-sans', body: 'noto-sans' });
    expect(body.version).toBe(changed.version + 1);
    expect(body.default_template.version).toBe(changed.default_template.version + 1);
  });

  it('creates no version when nothing changes', async () => {
    const before = await stack.get<BrandBody>(PATH, { key: API_KEY });
    for (const body of [{}, { colors: {} }, { display_name: null }, { colors: { primary: '#FFCC00' } }]) {
      const { status, headers, body: after } = await patch(body);
      expect(status).toBe(200);
      expect(after).toEqual(before.body);
      expect(headers.get('etag')).toBe(before.headers.get('etag'));
    }
  });

  it('stores a default value as the default, and creates no version without a change', async () => {
    await patch({ display_name: null, tagline: null, colors: null, typography: null });
    const before = await read();
    const defaults = [
      { display_name: before.display_name },
      { tagline: '' },
      { colors: before.colors },
      { colors: { background: before.colors['background']?.toUpperCase() } },
      { typography: before.typography },
    ];
    for (const body of defaults) expect((await patch(body)).body, JSON.stringify(body)).toEqual(before);
    const other = (await patch({ tagline: 'Another', colors: { primary: '#101010' } })).body;
    expect(other.version).toBe(before.version + 1);
    const back = (await patch({ tagline: '', colors: { primary: before.colors['primary'] } })).body;
    expect(back).toMatchObject({ tagline: null, colors: before.colors, version: other.version + 1 });
    expect((await patch({ tagline: null, colors: null })).body).toEqual(back);
  });

  it('rejects unreadable text, with its ratio and a similar readable color', async () => {
    const before = await read();
    const { status, body } = await patch<ErrorBody>({ colors: { text: '#8a8f98', background: '#ffffff' } });
    expect(status).toBe(422);
    expect(Object.keys(body.error.fields ?? {})).toEqual(['colors.text']);
    const [message = ''] = body.error.fields?.['colors.text'] ?? [];
    expect(message).toContain(ratioOf('#8a8f98', '#ffffff').toFixed(2));
    const nearest = /passes is (#[0-9a-f]{6})/.exec(message)?.[1] ?? '';
    expect(ratioOf(nearest, '#ffffff')).toBeGreaterThanOrEqual(4.5);
    expect(ratioOf(nearest, '#ffffff')).toBeLessThan(5);
    expect(await read()).toEqual(before);
    expect((await patch({ colors: { text: nearest, background: '#ffffff' } })).status).toBe(200);
    await patch({ colors: { text: null, background: null } });
  });

  it.each([
    ['display_name', { display_name: '' }],
    ['display_name', { display_name: ' '.repeat(3) }],
    ['display_name', { display_name: '\u200B\u00AD' }],
    ['display_name', { display_name: 'x'.repeat(81) }],
    ['display_name', { display_name: 'a\nBcc: b' }],
    ['display_name', { display_name: 7 }],
    ['tagline', { tagline: 'x'.repeat(161) }],
    ['colors.primary', { colors: { primary: 'red' } }],
    ['colors.primary', { colors: { primary: '#12345' } }],
    ['colors.accent', { colors: { accent: '#123456' } }],
    ['typography.heading', { typography: { heading: 'comic-sans' } }],
    ['typography.size', { typography: { size: 12 } }],
    ['logo', { logo: 'x' }],
    ['colors', { colors: 'blue' }],
  ])('rejects an invalid %s under its path, and changes nothing', async (field, body) => {
    const before = await read();
    const answer = await patch<ErrorBody>(body);
    expect([answer.status, Object.keys(answer.body.error.fields ?? {})]).toEqual([422, [field]]);
    expect(await read()).toEqual(before);
  });

  it('counts characters instead of bytes: eighty emoji are a valid name', async () => {
    expect((await patch({ display_name: '🎁'.repeat(80) })).status).toBe(200);
    expect((await patch<ErrorBody>({ display_name: '🎁'.repeat(81) })).status).toBe(422);
    await patch({ display_name: null });
  });

  it('accepts an idempotency key: a repeat gets the same response, and other input is a conflict', async () => {
    const keyed = (body: object, key: string) => patch(body, { 'Idempotency-Key': key });
    const twins = await Promise.all([1, 2, 3].map(() => keyed({ tagline: 'keyed' }, 'tagline')));
    expect(twins.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(twins.map(({ body }) => body)).toEqual([twins[0]?.body, twins[0]?.body, twins[0]?.body]);
    const same = await keyed({ tagline: 'keyed' }, 'says nothing new');
    expect(same.body.version).toBe(twins[0]?.body.version);
    await patch({ tagline: 'later' });
    const late = await keyed({ tagline: 'keyed' }, 'says nothing new');
    expect([late.headers.get('idempotency-replayed'), late.body]).toEqual(['true', same.body]);
    expect((await keyed({ tagline: 'other' }, 'tagline')).status).toBe(409);
    expect((await keyed({ nonsense: true }, 'tagline')).status).toBe(409);
    expect((await read()).tagline).toBe('later');
  });

  it('compares If-Match if it is sent, and does not require it', async () => {
    const { headers } = await stack.get(PATH, { key: API_KEY });
    const etag = headers.get('etag') ?? '';
    const first = await patch({ tagline: 'one' }, { 'If-Match': etag });
    expect(first.status).toBe(200);
    expect(first.headers.get('etag')).not.toBe(etag);
    const stale = await patch<ErrorBody>({ tagline: 'two' }, { 'If-Match': etag });
    expect([stale.status, stale.body.error.code]).toEqual([412, 'precondition_failed']);
    expect((await read()).tagline).toBe('one');
    expect((await patch({ tagline: 'three' })).status).toBe(200);
  });

  it('loses none of twenty concurrent changes', async () => {
    const { version } = await read();
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => patch({ tagline: `number ${at}` })));
    const saved = answers.filter(({ status }) => status === 200);
    expect(saved.length + answers.filter(({ status }) => status === 503).length).toBe(20);
    expect((await read()).version).toBe(version + saved.length);
  });
});

describe('permissions for a brand', () => {
  it('require the scope, and an attributed key to write', async () => {
    for (const [method, path] of [
      ['GET', PATH],
      ['PATCH', PATH],
      ['GET', `${PATH}/assets`],
      ['DELETE', `${PATH}/assets/logo`],
    ] as const) {
      const { status, body } = await stack.call<ErrorBody>(method, path, { key: NARROW_KEY });
      expect([status, body.error.code]).toEqual([403, 'insufficient_scope']);
    }
    expect((await stack.get(PATH, { key: OLD_KEY })).status).toBe(200);
    const written = await patch<ErrorBody>({ tagline: 'x' }, {}, PATH, OLD_KEY);
    expect([written.status, written.body.error.code]).toEqual([403, 'credential_not_attributed']);
    expect((await stack.get(PATH)).status).toBe(401);
  });

  it('return 404 for a company that the key may not act for, and allow an agency to name one in the path', async () => {
    for (const slug of ['other', 'nobody', 'a%20b', '%2e%2e']) {
      expect((await stack.get(`/v2/companies/${slug}/brand`, { key: API_KEY })).status).toBe(404);
      expect((await patch({ tagline: 'x' }, {}, `/v2/companies/${slug}/brand`)).status).toBe(404);
      expect((await stack.call('DELETE', `/v2/companies/${slug}/brand/assets/logo`, { key: API_KEY })).status).toBe(
        404,
      );
    }
    const assigned = await stack.get<BrandBody>('/v2/companies/shop/brand?company=other', { key: AGENCY_KEY });
    expect([assigned.status, assigned.body]).toMatchObject([200, { company: 'shop' }]);
    const changed = await patch({ tagline: 'by the agency' }, {}, PATH, AGENCY_KEY);
    expect(changed.status).toBe(200);
    expect((await read()).tagline).toBe('by the agency');
  });
});

describe('pictures of a brand', () => {
  it.each([
    ['logo', png({ width: 60, height: 20 }), 'image/png', 'image/png'],
    ['logo', jpeg(), 'image/jpeg', 'image/jpeg'],
    ['logo_on_light', webp(), 'image/webp', 'image/png'],
    ['logo', SVG(RECT), 'image/svg+xml', 'image/svg+xml'],
    ['pdf_background', png({ width: 300, height: 400 }), 'image/png', 'image/png'],
  ])('%s is decoded, re-encoded and shown at a URL derived from its content', async (role, bytes, type, mime) => {
    const { version } = await read();
    const { status, body } = await put(role, bytes, type);
    expect([status, body]).toMatchObject([200, { object: 'brand_asset', role, mime }]);
    const shown = await fetch(body.url);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, mime]);
    expect(shown.headers.get('cache-control')).toMatch(/public, max-age=31536000, immutable/);
    const served = new Uint8Array(await shown.arrayBuffer());
    expect([sha256(served), served.byteLength]).toEqual([body.sha256, body.byte_size]);
    expect(body.url).toContain(body.sha256);
    expect(await assets()).toContainEqual(body);
    expect((await read()).version).toBe(version + 1);
    // A repeat changes nothing.
    expect((await put(role, bytes, type)).body).toEqual(body);
    expect((await read()).version).toBe(version + 1);
  });

  it('of SVG are returned without scripts, links or external references', async () => {
    const evil = SVG(
      `<script>alert(1)</script><a href="https://evil.example"><g onclick="x()">${RECT}</g></a>` +
        '<style>@import url(https://evil.example/a.css);.a{fill:url(https://evil.example/b)}</style>' +
        '<use href="https://evil.example/c.svg#d"/><metadata>secret</metadata>',
      'onload="x()"',
    );
    const { body } = await put('logo', evil, 'image/svg+xml');
    const answer = await fetch(body.url);
    const text = await answer.text();
    expect(text).toContain('#c02050');
    for (const gone of ['script', 'onload', 'onclick', 'evil.example', 'import', 'secret']) {
      expect(text).not.toContain(gone);
    }
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  });

  it.each([
    ['bytes of another type', png(), 'image/jpeg'],
    ['46 bytes with two headers', pngWithTwoHeaders(), 'image/png'],
    ['a whole PNG with two headers', pngWithTwoHeaders({ whole: true }), 'image/png'],
    ['more than 24 megapixels', png({ claimedWidth: 6000, claimedHeight: 4001 }), 'image/png'],
    [
      'a drawing of more than 24 megapixels',
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="6000" height="4001"><rect width="1" height="1"/></svg>',
      ),
      'image/svg+xml',
    ],
    [
      'an SVG with entities',
      Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg"/>'),
      'image/svg+xml',
    ],
    ['an SVG with a picture inside', SVG('<image href="data:image/png;base64,AAAA"/>'), 'image/svg+xml'],
    ['HTML called SVG', Buffer.from('<html/>'), 'image/svg+xml'],
    ['nothing at all', Buffer.alloc(0), 'image/png'],
  ])('are rejected: %s', async (_name, bytes, type) => {
    const before = await assets();
    const { status, body } = await put<ErrorBody>('logo', bytes, type);
    expect([status, Object.keys(body.error.fields ?? {})]).toEqual([422, ['file']]);
    expect(await assets()).toEqual(before);
  });

  it('that render endlessly are rejected within seconds, and the service continues', async () => {
    const levels = Array.from({ length: 24 }, (_, at) => {
      const inner = at === 0 ? RECT : `<use href="#l${at - 1}"/><use href="#l${at - 1}" x="1"/>`;
      return `<g id="l${at}">${inner}</g>`;
    });
    const startedMs = performance.now();
    const { status } = await put<ErrorBody>(
      'logo',
      SVG(`<defs>${levels.join('')}</defs><use href="#l23"/>`),
      'image/svg+xml',
    );
    expect(status).toBe(422);
    expect(performance.now() - startedMs).toBeLessThan(20_000);
    expect((await read()).version).toBeGreaterThan(0);
  }, 60_000);

  it('of a wrong type return 415, too large 413, and of an unknown role 404', async () => {
    expect((await put('logo', Buffer.from('GIF89a'), 'image/gif')).status).toBe(415);
    expect((await put('logo', Buffer.from('{}'), 'application/json')).status).toBe(415);
    expect((await put('pdf_background', SVG(RECT), 'image/svg+xml')).status).toBe(415);
    const large = Buffer.concat([png(), Buffer.alloc(2 * 1024 * 1024)]);
    expect((await put('logo', large, 'image/png')).status).toBe(413);
    expect((await put('favicon', png(), 'image/png')).status).toBe(404);
    expect((await stack.call('DELETE', `${PATH}/assets/favicon`, { key: API_KEY })).status).toBe(404);
  });

  it('return 404 after deletion, which is idempotent', async () => {
    await put('logo_on_light', png(), 'image/png');
    for (const _time of [1, 2]) {
      expect((await stack.call('DELETE', `${PATH}/assets/logo_on_light`, { key: API_KEY })).status).toBe(204);
      expect((await assets()).map(({ role }) => role)).not.toContain('logo_on_light');
    }
  });

  it('return 503 while the store or the decoder does not respond, and nothing changes', async () => {
    const before = await read();
    for (const target of ['objects', 'functions']) {
      await stack.fault(target, 'unavailable', target === 'objects' ? 2 : 1);
      const { status, headers } = await put<ErrorBody>('logo', png({ width: 33 }), 'image/png');
      expect(status).toBe(503);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(await read()).toEqual(before);
    expect((await put('logo', png({ width: 33 }), 'image/png')).status).toBe(200);
  });

  it('that were replaced remain readable for a while, then are deleted; current ones never are', async () => {
    const first = (await put('logo', png({ width: 41 }), 'image/png')).body;
    const second = (await put('logo', png({ width: 42 }), 'image/png')).body;
    await stack.advance(30 * 24 * 3600);
    await stack.runSchedule('picture-sweep');
    expect((await fetch(first.url)).status).toBe(200);
    await stack.advance(160 * 24 * 3600);
    await stack.runSchedule('picture-sweep');
    expect((await fetch(first.url)).status).toBe(404);
    expect((await fetch(second.url)).status).toBe(200);
  });

  it('leave no file when the process crashes before the commit', async () => {
    const bytes = png({ width: 51 });
    const { body: opened } = await put('logo', bytes, 'image/png');
    await stack.call('DELETE', `${PATH}/assets/logo`, { key: API_KEY });
    await stack.advance(200 * 24 * 3600);
    await stack.runSchedule('picture-sweep');
    expect((await fetch(opened.url)).status).toBe(404);
    const before = await read();
    await stack.crash('put-brand-asset', 'before-commit');
    expect((await put('logo', bytes, 'image/png')).status).toBe(502);
    await stack.advance(2 * 3600);
    await stack.runSchedule('picture-sweep');
    expect((await fetch(opened.url)).status).toBe(404);
    expect(await read()).toEqual(before);
  });
});

describe('a saved change is shown immediately', () => {
  it('on the payment page, on the code page and in emails', async () => {
    await patch({ display_name: 'Blåbær & Co', tagline: 'Friske bær', colors: { primary: '#3b1d6e' } });
    const { body: logo } = await put('logo', png({ width: 70, height: 30 }), 'image/png');
    const { body: order } = await shop.order(giftCard(), { recipient: { name: 'Bo', email: 'brand@example.com' } });
    const page = await stack.get((await shop.session(order.id)).body.url);
    const html = page.bytes.toString();
    for (const part of ['Blåbær &amp; Co', '#3b1d6e', logo.url]) expect(html).toContain(part);
    expect(page.headers.get('content-security-policy')).toContain('img-src');
    const paid = await shop.sell(giftCard(), { recipient: { name: 'Bo', email: 'brand@example.com' } });
    const [mail] = await stack.mail('brand@example.com');
    expect(mail?.from).toContain('Blåbær & Co');
    for (const part of ['#3b1d6e', logo.url, 'Friske bær']) expect(mail?.html).toContain(part);
    const { body: items } = await stack.get<{ data: { code: string }[] }>(`/v2/items?order_id=${paid.id}`, {
      key: API_KEY,
    });
    const item = await stack.get<{ claim_url: string }>(`/v2/items/${items.data[0]?.code}`, { key: API_KEY });
    const code = await stack.get(item.body.claim_url);
    for (const part of ['Blåbær &amp; Co', '#3b1d6e', items.data[0]?.code ?? '?']) {
      expect(code.bytes.toString()).toContain(part);
    }
  });
});

describe('operator data', () => {
  const withBrand = (brand: object) => ({
    ...ruleSeed,
    companies: ruleSeed.companies.map((company) => (company.slug === 'shop' ? { ...company, brand } : company)),
  });
  const logo = (bytes: Buffer): string => `data:image/png;base64,${bytes.toString('base64')}`;
  const brand = { display_name: 'Shoppen', colors: { primary: '#004422' }, assets: { logo: logo(png()) } };

  it('imports a brand with its pictures; the same file again changes nothing, a changed one does', async () => {
    const other = await startStack({ seed: withBrand(brand) });
    const get = async () => (await other.get<BrandBody>(PATH, { key: API_KEY })).body;
    try {
      expect(await get()).toMatchObject({ display_name: 'Shoppen', colors: { primary: '#004422' } });
      const { body } = await other.get<{ data: AssetBody[] }>(`${PATH}/assets`, { key: API_KEY });
      expect(body.data.map(({ role, mime }) => [role, mime])).toEqual([['logo', 'image/png']]);
      expect((await fetch(body.data[0]?.url ?? '')).status).toBe(200);
      await other.call('PATCH', PATH, { key: API_KEY, body: { display_name: 'Changed by the partner' } });
      const before = await get();
      await importOperatorFile(other, withBrand(brand));
      expect(await get()).toEqual(before);
      await importOperatorFile(other, withBrand({ ...brand, display_name: 'Shoppen igen' }));
      expect(await get()).toMatchObject({ display_name: 'Shoppen igen', version: before.version + 1 });
      await expect(importOperatorFile(other, withBrand({ colors: { text: '#ffffff' } }))).rejects.toThrow(
        /companies\[0\]\.brand\.colors\.text/,
      );
      const broken = { ...brand, assets: { logo: logo(pngWithTwoHeaders()) } };
      await expect(importOperatorFile(other, withBrand(broken))).rejects.toThrow(/brand\.assets\.logo/);
      expect(await get()).toMatchObject({ display_name: 'Shoppen igen' });
    } finally {
      await other.stop();
    }
  });
});

import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importOperatorFile, opsWithoutStack, ops } from '../support/ops.ts';
import { withoutWhitespace, textOfPages } from '../support/read-pdf.ts';
import { qrCodesOf } from '../support/render-pdf.ts';
import { API_KEY, ruleSeed } from '../support/seed.ts';
import { giftCard, Shop, type OrderBody } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';
import { CODE, formPdf, simplePdf, TemplatePartner } from '../support/templates.ts';

let stack: RunningStack;
let shop: Shop;
let partner: TemplatePartner;
beforeAll(async () => {
  stack = await startStack({ seed: ruleSeed });
  shop = new Shop(stack);
  partner = new TemplatePartner(stack, API_KEY);
}, 60_000);
afterAll(() => stack.stop());

const fixture = (name: string): Buffer => readFileSync(`test/fixtures/templates/${name}.pdf`);
const layout = [
  { field: 'code', page: 1, x: 36, y: 480, width: 220, height: 32 },
  { field: 'qr', page: 1, x: 280, y: 440, width: 110, height: 110 },
];
const documentOf = async (order: OrderBody): Promise<Buffer> =>
  (await stack.get(order.line_items[0]?.pdf?.url ?? '', { key: API_KEY })).bytes;

describe('operator data', () => {
  const withTemplates = (pdf_templates: object[]) => ({
    ...ruleSeed,
    companies: ruleSeed.companies.map((company) => (company.slug === 'shop' ? { ...company, pdf_templates } : company)),
  });
  const dataUrl = (bytes: Buffer): string => `data:application/pdf;base64,${bytes.toString('base64')}`;

  it('imports templates once: changes by a partner are kept, and a changed file is a new template', async () => {
    const names = async (): Promise<string[]> => (await partner.list()).map(({ name, status }) => `${name} ${status}`);
    const before = await names();
    const cards = { name: 'Brought in', product_type: 'gift_card', active: true };
    const tickets = { name: 'With places', product_type: 'event_ticket', layout };
    const one = [
      { ...cards, file: dataUrl(await simplePdf('BROUGHT IN')) },
      { ...tickets, file: dataUrl(fixture('cairo')) },
    ];
    expect((await importOperatorFile(stack, withTemplates(one))).stderr).not.toContain('fault');
    expect((await names()).filter((name) => !before.includes(name)).toSorted()).toEqual([
      'Brought in active',
      'With places ready',
    ]);
    expect((await textOfPages(await documentOf(await shop.sell(giftCard()))))[0]).toContain('BROUGHT IN');
    expect((await partner.post('/revert', { product_type: 'gift_card' })).body.kind).toBe('default');
    const reverted = await names();
    await importOperatorFile(stack, withTemplates(one));
    expect(await names()).toEqual(reverted);
    await importOperatorFile(stack, withTemplates([{ ...cards, file: dataUrl(await simplePdf('NEXT YEAR')) }]));
    expect(await names()).toHaveLength(reverted.length + 1);
    expect((await textOfPages(await documentOf(await shop.sell(giftCard()))))[0]).toContain('NEXT YEAR');
    await partner.post('/revert', { product_type: 'gift_card' });
  });

  it('is rejected as a whole for an invalid template file, with its position', async () => {
    const before = await partner.list();
    const good = { name: 'Good', file: dataUrl(await simplePdf()), active: true };
    const refused = (given: object[], place: RegExp): Promise<void> =>
      expect(importOperatorFile(stack, withTemplates(given))).rejects.toThrow(place);
    const bad = { name: 'Bad', file: dataUrl(await formPdf({ title: CODE })) };
    await refused([good, bad], /companies\[0\]\.pdf_templates\[1\]\.file/);
    await refused([{ ...good, layout: [{ ...layout[0], page: 9 }] }], /pdf_templates\[0\]\.layout\[0\]/);
    await refused([{ ...good, file: 'no-such.pdf' }], /pdf_templates\[0\]\.file/);
    await refused([good, { ...good, name: 'Too' }], /pdf_templates\[1\]\.active/);
    await refused([{ ...good, colour: 'red' }], /pdf_templates\[0\]\.colour/);
    expect(await partner.list()).toEqual(before);
  });
});

describe('commands', () => {
  it('create a sample for designers, upload, preview, activate and revert it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'templates-'));
    const file = (name: string): string => join(folder, name);
    const run = async (...args: string[]): Promise<string> => {
      const { status, stdout, stderr } = await ops(stack, 'templates', ...args, '--key', API_KEY);
      if (status !== 0) throw new Error(stderr);
      return stdout;
    };
    try {
      for (const type of ['gift_card', 'gift_card_variant', 'event_ticket', 'special_offer']) {
        const blank = file(`${type}.pdf`);
        const { stdout, status } = await opsWithoutStack('templates', 'sample', '--type', type, '--out', blank);
        expect(status).toBe(0);
        const offered = stdout.slice(stdout.indexOf(':') + 1).split(',');
        const id = /pdft_[0-9a-f]{32}/.exec(await run('put', blank, '--name', `Blank ${type}`, '--type', type))?.[0];
        const { fields } = await partner.read(id ?? '');
        expect(fields.map(({ name }) => name).toSorted()).toEqual(offered.map((name) => name.trim()).toSorted());
        await run('preview', id ?? '', '--out', file('preview.pdf'));
        const preview = readFileSync(file('preview.pdf'));
        expect(withoutWhitespace((await textOfPages(preview))[0] ?? '').toUpperCase()).toContain('PRØVE');
        expect((await qrCodesOf(preview))[0]).toContain('SAMPLE');
        expect(await run('activate', id ?? '')).toContain('active');
        expect(await run('list')).toContain(`Blank ${type}`);
        expect(await run('revert', '--type', type)).toContain('Default');
      }
      const wrong = await opsWithoutStack('templates', 'sample', '--type', 'voucher', '--out', file('x.pdf'));
      expect([wrong.status, wrong.stderr.includes('--type must be one of')]).toEqual([1, true]);
      const put = ['put', file('gift_card.pdf'), '--layout', file('none.json')];
      await expect(run(...put)).rejects.toThrow(/^\S+none\.json cannot be read as JSON \(ENOENT.*\)\.\n$/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

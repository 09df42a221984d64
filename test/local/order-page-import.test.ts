import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importOperatorFile } from '../support/ops.ts';
import { fieldsOf, pageEditor, type PageBody } from '../support/order-page.ts';
import { cafe, experience, PAGE_KEY, pageSeed } from '../support/page-seed.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

/** Operator data that contains the order page of the company. */
const withPage = (values: object, more: object = {}) => ({ companies: [{ ...cafe, order_page: { values } }], ...more });

const [, ...others] = pageSeed.companies;
const seed = {
  ...pageSeed,
  companies: [...withPage({ open: true, title: { da: 'Fra filen' } }).companies, ...others],
  experiences: [
    experience(1, { options: [{ id: 1, name: 'Standard', amount: 20000, stock: 9, publish_stock: true }] }),
  ],
  restock: [{ option: 'gcvo_1', remaining: 5 }],
};

let stack: RunningStack;
let folder: string;
const { page, patch, set, draft, discard, revisions, restore } = pageEditor(() => stack);
const importPage = (values: object, more: object = {}) => importOperatorFile(stack, withPage(values, more));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'page-'));
  stack = await startStack({ seed, dataDir: folder });
});
afterAll(async () => {
  await stack.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('an order page in operator data', () => {
  test('is published as a revision of the operator', async () => {
    expect((await page()).body).toMatchObject({ revision: 1, values: { open: true, title: { da: 'Fra filen' } } });
    expect(await revisions()).toMatchObject([
      { number: 1, changed: ['open', 'title'], published_by: { type: 'operator', label: 'operator data' } },
    ]);
  });

  test('changes nothing when the same content is imported again, even after the company has published', async () => {
    await importPage({ open: true, title: { da: 'Fra filen' } });
    expect((await page()).body.revision).toBe(1);
    await set({ title: { da: 'Fra butikken' } });
    await importPage({ open: true, title: { da: 'Fra filen' } });
    expect((await page()).body).toMatchObject({ revision: 2, values: { title: { da: 'Fra butikken' } } });
  });

  test('is loaded again after a power cut without replacing later publications', async () => {
    const before = (await page()).body;
    await stack.kill();
    stack = await startStack({ seed, dataDir: folder });
    expect((await page()).body).toEqual({ ...before, url: `${stack.url}/shop/cafe` });
  });

  test('is loaded again after a power cut without undoing a later restock', async () => {
    const left = async (): Promise<unknown> => {
      const { body } = await stack.get<{ options: { availability: { remaining: number } }[] }>('/v2/products/gcv_1', {
        key: PAGE_KEY,
      });
      return body.options[0]?.availability.remaining;
    };
    expect(await left()).toBe(5);
    await importOperatorFile(stack, { restock: [{ option: 'gcvo_1', remaining: 2 }] });
    await stack.kill();
    stack = await startStack({ seed, dataDir: folder });
    expect(await left()).toBe(2);
  });

  test('changes the named members when its content is new, and keeps the others', async () => {
    await set({ 'contact.phone': '+45 1' });
    await importPage({ open: true, title: { en: 'From the file' } });
    expect((await page()).body).toMatchObject({
      revision: 4,
      values: { title: { da: 'Fra butikken', en: 'From the file' }, 'contact.phone': '+45 1' },
    });
  });

  test('creates no revision when the page already has the values', async () => {
    await importPage({ 'contact.phone': '+45 1' });
    expect((await page()).body.revision).toBe(4);
  });

  test('is validated as a whole before anything is written, with each error under its path', async () => {
    const faulty = importPage(
      { title: { xx: 'x' }, 'contact.email': 'none', featured_products: ['gcv_77'], nonsense: 1 },
      { experiences: [experience(8)] },
    );
    await expect(faulty).rejects.toThrow(/\$\.companies\[0\]\.order_page\.values\.title[^]*/);
    const message = await faulty.catch((error: Error) => error.message);
    for (const path of ['.title', '["contact.email"]', '.featured_products', '.nonsense']) {
      expect(message).toContain(`$.companies[0].order_page.values${path}`);
    }
    expect((await page()).body.revision).toBe(4);
    const { etag } = (await page()).body;
    expect(fieldsOf(await patch({ featured_products: ['gcv_8'] }, etag))).toHaveProperty(['values.featured_products']);
  });

  test('may feature a product of the same file', async () => {
    await importPage({ featured_products: ['gcv_9', 'gcv_1'] }, { experiences: [experience(9)] });
    expect((await page()).body).toMatchObject({ values: { featured_products: ['gcv_9', 'gcv_1'] }, ignored: [] });
  });
});

describe('values that a later catalog no longer supports', () => {
  test('are omitted and listed, and return with their products', async () => {
    await set({ featured_products: ['gcv_1', 'gcv_9'], suggested_amounts: [20_000, 400_000] });
    await importOperatorFile(stack, {
      companies: [{ ...cafe, gift_card: { ...cafe.gift_card, maximum_amount: 300_000 } }],
      experiences: [experience(9, { active: false })],
    });
    const now = (await page()).body;
    expect(now.ignored).toEqual(['featured_products', 'suggested_amounts']);
    expect(now.values).toMatchObject({ featured_products: ['gcv_1'], suggested_amounts: [20_000] });
    const kept = await set({ 'contact.phone': '+45 2' });
    expect(kept.ignored).toEqual(['featured_products', 'suggested_amounts']);
    await importOperatorFile(stack, { companies: [cafe], experiences: [experience(9)] });
    expect((await page()).body).toMatchObject({ ignored: [], values: { featured_products: ['gcv_1', 'gcv_9'] } });
  });

  test('prevent a 304 for the page and its drafts, whose ETags stay the same', async () => {
    await set({ featured_products: ['gcv_1', 'gcv_9'] });
    const drafted = await draft({ values: { 'contact.phone': '+45 3' } });
    const paths = ['/v2/order-page', `/v2/order-page/drafts/${drafted.body.id}`];
    const read = (path: string, headers = {}) => stack.get<PageBody>(path, { key: PAGE_KEY, headers });
    const before = await Promise.all(paths.map((path) => read(path)));
    await importOperatorFile(stack, { companies: [], experiences: [experience(9, { active: false })] });
    for (const [at, path] of paths.entries()) {
      const { etag } = before[at]!.body;
      const again = await read(path, { 'If-None-Match': etag });
      expect([again.status, again.headers.get('etag'), again.body.etag]).toEqual([200, etag, etag]);
      expect(again.body.values['featured_products']).toEqual(['gcv_1']);
      const head = await stack.call('HEAD', path, { key: PAGE_KEY, headers: { 'If-None-Match': etag } });
      expect(head.status).toBe(200);
    }
    await importOperatorFile(stack, { companies: [], experiences: [experience(9)] });
    await discard(drafted.body.id);
  });

  test('do not prevent restoring a revision that contains them', async () => {
    const [newest] = await revisions();
    await set({ featured_products: null });
    await importOperatorFile(stack, { companies: [], experiences: [experience(9, { active: false })] });
    const answer = await restore(newest!.id);
    expect(answer.status).toBe(200);
    expect(answer.body.values?.['featured_products']).toEqual(['gcv_1', 'gcv_9']);
    expect((await page()).body).toMatchObject({
      ignored: ['featured_products'],
      values: { featured_products: ['gcv_1'] },
    });
  });
});

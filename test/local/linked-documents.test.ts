import { ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DOCUMENTS_PER_MINUTE } from '../../functions/domain/company/users/visits/visitor-limits.ts';
import { itemSeed, Till } from '../support/item-shop.ts';
import { giftCard, Shop } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let till: Till;
beforeAll(async () => {
  stack = await startStack({ seed: itemSeed, env: { TRUSTED_PROXIES: '1' } });
  till = new Till(stack);
});
afterAll(() => stack.stop());

const bucketOf = async () => {
  const variables = await stack.control<Record<string, string>>('GET', '/environment');
  const s3 = new S3Client({
    region: 'eu-west-1',
    endpoint: variables['AWS_ENDPOINT_URL_S3'] ?? '',
    forcePathStyle: true,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  return { s3, Bucket: variables['BUCKET_DOCUMENTS'] ?? '' };
};

/**
 * Replaces the content of every cached document, so that a response shows whether it was cached. Returns the number of
 * documents.
 */
const replaceKept = async (text: string): Promise<number> => {
  const { s3, Bucket } = await bucketOf();
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'passing/' }));
  for (const { Key } of Contents) {
    await s3.send(new PutObjectCommand({ Bucket, Key, Body: text, ContentType: 'application/pdf' }));
  }
  s3.destroy();
  return Contents.length;
};

const linkOf = async (code: string): Promise<string> =>
  ((await till.item(code)) as unknown as { pdf_short_url: string }).pdf_short_url;

let visitors = 0;
const open = (path: string, address = `203.0.113.${++visitors}`, headers: Record<string, string> = {}) =>
  stack.get<string>(path, { headers: { 'X-Forwarded-For': address, ...headers } });

describe('the document of an item behind its link', () => {
  test('is rendered once, and again after a change to its input, or after an hour', async () => {
    const code = await till.card(100);
    const link = await linkOf(code);
    const first = await open(link);
    expect([first.status, first.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    expect(await replaceKept('%PDF-kept')).toBe(1);
    const second = await open(link);
    expect(second.bytes.toString()).toBe('%PDF-kept');
    expect(second.headers.get('content-disposition')).toBe(first.headers.get('content-disposition'));
    await till.claim(code, { type: 'amount', amount: 40 });
    expect((await open(link)).bytes.toString()).not.toBe('%PDF-kept');
    await replaceKept('%PDF-older');
    await stack.advance(3600);
    expect((await open(link)).bytes.equals(first.bytes)).toBe(true);
  });

  test('is rendered even when the store does not respond', async () => {
    const link = await linkOf(await till.card(100));
    await stack.fault('objects', 'unavailable', 2);
    expect((await open(link)).status).toBe(200);
  });

  test('is unavailable after the end of the item, cached or not', async () => {
    const code = await till.card(100);
    const link = await linkOf(code);
    expect((await open(link)).status).toBe(200);
    await till.do(code, 'cancel');
    expect((await open(link)).status).toBe(404);
  });

  test('is not listed by a search engine that finds the link', async () => {
    const { headers } = await open(await linkOf(await till.card(100)));
    expect([headers.get('x-robots-tag'), headers.get('referrer-policy')]).toEqual(['noindex', 'no-referrer']);
  });

  test('may be cached by the browser for a while, and is not sent again to a browser that has it', async () => {
    const link = await linkOf(await till.card(100));
    const { headers } = await open(link);
    expect(headers.get('cache-control')).toBe('private, max-age=300');
    expect((await open(link, undefined, { 'If-None-Match': headers.get('etag') ?? '' })).status).toBe(304);
    expect((await open(`${link}x`)).headers.get('cache-control')).toBe('no-store');
  });
});

test.each(['items', 'orders'])(
  'documents of %s are limited by IP address, and invalid links do not count',
  async (kind) => {
    await stack.advance(61);
    let link = await linkOf(await till.card(100));
    if (kind === 'orders') {
      const shop = new Shop(stack, till.key);
      await shop.sell(giftCard(), { sender: { name: 'Ane', email: 'ane@buyer.example' } });
      const [mail] = await stack.mail('ane@buyer.example');
      link = new URL(/\S+\/documents\/[\w.-]+/.exec(mail?.text ?? '')?.[0] ?? '').pathname;
    }
    const address = kind === 'items' ? '198.51.100.1' : '198.51.100.2';
    for (let at = 0; at < DOCUMENTS_PER_MINUTE; at++) expect((await open(`${link}x`, address)).status).toBe(404);
    const statuses: number[] = [];
    for (let at = 0; at < DOCUMENTS_PER_MINUTE; at++) statuses.push((await open(link, address)).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const refused = await open(link, address);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    const page = await open(link, address, { Accept: 'text/html' });
    expect([page.status, page.headers.get('content-type')]).toEqual([429, expect.stringContaining('text/html')]);
    expect((await open(link, '198.51.100.3')).status).toBe(200);
  },
);

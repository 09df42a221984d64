import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { Visitor, GIFT, type FoundPage } from '../support/page-visitor.ts';
import { manyProducts, shopSeed } from '../support/shop-seed.ts';
import { startStack, type RunningStack } from '../support/stack.ts';
import { roundTo, type Section } from './report.ts';

/** Number of requests to each page, below the number that starts shared reads for the next second. */
const REQUESTS = 3;
const ALONE_AFTER_MS = 2100;
const COUNTS = [5, 500];

type Step = readonly [name: string, open: () => Promise<unknown>];

/** Table calls, units and bytes of the pages of a small shop and of a large shop. */
export const benchPages = async (): Promise<Section> => {
  const rows = [];
  for (const count of COUNTS) {
    const stack = await startStack({ seed: { ...shopSeed, experiences: manyProducts(count) } });
    try {
      rows.push(...(await measurePages(stack, count)));
    } finally {
      await stack.stop();
    }
  }
  return {
    title: 'Pages of a shop',
    note: `Averages of ${REQUESTS}; "chain" is the longest sequence of calls that waited for each other. Bytes are those of the page; the first visit also loads style and script.`,
    rows,
  };
};

export const measurePages = async (stack: RunningStack, products: number) => {
  const visitor = new Visitor(() => stack, { address: '203.0.113.1' });
  const landing = await visitor.open('/shop/shop/en');
  const files = await Promise.all(
    [landing.attribute('link[rel="stylesheet"]', 'href'), landing.attribute('script', 'src')].map((path) =>
      stack.get(path ?? ''),
    ),
  );
  const assetBytes = files.reduce((sum, { bytes }) => sum + compressed(bytes), 0);
  const link = '/shop/shop/en/buy?item=gift_card_value:1:20000';
  const summary = await visitor.submit(await visitor.open(link), GIFT);
  const fresh = async (): Promise<FoundPage> => visitor.submit(await visitor.open(link), GIFT);
  const summaries = await Promise.all(Array.from({ length: REQUESTS }, fresh));
  const steps: Step[] = [
    ['shop-landing', () => visitor.open('/shop/shop/en')],
    ['shop-product', () => visitor.open('/shop/shop/en/products/gcv_1')],
    ['shop-buy', () => visitor.open(link)],
    ['shop-order', () => visitor.submit(summaries.pop() ?? summary, {}, { step: 'confirm' })],
  ];
  const rows: Record<string, string | number>[] = [];
  for (const [name, open] of steps) {
    await sleep(ALONE_AFTER_MS);
    await stack.resetUsage();
    let last: FoundPage | undefined;
    for (let round = 0; round < REQUESTS; round++) last = (await open()) as FoundPage;
    const usage = (await stack.usage())['area-shop'];
    const bytes = compressed(last?.answer.bytes ?? Buffer.alloc(0));
    rows.push({
      page: { 'shop-landing': 'landing', 'shop-product': 'product', 'shop-buy': 'form' }[name] ?? 'placed order',
      products,
      calls: roundTo((usage?.calls ?? 0) / REQUESTS),
      chain: usage?.sequential ?? 0,
      RCU: roundTo((usage?.rcu ?? 0) / REQUESTS),
      WCU: roundTo((usage?.wcu ?? 0) / REQUESTS),
      'bytes compressed': bytes,
      'first view': last?.status === 200 ? bytes + assetBytes : '',
    });
  }
  return rows;
};

const compressed = (bytes: Buffer): number => brotliCompressSync(bytes).byteLength;

import { brotliCompressSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { measurePages } from '../bench/pages.ts';
import { manyProducts, shopSeed } from '../support/shop-seed.ts';
import { startStack } from '../support/stack.ts';

const FIRST_VIEW_MAX_BYTES = 30_000;
const SCRIPT_MAX_BYTES = 10_000;

const measure = async (count: number) => {
  const stack = await startStack({ seed: { ...shopSeed, experiences: manyProducts(count) } });
  try {
    return await measurePages(stack, count);
  } finally {
    await stack.stop();
  }
};

test('a page makes as many calls for 500 products as for 5, and its initial download is small', async () => {
  const [few, many] = [await measure(5), await measure(500)];
  expect(many.map(({ page, calls, chain }) => ({ page, calls, chain }))).toEqual(
    few.map(({ page, calls, chain }) => ({ page, calls, chain })),
  );
  for (const { page, chain, 'first view': bytes } of [...few, ...many]) {
    if (page !== 'placed order') {
      expect(chain, `chain of ${page}`).toBeLessThanOrEqual(2);
      expect(bytes, `bytes of ${page}`).toBeLessThanOrEqual(FIRST_VIEW_MAX_BYTES);
    }
  }
});

test('the scripts are small', () => {
  for (const name of ['shop.js', 'embed.js']) {
    const script = readFileSync(new URL(`../../functions/pages/shop/assets/${name}`, import.meta.url));
    expect(brotliCompressSync(script).byteLength, name).toBeLessThanOrEqual(SCRIPT_MAX_BYTES);
  }
});

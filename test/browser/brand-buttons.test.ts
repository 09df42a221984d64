import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contrastRatio } from '../../functions/domain/company/brand/contrast.ts';
import { GIFT, Visitor } from '../support/page-visitor.ts';
import { giftCard, Shop } from '../support/shop.ts';
import { DESK, PHONE, ShopBrowser } from '../support/shop-browser.ts';
import { SHOP_KEY, shopSeed } from '../support/shop-seed.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

/**
 * Main colors of brands: one that equals the background, one that is invisible only in dark mode, and one that is
 * always visible.
 */
const BRANDS = { white: '#ffffff', night: '#12343b', mid: '#8a6d00' };

let stack: RunningStack;
let browser: ShopBrowser;
beforeAll(async () => {
  [stack, browser] = await Promise.all([
    startStack({ seed: shopSeed, env: { TRUSTED_PROXIES: '1' } }),
    ShopBrowser.start(),
  ]);
});
afterAll(async () => {
  await browser.stop();
  await stack.stop();
});

interface ButtonColors {
  fill: string;
  border: string;
  width: string;
  ground: string;
}

/** Colors of a button's fill and border, and of the surface behind it. */
const SEEN = `(selector) => {
  const hex = (color) => {
    const [red, green, blue, alpha = 1] = color.match(/[\\d.]+/g).map(Number);
    return alpha === 0 ? '' : '#' + [red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('');
  };
  const button = document.querySelector(selector);
  const { backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(button);
  let behind = button.parentElement;
  while (hex(getComputedStyle(behind).backgroundColor) === '') behind = behind.parentElement;
  const ground = hex(getComputedStyle(behind).backgroundColor);
  return { fill: hex(backgroundColor), border: hex(borderTopColor), width: borderTopWidth, ground };
}`;

const pagesOf = async (): Promise<[string, string, string][]> => {
  const shop = new Shop(stack, SHOP_KEY);
  const visitor = new Visitor(() => stack, { address: '203.0.113.7' });
  const form = await visitor.open('/shop/shop/en/buy?item=gift_card_value:1:20000');
  const { location } = await visitor.submit(await visitor.submit(form, GIFT), {}, { step: 'confirm' });
  const { id } = await shop.sell(giftCard());
  const { body } = await stack.get<{ data: { code: string }[] }>(`/v2/items?order_id=${id}`, { key: SHOP_KEY });
  return [
    ['shop', '/shop/shop/en/products/gift_card_value', '.choice button'],
    ['payment', new URL(location).pathname, 'details.method[open] button'],
    ['code', `/c/shop/${body.data[0]?.code ?? ''}`, '.button.main'],
  ];
};

describe.each(Object.entries(BRANDS))('the buttons of a brand whose main color is %s', (name, primary) => {
  let pages: [string, string, string][];
  beforeAll(async () => {
    const changed = await stack.call('PATCH', '/v2/companies/shop/brand', {
      key: SHOP_KEY,
      body: { colors: { primary } },
    });
    expect(changed.status).toBe(200);
    pages = await pagesOf();
  });

  test.each(['light', 'dark'] as const)('are visible for a product, a payment and a code, %s', async (colorScheme) => {
    for (const width of [PHONE, DESK]) {
      const window = await browser.window({ width });
      await window.emulateMedia({ colorScheme });
      for (const [page, path, selector] of pages) {
        await window.goto(`${stack.url}${path}`);
        const seen = await window.evaluate<ButtonColors>(`(${SEEN})(${JSON.stringify(selector)})`);
        expect(seen, page).toMatchObject({ fill: primary, width: '1px' });
        const isFillSeen = contrastRatio(seen.fill, seen.ground) >= 3;
        if (isFillSeen) expect(seen.border, page).toBe('');
        else expect(contrastRatio(seen.border, seen.ground), page).toBeGreaterThanOrEqual(3);
        const folder = process.env['SCREENSHOTS'];
        if (folder) await window.screenshot({ path: `${folder}/brand-${name}-${page}-${colorScheme}-${width}.png` });
      }
    }
  });
});

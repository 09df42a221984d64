import { expect } from 'vitest';
import { GIFT, Visitor, type FormInput, type FoundPage } from './page-visitor.ts';
import type { OrderBody } from './shop.ts';
import { SHOP_KEY } from './shop-seed.ts';
import type { RunningStack } from './stack.ts';

/** A gift card of 200. */
export const CARD = 'item=gift_card_value:1:20000';

interface ShopVisits {
  /** A visitor with a separate IP address, so that no limit applies. */
  someone(language?: string): Visitor;
  /** The newest orders of the shop, at most 100. */
  orders(): Promise<OrderBody[]>;
  /** Runs an action, and returns the number of new orders. */
  made(act: () => Promise<unknown>): Promise<number>;
  /** Fills in a form and returns its summary, ready to be submitted. */
  reviewed(visitor: Visitor, link?: string, filling?: FormInput): Promise<FoundPage>;
  /** Presses the button of a summary. */
  press(visitor: Visitor, summary: FoundPage, changed?: FormInput): Promise<FoundPage>;
}

/** Buyers in the shop of `shop-seed.ts`, which trusts the proxy's IP addresses. */
export const shopVisits = (stack: () => RunningStack): ShopVisits => {
  let visitors = 0;
  const orders = async (): Promise<OrderBody[]> =>
    (await stack().get<{ data: OrderBody[] }>('/v2/orders?limit=100', { key: SHOP_KEY })).body.data;
  return {
    someone(language = 'en') {
      visitors += 1;
      return new Visitor(stack, { address: `203.0.113.${visitors}`, language });
    },
    orders,
    async made(act) {
      const before = (await orders()).length;
      await act();
      return (await orders()).length - before;
    },
    async reviewed(visitor, link = CARD, filling = GIFT) {
      const summary = await visitor.submit(await visitor.open(`/shop/shop/en/buy?${link}`), filling);
      expect(summary.textOf('h1'), JSON.stringify(summary.faults)).toBe('Check your order');
      return summary;
    },
    press: (visitor, summary, changed = {}) => visitor.submit(summary, changed, { step: 'confirm' }),
  };
};

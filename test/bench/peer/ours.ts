import { API_KEY } from '../../support/seed.ts';
import { giftCard, Shop } from '../../support/shop.ts';
import { startStack } from '../../support/stack.ts';
import { allDone, clientKey, seedFor } from '../flow.ts';
import type { Seller } from './round.ts';

const CLIENTS = 8;

/** This service as `npm start` runs it: a gift card is paid with a test card, rendered as PDF and sent by email. */
export const startOurs = async (): Promise<Seller> => {
  const stack = await startStack({ seed: seedFor(CLIENTS), preload: true });
  const shops = Array.from({ length: CLIENTS }, (_, index) => new Shop(stack, clientKey(index)));
  return {
    pid: stack.child.pid ?? 0,
    sell: async (timed, client) => {
      const shop = shops[client] ?? new Shop(stack, API_KEY);
      const order = await timed(() => shop.order(giftCard()));
      if (order.status !== 201) throw new Error(`An order was refused: ${order.bytes.toString()}`);
      const session = await timed(() => shop.session(order.body.id));
      await timed(() => stack.get(new URL(session.body.url).pathname));
      await timed(() => shop.pay(session.body.url));
      return () => Promise.resolve();
    },
    waitUntilSettled: () => allDone(stack),
    stop: async () => {
      await stack.stop();
    },
  };
};

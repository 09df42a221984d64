import { ruleSeed } from '../support/seed.ts';
import { experience, giftCard, Shop } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';
import { roundTo, type Section } from './report.ts';

const REQUESTS = 5;

/** Maximum number of sequential table calls, by route. */
export const SEQUENTIAL_BUDGETS: Record<string, number> = {
  'list-products': 2,
  'read-product': 2,
  'create-quote': 2,
  'create-order': 3,
  'get-order': 2,
  'list-orders': 2,
  me: 2,
};

/** Table calls, their longest sequential chain, and units per route, for the routes of a sale. */
export const benchCalls = async (): Promise<Section> => {
  const stack = await startStack({ seed: ruleSeed });
  try {
    const rows = await measureCalls(stack);
    return {
      title: 'Table calls and units per request',
      note: `Averages of ${REQUESTS} requests; "chain" is the longest sequence of calls that waited for each other.`,
      rows,
    };
  } finally {
    await stack.stop();
  }
};

export const measureCalls = async (stack: RunningStack): Promise<Record<string, string | number>[]> => {
  const shop = new Shop(stack);
  const { key } = shop;
  // A key is cached after its first request, as on a warm function.
  await stack.get('/v2/me', { key });
  await stack.resetUsage();
  for (let round = 0; round < REQUESTS; round++) {
    const { body: order } = await shop.order(experience(2), { client_reference: `cart-${round}` });
    await stack.get('/v2/products', { key });
    await stack.get('/v2/products/gcv_2', { key });
    await stack.post('/v2/quotes', { key, body: { items: giftCard() } });
    await stack.get(`/v2/orders/${order.id}`, { key });
    await stack.get('/v2/orders', { key });
    await stack.get('/v2/me', { key });
    const { body: session } = await shop.session(order.id);
    await shop.pay(session.url);
    await stack.idle();
    await shop.refund(order.id, { amount: 1000 });
  }
  await stack.idle();
  return Object.entries(await stack.usage())
    .filter(([, usage]) => usage.requests > 0)
    .map(([name, usage]) => ({
      function: name,
      requests: usage.requests,
      calls: roundTo(usage.calls / usage.requests),
      chain: usage.sequential,
      'chain budget': SEQUENTIAL_BUDGETS[name] ?? '',
      RCU: roundTo(usage.rcu / usage.requests),
      WCU: roundTo(usage.wcu / usage.requests),
    }));
};

import type { RunningStack } from './stack.ts';

interface Order {
  id: string;
  status: string;
  payment: { status: string };
  fulfillment: { status: string | null };
  line_items: { issued_count: number; quantity: number }[];
}

export const CARDS = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  slowCapture: '4000 0000 0000 0341',
  repeatedNotices: '4000 0000 0000 0259',
};

interface Sale {
  key: string;
  /** Prefix of the idempotency keys of the order and the session. */
  name: string;
  recipient?: string;
  quantity?: number;
}

/** Creates an unpaid order of gift cards for 200.00. Throws on failure. */
export const order = async (stack: RunningStack, sale: Sale): Promise<Order> => {
  const { name, key, quantity = 1, recipient = `${name}@example.test` } = sale;
  const answer = await stack.post<Order>('/v2/orders', {
    key,
    idempotencyKey: `order ${name}`,
    body: {
      items: [{ product_id: 'gift_card_value', amount: 20000, quantity }],
      sender: { name: 'Anna', email: 'anna@example.test' },
      recipient: { name: 'Bo', email: recipient },
      return_url: 'http://127.0.0.1/thanks',
    },
  });
  if (answer.status !== 201) throw new Error(`order ${name}: ${answer.status} ${answer.bytes.toString()}`);
  return answer.body;
};

/** Opens a payment page for an order, and returns its URL. */
export const openSession = async (stack: RunningStack, sale: Sale, orderId: string): Promise<string> => {
  const answer = await stack.post<{ url: string }>(`/v2/orders/${orderId}/checkout-sessions`, {
    key: sale.key,
    idempotencyKey: `session ${sale.name}`,
  });
  if (answer.status > 201) throw new Error(`session ${sale.name}: ${answer.status} ${answer.bytes.toString()}`);
  return answer.body.url;
};

/** Fills in the payment page; the response redirects back. */
export const pay = async (stack: RunningStack, url: string, card = CARDS.good): Promise<void> => {
  const body = new URLSearchParams({ card_number: card, expiry: '12/39', cvc: '123' });
  const answer = await stack.post(url, {
    body: body.toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  if (answer.status !== 303) throw new Error(`payment: ${answer.status} ${answer.bytes.toString()}`);
};

/** Creates an order, pays for it, and returns its id. */
export const sell = async (stack: RunningStack, sale: Sale, card = CARDS.good): Promise<string> => {
  const { id } = await order(stack, sale);
  await pay(stack, await openSession(stack, sale, id), card);
  return id;
};

export const readOrder = async (stack: RunningStack, key: string, id: string): Promise<Order> => {
  const answer = await stack.get<Order>(`/v2/orders/${id}`, { key });
  if (answer.status !== 200) throw new Error(`read ${id}: ${answer.status} ${answer.bytes.toString()}`);
  return answer.body;
};

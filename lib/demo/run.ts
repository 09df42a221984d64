import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DemoClient } from './client.ts';
import { DemoReceiver } from './receiver.ts';
import { startStack } from './stack.ts';

const OUTPUT = 'demo-output';
const TEMPLATE = 'events/demo-template.pdf';
const RETURN_URL = 'http://127.0.0.1:1/thanks';
const EVENTS = ['order.created', 'order.payment_authorized', 'order.fulfilled'];

/** Products of the demo, each with its own order. */
const SALES = [
  { name: 'gift-card', items: [{ product_id: 'gift_card_value', amount: 50000, quantity: 1 }] },
  { name: 'experience', items: [{ product_id: 'gcv_12', product_option_id: 'gcvo_31', quantity: 1 }] },
  { name: 'event-tickets', items: [{ product_id: 'evt_5', product_option_id: 'evto_51', quantity: 2 }] },
  { name: 'special-offer', items: [{ product_id: 'so_9', product_option_id: 'sov_91', quantity: 1 }] },
];

interface Order {
  id: string;
  status: string;
  fulfillment: { status: string | null };
  line_items: { pdf?: { url: string } }[];
}

/**
 * Sells one product of each family, and a gift card with a template, through the public API. Prints the calls that a
 * partner makes, verifies the webhooks and saves the documents.
 */
export const runDemo = async (detail: 'short' | 'full' = 'short'): Promise<void> => {
  const stack = await startStack();
  const receiver = await DemoReceiver.start();
  try {
    const key = stack.keys.find(({ company }) => company === 'nordlys')?.key;
    if (!key) throw new Error('The demo data has no key for nordlys');
    const client = new DemoClient(stack.url, key, detail);
    await mkdir(OUTPUT, { recursive: true });
    await client.call('GET', '/v2/products');
    receiver.secret = await registerWebhooks(client, receiver.url);
    const orders: Order[] = [];
    for (const sale of SALES) orders.push(await sell(client, sale));
    orders.push(await sellWithTemplate(client));
    await client.call('POST', '/_local/idle', { quiet: true });
    checkEvents(receiver, orders);
    console.log(`Everything was sold, delivered and verified. The documents are in ${OUTPUT}/.`);
  } finally {
    await receiver.stop();
    await stack.stop();
  }
};

const registerWebhooks = async (client: DemoClient, url: string): Promise<string> => {
  const { body } = await client.call('POST', '/v2/webhook-endpoints', {
    body: { url, events: EVENTS },
    idempotencyKey: 'demo-endpoint',
  });
  return String(body['secret']);
};

const sell = async (client: DemoClient, sale: (typeof SALES)[number]): Promise<Order> => {
  console.log(`— ${sale.name} —\n`);
  await client.call('POST', '/v2/quotes', { body: { items: sale.items } });
  const created = await client.call('POST', '/v2/orders', {
    idempotencyKey: `demo-${sale.name}`,
    body: {
      items: sale.items,
      sender: { name: 'Anna Holm', email: 'anna@example.com' },
      recipient: { name: 'Bjørn Åkesson', email: 'bjorn@example.com' },
      return_url: RETURN_URL,
    },
  });
  const orderId = String(created.body['id']);
  const session = await client.call('POST', `/v2/orders/${orderId}/checkout-sessions`, {
    idempotencyKey: `demo-${sale.name}-pay`,
  });
  const page = String(session.body['url']);
  await client.call('GET', page);
  await client.call('POST', page, { form: { card_number: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' } });
  await client.call('POST', '/_local/idle', { quiet: true });
  const read = await client.call('GET', `/v2/orders/${orderId}`);
  const order = read.body as unknown as Order;
  const pdf = order.line_items[0]?.pdf?.url;
  if (order.fulfillment.status !== 'fulfilled' || !pdf) throw new Error(`The order ${orderId} was not fulfilled`);
  const document = await client.call('GET', pdf);
  await writeFile(join(OUTPUT, `${sale.name}.pdf`), document.bytes);
  return order;
};

/** Sells one more gift card, rendered with a template of the company instead of the default card. */
const sellWithTemplate = async (client: DemoClient): Promise<Order> => {
  console.log('— a card with a template of the company —\n');
  const bytes = await readFile(TEMPLATE);
  const slot = await client.call('POST', '/v2/pdf-templates/upload-intents', {
    idempotencyKey: 'demo-template',
    body: {
      sha256: createHash('sha256').update(bytes).digest('hex'),
      byte_size: bytes.byteLength,
      mime: 'application/pdf',
    },
  });
  const upload = slot.body['upload'] as { url: string; headers: Record<string, string> };
  await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: new Uint8Array(bytes) });
  const id = String(slot.body['id']);
  await client.call('POST', `/v2/pdf-templates/upload-intents/${id}/finalize`, {
    idempotencyKey: 'demo-template-finalize',
    body: { name: 'Christmas 2026', product_type: 'gift_card' },
  });
  await client.call('POST', `/v2/pdf-templates/${id}/activate`, { idempotencyKey: 'demo-template-activate' });
  return sell(client, {
    name: 'gift-card-in-a-template',
    items: [{ product_id: 'gift_card_value', amount: 75000, quantity: 1 }],
  });
};

/** Prints the verified events of each order. Throws unless all `EVENTS` are among them. */
const checkEvents = (receiver: DemoReceiver, orders: readonly Order[]): void => {
  for (const order of orders) {
    const types = [...receiver.events.values()]
      .filter(({ data }) => (data['order'] as Order | undefined)?.id === order.id)
      .map(({ type }) => type);
    console.log(`${order.id}: ${types.join(', ')}`);
    const missing = EVENTS.filter((type) => !types.includes(type));
    if (missing.length > 0) throw new Error(`No event ${missing.join(', ')} of order ${order.id} was received`);
  }
};

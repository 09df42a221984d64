import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Seller, Stopwatch } from './round.ts';

/** Versions of the comparison. SQLite runs in the server's memory and requires no other software. */
export const PEER_VERSION = '3.7.3';
const PACKAGES = [`@vendure/core@${PEER_VERSION}`, 'sql.js@1.13.0'];
const SERVER = resolve(import.meta.dirname, 'vendure-server.cjs');

/** Installs Vendure into a temporary folder, which takes minutes, and starts it with one product. */
export const startVendure = async (): Promise<Seller> => {
  const folder = mkdtempSync(join(tmpdir(), 'peer-'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'peer', private: true }));
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...PACKAGES], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  copyFileSync(SERVER, join(folder, 'server.cjs'));
  const child = spawn(process.execPath, ['server.cjs'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const stop = async (): Promise<void> => {
    const ended = once(child, 'exit');
    if (child.kill()) await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const url = await addressOf(child);
    return { pid: child.pid ?? 0, ...(await sellerAt(url)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** Vendure may log lines before its URL. */
const addressOf = async ({ stdout }: ChildProcess): Promise<string> => {
  if (!stdout) throw new Error('The output of Vendure is not read');
  for await (const line of createInterface({ input: stdout })) {
    if (line.startsWith('{')) return (JSON.parse(line) as { url: string }).url;
    process.stderr.write(`${line}\n`);
  }
  throw new Error('Vendure did not start');
};

/** A client of one of Vendure's APIs, with its own session. */
class Client {
  #token = '';
  readonly #address: string;

  constructor(url: string, api: 'shop-api' | 'admin-api') {
    this.#address = `${url}/${api}`;
  }

  async query<T>(query: string, variables: object = {}): Promise<T> {
    const reply = await fetch(this.#address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(this.#token ? { authorization: `Bearer ${this.#token}` } : {}),
      },
      body: JSON.stringify({ query, variables }),
    });
    this.#token = reply.headers.get('vendure-auth-token') ?? this.#token;
    const { data, errors } = (await reply.json()) as { data: T; errors?: unknown };
    // A refusal is a result of another type that has a message.
    const answers = Object.values(data ?? {}) as ({ message?: string } | null)[];
    const refused = answers.some((answer) => answer?.message !== undefined);
    if (errors !== undefined || refused) throw new Error(`Vendure refused: ${JSON.stringify(errors ?? data)}`);
    return data;
  }
}

const REFUSED = '... on ErrorResult { message }';

const sellerAt = async (url: string): Promise<Pick<Seller, 'sell' | 'waitUntilSettled'>> => {
  const admin = new Client(url, 'admin-api');
  await admin.query(`mutation { login(username: "superadmin", password: "superadmin") { __typename ${REFUSED} } }`);
  const variant = await makeProduct(admin);
  return {
    sell: async (timed) => {
      const order = await sell(new Client(url, 'shop-api'), timed, variant);
      return () => fulfill(admin, order);
    },
    waitUntilSettled: () => Promise.resolve(),
  };
};

const makeProduct = async (admin: Client): Promise<string> => {
  const { createProduct } = await admin.query<{ createProduct: { id: string } }>(
    'mutation ($input: CreateProductInput!) { createProduct(input: $input) { id } }',
    {
      input: { translations: [{ languageCode: 'en', name: 'Gift card', slug: 'gift-card', description: '' }] },
    },
  );
  const { createProductVariants } = await admin.query<{ createProductVariants: { id: string }[] }>(
    'mutation ($input: [CreateProductVariantInput!]!) { createProductVariants(input: $input) { id } }',
    {
      input: [
        {
          productId: createProduct.id,
          sku: 'CARD',
          price: 50_000,
          trackInventory: 'FALSE',
          translations: [{ languageCode: 'en', name: 'Gift card' }],
        },
      ],
    },
  );
  return createProductVariants[0]?.id ?? '';
};

interface Order {
  id: string;
  state: string;
  lines: { id: string }[];
}

/** The requests from a Vendure storefront: cart, buyer, address, shipping, payment. */
const sell = async (shop: Client, timed: Stopwatch, variant: string): Promise<Order> => {
  const step = <T>(query: string, variables?: object): Promise<T> => timed(() => shop.query<T>(query, variables));
  await step(`mutation ($id: ID!) { addItemToOrder(productVariantId: $id, quantity: 1) { __typename ${REFUSED} } }`, {
    id: variant,
  });
  await step(
    `mutation ($input: CreateCustomerInput!) { setCustomerForOrder(input: $input) { __typename ${REFUSED} } }`,
    {
      input: { firstName: 'Anna', lastName: 'Buyer', emailAddress: 'anna@example.com' },
    },
  );
  await step(
    `mutation ($input: CreateAddressInput!) { setOrderShippingAddress(input: $input) { __typename ${REFUSED} } }`,
    { input: { streetLine1: 'Main Street 1', countryCode: 'DK' } },
  );
  const { eligibleShippingMethods } = await step<{ eligibleShippingMethods: { id: string }[] }>(
    '{ eligibleShippingMethods { id } }',
  );
  await step(`mutation ($ids: [ID!]!) { setOrderShippingMethod(shippingMethodId: $ids) { __typename ${REFUSED} } }`, {
    ids: eligibleShippingMethods.map(({ id }) => id),
  });
  await step(`mutation { transitionOrderToState(state: "ArrangingPayment") { __typename ${REFUSED} } }`);
  const { addPaymentToOrder: order } = await step<{ addPaymentToOrder: Order }>(
    `mutation { addPaymentToOrder(input: { method: "card", metadata: {} }) {
      ... on Order { id state lines { id } } ${REFUSED} } }`,
  );
  if (order.state !== 'PaymentSettled') throw new Error(`A sale ended as ${order.state}`);
  return order;
};

/** Actions of Vendure's staff on a paid order. */
const fulfill = async (admin: Client, { lines }: Order): Promise<void> => {
  const { addFulfillmentToOrder } = await admin.query<{ addFulfillmentToOrder: { id: string } }>(
    `mutation ($input: FulfillOrderInput!) { addFulfillmentToOrder(input: $input) { ... on Fulfillment { id } ${REFUSED} } }`,
    {
      input: {
        lines: lines.map(({ id }) => ({ orderLineId: id, quantity: 1 })),
        handler: {
          code: 'manual-fulfillment',
          arguments: [
            { name: 'method', value: 'mail' },
            { name: 'trackingCode', value: '' },
          ],
        },
      },
    },
  );
  for (const state of ['Shipped', 'Delivered']) {
    await admin.query(
      `mutation ($id: ID!, $state: String!) { transitionFulfillmentToState(id: $id, state: $state) { __typename ${REFUSED} } }`,
      { id: addFulfillmentToOrder.id, state },
    );
  }
};

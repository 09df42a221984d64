import { createHash } from 'node:crypto';
import { importOperatorData } from '../../../functions/domain/administration/operator-data/import.ts';
import type { OrderRow } from '../../../functions/domain/checkout/orders/rows.ts';
import type { StockRow, StockShareRow } from '../../../functions/domain/catalog/stock/rows.ts';
import { Random } from '../../simulation/random.ts';
import { System } from '../../simulation/system.ts';
import { FoundPage, GIFT } from '../../support/page-visitor.ts';
import { cardForm } from '../../support/seed.ts';
import { shopSeed } from '../../support/shop-seed.ts';
import type { Answer } from '../../support/stack.ts';
import { PartitionMeter, type Units } from './partitions.ts';

const STOCK = 20_000;
/** Interval of a crowd's requests to one instance of a function, which determines how often its caches are used. */
const BETWEEN_REQUESTS_MS = 25;
/** Number of orders that arrive before the stream delivers their changes. */
const TOGETHER = 50;
const LINK = '/shop/shop/en/buy?item=evt_40:evto_40:1';

const EVENT = {
  company: 'shop',
  id: 40,
  slug: 'stadium',
  name: 'Stadium',
  starts_at: '2030-05-01T19:00:00+02:00',
  options: [{ id: 40, name: 'Standing', amount: 25_000, stock: STOCK, publish_stock: true, on_sale: true }],
};

export interface Crowd {
  buyers: number;
  /** Units by partition key. */
  units: [partition: string, units: Units][];
  oversold: number;
  /** Units that are neither available nor in a paid order at the end. */
  stranded: number;
}

/** Sells one option to a crowd on one company's order page, with the real functions on a table in memory. */
export const sellToCrowd = async (buyers: number): Promise<Crowd> => {
  process.env['TRUSTED_PROXIES'] = '1';
  const system = System.begin(new Random(1), 1);
  const meter = new PartitionMeter(system.table);
  await importOperatorData({ ...shopSeed, events: [...shopSeed.events, EVENT] });
  // Caches are warm, as in a running shop.
  await sellToGroup(system, [0]);
  meter.units = new Map();
  for (let first = 1; first <= buyers; first += TOGETHER) {
    const size = Math.min(TOGETHER, buyers - first + 1);
    await sellToGroup(
      system,
      Array.from({ length: size }, (_, at) => first + at),
    );
  }
  // Work that the sales have scheduled for later counts as part of them.
  system.nowMs += SOME_SECONDS_MS;
  await runPendingWork(system);
  const units = structuredClone([...meter.units]);
  await passDay(system);
  return { buyers, units, ...auditStock(system) };
};

const send = async (system: System, method: string, path: string, address: string, body?: string): Promise<string> => {
  system.nowMs += BETWEEN_REQUESTS_MS;
  let text: unknown = '';
  const request = async (): Promise<void> => {
    const headers = { 'x-forwarded-for': address, 'accept-language': 'en' };
    const reply = await system.request<unknown>(method, path, { headers, ...(body === undefined ? {} : { body }) });
    if (reply.status >= 400) throw new Error(`${method} ${path} returned ${reply.status}`);
    text = reply.body;
  };
  const [process] = await system.scheduler.run({ request }, false);
  if (process?.error instanceof Error) throw process.error;
  return String(text);
};

const addressOf = (buyer: number): string => `10.${buyer >> 16}.${(buyer >> 8) & 255}.${buyer & 255}`;

/** Unique prefixes, because names are searched by prefix. */
const nameOf = (buyer: number, part: string): string =>
  createHash('sha256')
    .update(`${part} ${buyer}`)
    .digest('hex')
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')
    .slice(0, 8);

/** All buyers order, then all pay; streams and queues deliver in batches. */
const sellToGroup = async (system: System, buyers: readonly number[]): Promise<void> => {
  const pages: [buyer: number, path: string][] = [];
  for (const buyer of buyers) pages.push([buyer, await order(system, buyer)]);
  await runPendingWork(system);
  for (const [buyer, path] of pages) await send(system, 'POST', path, addressOf(buyer), cardForm('paid'));
  await runPendingWork(system);
};

/** Opens the form, fills it in, reviews and orders; returns the payment page. */
const order = async (system: System, buyer: number): Promise<string> => {
  const address = addressOf(buyer);
  const [sender, recipient] = [nameOf(buyer, 'sender'), nameOf(buyer, 'recipient')];
  const email = `${sender}@example.com`;
  const form = pageOf(await send(system, 'GET', LINK, address));
  const filled = {
    ...form.values(),
    ...GIFT,
    'sender.name': sender,
    'sender.email': email,
    'recipient.name': recipient,
    'recipient.email': `${recipient}@example.com`,
  };
  const action = form.form().getAttribute('action') ?? '';
  const summary = pageOf(await send(system, 'POST', action, address, new URLSearchParams(filled).toString()));
  const confirmed = new URLSearchParams({ ...summary.values(), step: 'confirm' }).toString();
  await send(system, 'POST', summary.form().getAttribute('action') ?? '', address, confirmed);
  const newOrder = system.table.rows().find((row) => (row as unknown as OrderRow).sender?.email === email);
  return `/pay/${(newOrder as unknown as OrderRow).session?.id}`;
};

const pageOf = (text: string): FoundPage =>
  new FoundPage(LINK, { status: 200, headers: new Headers(), body: text, bytes: Buffer.from(text) } as Answer<string>);

const ROUNDS = 200;

/** Runs all pending work in full batches, which affect nothing but the cost. */
const runPendingWork = async (system: System): Promise<void> => {
  for (let round = 0; round < ROUNDS; round++) {
    const work = system.background();
    if (Object.keys(work).length === 0) return;
    // An instance processes one batch after another.
    for (const [name, each] of Object.entries(work)) {
      system.nowMs += BETWEEN_REQUESTS_MS;
      await system.scheduler.run({ [name]: each }, false);
    }
  }
  throw new Error('The work does not finish');
};

const DAY_MS = 86_400_000;
const SOME_SECONDS_MS = 30_000;

const passDay = async (system: System): Promise<void> => {
  system.nowMs += 2 * DAY_MS;
  await runPendingWork(system);
};

const auditStock = (system: System): Pick<Crowd, 'oversold' | 'stranded'> => {
  const rows = system.table.rows() as unknown as (StockRow | StockShareRow | OrderRow)[];
  const counters = rows.filter(
    (row): row is StockRow | StockShareRow =>
      (row.type === 'stock' || row.type === 'stock-share') && row.optionId === 'evto_40',
  );
  const sold = rows.filter((row) => row.type === 'order' && row.payment.status === 'captured').length;
  const remaining = counters.reduce((sum, row) => sum + row.remaining, 0);
  return { oversold: Math.max(0, sold + remaining - STOCK), stranded: Math.max(0, STOCK - remaining - sold) };
};

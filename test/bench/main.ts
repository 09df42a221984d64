import { writeFileSync } from 'node:fs';
import { parseArguments } from '../../lib/command-arguments.ts';
import { benchBooks } from './books/section.ts';
import { benchCalls } from './calls.ts';
import { benchCards } from './cards.ts';
import { benchCost } from './cost/section.ts';
import { benchDesk } from './desk.ts';
import { benchFlash } from './flash/section.ts';
import { benchFlow } from './flow.ts';
import { benchGrouping } from './grouping.ts';
import { benchItems } from './items.ts';
import { benchLoad } from './load.ts';
import { benchOrders } from './orders.ts';
import { benchPages } from './pages.ts';
import { benchPeer } from './peer/section.ts';
import { benchSale } from './sale/section.ts';
import { benchStart } from './start.ts';
import { benchSweep } from './sweep.ts';
import { printSection, type Section } from './report.ts';
import { benchTable } from './table/section.ts';
import { benchWallets } from './wallets.ts';
import { benchWebhooks } from './webhooks.ts';

const { positionals, values } = parseArguments('npm run bench -- [SECTION]... [--json FILE] [--orders N]', {
  allowPositionals: true,
  options: { json: { type: 'string' }, orders: { type: 'string' } },
});
const orders = values.orders === undefined ? undefined : Number(values.orders);
if (orders !== undefined && !(Number.isSafeInteger(orders) && orders > 0))
  throw new Error('--orders must be a number of orders.');

/**
 * `npm run bench -- [section …] [--json FILE] [--orders N]`: by default, every section but `peer`; `--orders` is the
 * size of the sections `books` and `table`. Benchmarks never fail.
 */
const SECTIONS: Record<string, () => Promise<Section>> = {
  books: () => benchBooks(orders),
  load: benchLoad,
  calls: benchCalls,
  cards: benchCards,
  cost: benchCost,
  desk: benchDesk,
  flash: benchFlash,
  flow: benchFlow,
  grouping: benchGrouping,
  items: benchItems,
  orders: benchOrders,
  pages: benchPages,
  peer: benchPeer,
  sale: benchSale,
  start: benchStart,
  sweep: benchSweep,
  table: () => benchTable(orders),
  wallets: benchWallets,
  webhooks: benchWebhooks,
};

/** Sections that run only on request, because they install software first. */
const ONLY_NAMED = new Set(['peer']);

const names = positionals.length > 0 ? positionals : Object.keys(SECTIONS).filter((name) => !ONLY_NAMED.has(name));
const measured: Section[] = [];
for (const name of names) {
  const run = SECTIONS[name];
  if (!run) throw new Error(`There is no section ${name}. The sections are ${Object.keys(SECTIONS).join(', ')}.`);
  const section = await run();
  printSection(section);
  measured.push(section);
}
if (values.json) writeFileSync(values.json, `${JSON.stringify(measured, null, 2)}\n`);
else console.log(JSON.stringify(measured));

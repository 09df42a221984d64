import type { OrderRow } from '../../functions/domain/checkout/orders/rows.ts';
import { verifyFormToken } from '../../functions/pages/shop/form/token.ts';
import { orderIdOf } from '../../functions/pages/shop/submit-order.ts';
import { openPage, sendForm, type SentForm } from './browser.ts';
import { BUYERS, pickAny, pickRecent, type Action, type Run } from './partners.ts';
import { CARDS, CODES, COMPANY, EXPERIENCES, OFFERS, TICKETS } from './world.ts';

/** Links to the order form, with one or two products of a family. */
const linkOf = ({ random }: Run): string => {
  const family = random.pick([CARDS, EXPERIENCES, TICKETS, OFFERS]);
  const chosen = new Set([random.pick(family), ...(family === CARDS ? [] : [random.pick(family)])]);
  const items = [...chosen].map(({ line, most }): [string, string] => {
    const { product_id: product, product_option_id: option, amount } = line;
    return ['item', [product, option, random.between(1, most), amount].filter((part) => part !== undefined).join(':')];
  });
  return `/shop/shop/en/buy?${new URLSearchParams(items).toString()}`;
};

/** Each visitor has an address, because orders by one visitor are limited. */
const visitorOf = ({ random }: Run): Record<string, string> => ({
  'x-forwarded-for': `203.0.113.${random.between(1, 250)}`,
});

/** A buyer fills in the order form, reviews it, and orders once, twice or from the same summary later. */
const buy: Action = (run) => {
  const { random } = run;
  const [link, headers, isTwice] = [linkOf(run), visitorOf(run), random.chance(0.4)];
  const entered = {
    'sender.name': 'Anna Holm',
    'sender.email': random.pick(BUYERS),
    ...(random.chance(0.5) ? { to: 'me' } : { 'recipient.name': 'Bo Lind', 'recipient.email': 'bo@example.com' }),
    ...(random.chance(0.4) ? { discount_code: random.pick(Object.values(CODES)) } : {}),
  };
  return async () => {
    const form = await openPage(run, link, headers);
    if (form.status !== 200) return;
    const send = (values: Record<string, string>): SentForm => ({
      path: '/shop/shop/en/buy',
      body: new URLSearchParams(values).toString(),
      headers,
      untilMs: Infinity,
    });
    const summary = await sendForm(run, send({ ...form.values('form.order-form'), ...entered, step: 'review' }));
    if (summary?.status !== 200) return;
    const sent = send({ ...summary.values(), step: 'confirm' });
    run.placements.push(sent);
    await Promise.all(Array.from({ length: isTwice ? 2 : 1 }, () => place(run, sent)));
  };
};

/** Orders from a summary, and follows the redirect to the payment page. */
const place = async (run: Run, sent: SentForm): Promise<void> => {
  const placed = await sendForm(run, sent);
  if (placed?.status !== 303) return;
  const { pathname } = new URL(placed.location, 'https://shop.example');
  const sessionId = /cs_[0-9a-f]{32}$/.exec(pathname)?.[0];
  if (sessionId !== undefined && !run.pages.some((page) => page.sessionId === sessionId)) {
    run.pages.push({ path: pathname, sessionId });
  }
  for (const { id, returnUrl } of run.system.table.rowsOf<OrderRow>('order')) {
    if (isFromShop(returnUrl) && !run.orders.includes(id)) run.orders.push(id);
  }
};

const isFromShop = (returnUrl: string | null): boolean => returnUrl?.includes('/shop/shop/') === true;

const placeAgain: Action = (run) => {
  const sent = run.random.chance(0.5) ? pickRecent(run, run.placements) : pickAny(run, run.placements);
  return sent && (() => place(run, sent));
};

/** A summary places at most one order, which has the id that its form determines. */
export const placementFaults = ({ placements }: Run, orders: readonly OrderRow[]): string[] => {
  const forms = placements.map(({ body }) => verifyFormToken(COMPANY, new URLSearchParams(body).get('form') ?? ''));
  const expected = new Set(forms.flatMap((form) => (form ? [orderIdOf(COMPANY, form.nonce)] : [])));
  const strays = orders.filter(({ id, returnUrl }) => isFromShop(returnUrl) && !expected.has(id));
  return strays.map(({ id }) => `K no summary has created order ${id}`);
};

export const SHOP_ACTIONS: Readonly<Record<string, Action>> = {
  'buy 1': buy,
  'buy 2': buy,
  'order again': placeAgain,
};

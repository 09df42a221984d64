import { readFileSync } from 'node:fs';
import { DESK_KEY } from './desk-shop.ts';
import { ALL_SCOPES } from './seed.ts';
import { experience, giftCard, Shop, ticket } from './shop.ts';
import type { RunningStack } from './stack.ts';

interface DemoData {
  companies: object[];
  api_keys: object[];
  users: object[];
}

const demo = JSON.parse(readFileSync(new URL('../../events/demo.json', import.meta.url), 'utf8')) as DemoData;

/** The demo data, and a company without any data. */
export const screensSeed = {
  ...demo,
  companies: [
    ...demo.companies,
    {
      slug: 'bare',
      name: 'Bare',
      currency: 'DKK',
      language: 'en',
      contract: { checkout: true, invoice_settlement: false },
      approved_urls: [],
    },
  ],
  api_keys: [...demo.api_keys, { company: 'nordlys', label: 'All rights', key: DESK_KEY, scopes: ALL_SCOPES }],
  users: [
    ...demo.users,
    { username: 'ebba', password: 'demo-password-ebba', company: 'bare', can_list: true, role: 'super_admin' },
  ],
};

/** Screens of a company without sales. */
export const BARE =
  'home counter search orders door shipments issue set-up company company-delivery company-terms company-mails company-greeting products categories product-new product-new-event events campaigns discount-codes keys brand order-page webhooks users audit account report-summary report-movements report-analytics report-claimed report-liability report-integrity report-subscribers books'.split(
    ' ',
  );

/** Screens of system administrators. */
export const SYSTEM: Readonly<Record<string, string>> = { companies: '/companies', contract: '/companies/nordlys' };

/** A form on each screen that is refused when its fields are invalid. */
export const REFUSED: Readonly<Record<string, string>> = {
  account: 'form[action="/desk/account/password"]',
  campaigns: 'form[action="/desk/campaigns"]',
  campaign: 'form[action$="/change"]',
  categories: '.category-form',
  company: '.wide-form',
  'company-mails': '.wide-form',
  'counter-card': 'form:has(#amount)',
  'discount-codes': 'form[method=post][action="/desk/discount-codes"]',
  event: '.product-form',
  'product-new': '.product-form',
  issue: 'form[action="/desk/issue"]',
  item: 'form:has(#adjust-amount)',
  order: 'form[action$="/refund"]',
  'order-waiting': 'form[action$="/delivery"]',
  users: 'form[action="/desk/users"]',
  webhooks: 'form[action="/desk/webhooks"]',
};

const address = { kind: 'private', name: 'Bo Lind', street: 'Gade 1', postcode: '8000', city: 'Aarhus', country: 'DK' };

/**
 * Sells products of every family, refunds, redeems and posts. Returns the paths of the screens that show the results.
 */
export const fillDesk = async (stack: RunningStack): Promise<Record<string, string>> => {
  const key = DESK_KEY;
  const shop = new Shop(stack, key);
  const more = {
    sender: { name: 'Bodil Sørensen', email: 'bodil@example.com' },
    recipient: { name: 'Bo Lind', email: 'bo@example.com' },
    return_url: 'https://shop.example/thanks',
  };
  const card = await shop.sell(giftCard(50_000, 2), more);
  const refunded = await shop.sell([{ product_id: 'gcv_12', product_option_id: 'gcvo_31', quantity: 2 }], more);
  await shop.refund(refunded.id, { amount: 20_000 });
  await shop.sell(
    experience(13).map((each) => ({ ...each, product_option_id: 'gcvo_33' })),
    more,
  );
  const concert = await shop.sell([ticket(5, 51, 2), ticket(5, 53)], more);
  await shop.sell(giftCard(30_000), { ...more, delivery: { method: 'postal', address } });
  const sendAt = new Date((await stack.nowMs()) + 48 * 3_600_000).toISOString();
  const { body: waiting } = await shop.order(giftCard(), {
    ...more,
    delivery: { method: 'recipient_email', send_at: sendAt },
  });
  const codesOf = async (id: string): Promise<string[]> =>
    (await stack.get<{ data: { code: string }[] }>(`/v2/items?order_id=${id}`, { key })).body.data.map(
      ({ code }) => code,
    );
  const [gift = '', redeemed = ''] = await codesOf(card.id);
  const [seat = ''] = await codesOf(concert.id);
  const paid = await stack.post(`/v2/items/${redeemed}/claim`, {
    key,
    idempotencyKey: true,
    body: { type: 'amount', amount: 120.5 },
  });
  if (paid.status !== 200) throw new Error(paid.bytes.toString());
  const registered = await stack.post<{ id: string }>('/v2/webhook-endpoints', {
    idempotencyKey: true,
    key,
    body: { url: 'http://127.0.0.1:9/hook', events: ['order.created'] },
  });
  if (registered.status !== 201) throw new Error(registered.bytes.toString());
  await shop.order(giftCard(), more);
  await stack.idle();
  return {
    home: '',
    counter: '/counter',
    'counter-card': `/counter?code=${gift}`,
    'counter-ticket': `/counter?code=${seat}`,
    search: '/search?q=bodil',
    door: '/door',
    'door-list': '/door?event=jazz',
    shipments: '/shipments',
    issue: '/issue',
    orders: '/orders',
    order: `/orders/${card.id}`,
    'order-refunded': `/orders/${refunded.id}`,
    'order-waiting': `/orders/${waiting.id}`,
    item: `/items/${gift}`,
    'item-redeemed': `/items/${redeemed}`,
    'item-ticket': `/items/${seat}`,
    'set-up': '/set-up',
    company: '/company',
    ...Object.fromEntries(
      ['delivery', 'terms', 'mails', 'greeting'].map((section) => [`company-${section}`, `/company/${section}`]),
    ),
    products: '/products',
    categories: '/products/categories',
    'product-new': '/products/experiences/new',
    'product-new-event': '/products/events/new',
    experience: '/products/experiences/12',
    event: '/products/events/5',
    'event-cancel': '/products/events/5/cancel',
    events: '/events',
    campaigns: '/campaigns',
    campaign: '/campaigns/4',
    'discount-codes': '/discount-codes',
    keys: '/keys',
    brand: '/brand',
    'order-page': '/order-page',
    webhooks: '/webhooks',
    webhook: `/webhooks/${registered.body.id}`,
    users: '/users',
    user: '/users/sille',
    audit: '/audit',
    account: '/account',
    'report-summary': '/reports/summary',
    'report-movements': '/reports/movements',
    'report-analytics': '/reports/analytics',
    'report-claimed': '/reports/claimed-items',
    'report-liability': '/reports/liability',
    'report-integrity': '/reports/integrity',
    'report-subscribers': '/reports/subscribers',
    books: '/books',
  };
};

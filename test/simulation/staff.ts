import { randomUUID } from 'node:crypto';
import { importOperatorData } from '../../functions/domain/administration/operator-data/import.ts';
import { recountBook } from '../../functions/domain/reporting/book/recount.ts';
import { erasePerson } from '../../functions/domain/reporting/privacy/erase.ts';
import {
  BUYERS,
  newKey,
  pickAny,
  pickItem,
  pickRecent,
  itemPath,
  runOperator,
  type Action,
  type Run,
} from './partners.ts';
import { recordIssued } from './redemptions.ts';
import { send } from './sent-requests.ts';
import type { Reply } from './system.ts';
import { ABROAD, COMPANY, commissionFile, LIMITED, zoneOf } from './world.ts';

interface PatchInput {
  name: string;
  path: string;
  body: object;
}

/** Applies a merge patch to the version that was just read. */
export const patch =
  (run: Run, { name, path, body }: PatchInput): (() => Promise<unknown>) =>
  async () => {
    const { etag = '' } = await run.system.request('GET', path, { key: run.key });
    const options = { idempotencyKey: newKey(run), headers: { 'if-match': etag }, body };
    const { status } = await run.system.request('PATCH', path, { key: run.key, ...options });
    const outcome = `${name} ${status}`;
    run.answers.set(outcome, (run.answers.get(outcome) ?? 0) + 1);
    if (status === 500) run.system.surprises.push(`${name} returned ${status}`);
  };

const OPTIONS = LIMITED.flatMap(({ line, stock = 0 }) => {
  const { product_id: product, product_option_id: option } = line;
  return option === undefined ? [] : [{ product, option, stock }];
});

/** Sets or changes the units of an option. A relative change must apply exactly once. */
const changeStock: Action = (run) => {
  const { random } = run;
  const { option } = random.pick(OPTIONS);
  const change = random.chance(0.7) ? random.pick([-3, -2, -1, 1, 2, 5]) : undefined;
  const set = random.chance(0.2) ? null : random.between(0, 15);
  const options = { idempotencyKey: newKey(run), body: change === undefined ? { set } : { change } };
  const path = `/v2/catalog/options/${option}/stock`;
  return async () => {
    const { status } = await send(run, { name: 'stock', method: 'POST', path, options });
    const units = run.units.get(option);
    if (status === 200 && change !== undefined && units !== undefined) run.units.set(option, units + change);
    else if (status === 200 || status >= 500) run.units.set(option, undefined);
  };
};

const FAMILIES: Readonly<Record<string, string>> = { gcv: 'experiences', evt: 'events', so: 'special-offers' };

/** Changes a price, a fee or the validity of a product while it is sold, or withdraws an option for a while. */
const changeProduct: Action = (run) => {
  const { random } = run;
  const { product, option } = random.pick(OPTIONS);
  const [prefix = '', id = ''] = product.split('_');
  const amount = random.pick([7_777, 10_001, 19_990, 40_000]);
  const isEvent = prefix === 'evt';
  const changed = random.pick([
    { options: [{ id: Number(option.split('_')[1]), amount }] },
    { options: [{ id: Number(option.split('_')[1]), active: random.chance(0.7) }] },
    isEvent
      ? { options: [{ id: Number(option.split('_')[1]), ticket_fee: random.pick([0, 500, 333]) }] }
      : { order_fee: random.pick([0, 1000, 333]) },
    isEvent ? { tickets_per_event: random.pick([null, 2, 5]) } : { validity_months: random.between(1, 40) },
  ]);
  return patch(run, { name: 'patch product', path: `/v2/catalog/${FAMILIES[prefix]}/${id}`, body: changed });
};

const changeGiftCard: Action = (run) => {
  const { random } = run;
  const body = random.pick([
    { order_fee: random.pick([0, 1000, 777]) },
    { validity_months: random.between(1, 40) },
    { minimum_amount: random.pick([5_000, 10_000, 20_000]) },
  ]);
  return patch(run, { name: 'patch gift card', path: '/v2/catalog/gift-card', body });
};

const changeCampaign: Action = (run) => {
  const { random } = run;
  const body = random.pick([
    { value: random.between(1, 40) },
    { enabled: random.chance(0.7) },
    { amount_from: random.pick([10_000, 20_000, 40_000]) },
  ]);
  return patch(run, { name: 'patch campaign', path: `/v2/campaigns/${random.between(1, 4)}`, body });
};

const changeSettings: Action = (run) => {
  const { random } = run;
  const body = random.pick([
    { claim_expired: random.pick([0, 1, -1, null]) },
    { vat_percent: random.pick([25, 12]) },
    { breakage_after_days: random.between(0, 3) },
  ]);
  return patch(run, { name: 'patch settings', path: `/v2/companies/${COMPANY}/settings`, body });
};

const changeCommission = runOperator(({ random }) => {
  const file = commissionFile(random.pick([0, 7, 12.5, 100]));
  return () => importOperatorData(file);
}, 0.6);

/** Creates a discount code, deletes one, or changes one. */
const discountCode: Action = (run) => {
  const { random } = run;
  const path = '/v2/discount-codes';
  const known = pickAny(run, run.discounts);
  if (known !== undefined && random.chance(0.3)) {
    return () => run.system.request('DELETE', `${path}/${known}`, { key: run.key });
  }
  if (known !== undefined && random.chance(0.5)) {
    const body = random.pick([
      { percent: random.between(1, 100) },
      { enabled: random.chance(0.7) },
      { max_uses: random.between(0, 5) },
    ]);
    return patch(run, { name: 'patch code', path: `${path}/${known}`, body });
  }
  const code = `STAFF${random.between(1, 3)}`;
  const body = { code, percent: random.between(1, 100), max_uses: random.pick([null, 1, 3]) };
  const options = { idempotencyKey: newKey(run), body };
  return async () => {
    const { status } = await send(run, { name: 'create code', method: 'POST', path, options });
    if (status === 201 && !run.discounts.includes(code)) run.discounts.push(code);
  };
};

/** Creates single-use codes. */
const discountBatch: Action = (run) => {
  const { random } = run;
  const body = { count: random.between(1, 3), prefix: 'ONCE', percent: random.pick([10, 33, 100]) };
  const options = { idempotencyKey: newKey(run), body };
  return async () => {
    await send(run, { name: 'code batch', method: 'POST', path: '/v2/discount-codes/batch', options });
    for (const row of run.system.table.rowsOf('discount-code')) {
      const code = String(row['code']);
      if (code.startsWith('ONCE') && !run.discounts.includes(code)) run.discounts.push(code);
    }
  };
};

const issueAsOperator: Action = (run) => {
  const { random } = run;
  const kind = random.pick(['ticket_coupon', 'special_voucher', 'benefit_deal']);
  const body = {
    kind,
    title: 'Coupon',
    quantity: random.between(1, 3),
    ...(random.chance(0.5) ? { amount: random.between(1, 300) } : {}),
    ...(random.chance(0.4) ? { product_option_id: random.pick(OPTIONS).option } : {}),
    ...(kind === 'benefit_deal' ? { issued_to: ABROAD } : {}),
  };
  const options = { idempotencyKey: newKey(run), body };
  return async () => {
    const path = '/v2/operator-issues';
    recordIssued(run, await send(run, { name: 'operator issue', method: 'POST', path, options }));
  };
};

/** Cancels an event permanently, with or without refunds. */
const cancelEvent: Action = (run) => {
  const { random } = run;
  if (!random.chance(0.15)) return undefined;
  const options = { idempotencyKey: newKey(run), body: { refund: random.chance(0.7) ? 'all' : 'none' } };
  const path = `/v2/catalog/events/${random.between(1, 3)}/cancel`;
  return () => send(run, { name: 'cancel event', method: 'POST', path, options });
};

/** Advances a shipment. Each step may succeed once. */
const ship: Action = (run) => {
  const row = pickAny(run, run.system.table.rowsOf('shipment'));
  if (!row) return undefined;
  const step = run.random.pick(['packed', 'posted', 'posted', 'returned']);
  const options = { idempotencyKey: newKey(run) };
  const path = `/v2/shipments/${String(row['id'])}/${step}`;
  return async () => {
    const { status } = await send(run, { name: step, method: 'POST', path, options });
    const done = run.sent.filter((sent) => sent.path === path && sent.done !== undefined);
    if (status === 200 && done.length > 1) run.system.surprises.push(`K ${path} succeeded ${done.length} times`);
  };
};

/** Leaves a payment page. */
const leavePage: Action = (run) => {
  const page = pickRecent(run, run.pages);
  return page && (() => run.system.request('POST', `${page.path}?abandon=1`, { body: '' }));
};

/** Enters a gift card on a payment page. */
const cardOnPage: Action = (run) => {
  const page = pickRecent(run, run.pages);
  const item = pickItem(run);
  if (!page || !item) return undefined;
  const code = String(item['code']);
  const body = new URLSearchParams({
    step: 'apply_gift_card',
    gift_card_code: code,
    attempt: randomUUID().replaceAll('-', ''),
  }).toString();
  return async () => {
    const { status } = await run.system.request('POST', page.path, { body });
    const outcome = `card on page ${status}`;
    run.answers.set(outcome, (run.answers.get(outcome) ?? 0) + 1);
  };
};

const resend: Action = (run) => {
  const item = pickItem(run);
  if (!item) return undefined;
  const options = { idempotencyKey: newKey(run), body: { email: run.random.pick(BUYERS) } };
  return () => send(run, { name: 'resend', method: 'POST', path: itemPath(item, 'resend'), options });
};

/** An item of the assigned company without its selector does not exist. */
const foreignItem: Action = (run) => {
  const items = run.system.table.rowsOf('item').filter(({ company }) => company === ABROAD);
  const item = pickAny(run, items);
  if (!item) return undefined;
  const path = `/v2/items/${String(item['code'])}/${run.random.pick(['claim', 'cancel', 'block'])}`;
  const body = path.endsWith('claim') ? { type: 'all' } : {};
  return async () => {
    const options = { key: run.key, idempotencyKey: newKey(run), body };
    const { status } = await run.system.request('POST', path, options);
    if (![404, 429].includes(status) && status < 500) run.system.surprises.push(`T ${path} returned ${status}`);
  };
};

/** Creates a key, revokes it while it is used, and uses it again. */
const revokeKey: Action = (run) => {
  const { system } = run;
  const code = String(pickItem(run)?.['code']);
  const path = `/v2/items/${code}/claim`;
  const claim = (key: string): Promise<Reply> =>
    system.request('POST', path, { key, idempotencyKey: newKey(run), body: { type: 'amount', amount: 1 } });
  return async () => {
    const body = { label: 'till', scopes: ['items:write'] };
    const made = await system.request<{ id: number; key: string }>('POST', '/v2/api-keys', { key: run.key, body });
    if (made.status !== 201) return;
    const revoke = () => system.request('DELETE', `/v2/api-keys/${made.body.id}`, { key: run.key });
    const [{ status }] = await Promise.all([revoke(), claim(made.body.key)]);
    if (status !== 204) return;
    const late = await claim(made.body.key);
    if (late.status !== 401 && late.status < 500)
      system.surprises.push(`T a request with a revoked key returned ${late.status}`);
  };
};

/** Erases a buyer, which must change no amount. */
const erase = runOperator((run) => {
  const email = run.random.pick(BUYERS);
  return async () => {
    const done = await erasePerson(COMPANY, email);
    if ('underWay' in done) return;
    run.hasErased = true;
  };
}, 0.4);

const recount = runOperator(
  ({ system }) =>
    () =>
      recountBook(COMPANY, zoneOf(system), { pauseMs: 1 }),
  0.3,
);

/**
 * Actions of staff and operators. Each run includes a random part of them, because operations that end sales would
 * otherwise be in every run.
 */
export const STAFF_ACTIONS: Readonly<Record<string, Action>> = {
  'change stock': changeStock,
  'change product': changeProduct,
  'change gift card': changeGiftCard,
  'change campaign': changeCampaign,
  'change settings': changeSettings,
  'change commission': changeCommission,
  'discount code': discountCode,
  'discount batch': discountBatch,
  'operator issue': issueAsOperator,
  'cancel event': cancelEvent,
  ship,
  'leave page': leavePage,
  'card on page': cardOnPage,
  resend,
  'foreign item': foreignItem,
  'revoke key': revokeKey,
  erase,
  recount,
};

import { isDeepStrictEqual } from 'node:util';
import type { OrderPageRow } from '../../functions/domain/storefront/order-page/rows.ts';
import type { Item } from './memory-table.ts';
import { createOrder, newKey, pickAny, type Action } from './partners.ts';
import { send } from './sent-requests.ts';
import { patch } from './staff.ts';
import type { System } from './system.ts';
import { COMPANY } from './world.ts';

const SETTINGS = `/v2/companies/${COMPANY}/settings`;

/** Zones before and after the first one, also with another day at the same time. */
const ZONES = ['Europe/Copenhagen', 'America/New_York', 'Asia/Tokyo', 'Pacific/Kiritimati'] as const;

const moveZone: Action = (run) =>
  patch(run, { name: 'time zone', path: SETTINGS, body: { time_zone: run.random.pick(ZONES) } });

interface CreatedBody {
  id: number;
  product_id: string;
  options: { id: number; option_id: string }[];
}

/** A product that is created, ordered, and withdrawn at the same time: archived, or without its option. */
const productLife: Action = (run) => {
  const { random, system } = run;
  const stock = random.between(1, 4);
  const body = {
    name: 'Brief',
    ...(random.chance(0.5) ? { vat_treatment: 'single_purpose', vat_percent: random.pick([6, 12, 25]) } : {}),
    options: [{ name: 'A', amount: random.pick([9_990, 12_345]), stock }],
  };
  const options = { idempotencyKey: newKey(run), body };
  const [isArchived, buyers, again] = [random.chance(0.5), random.between(1, 3), random.chance(0.3)];
  return async () => {
    const path = '/v2/catalog/experiences';
    const sent = { name: 'create product', method: 'POST', path, options } as const;
    const { status, body: created } = await send<CreatedBody>(run, sent);
    const [option] = created.options ?? [];
    if (status !== 201 || !option) return;
    run.units.set(option.option_id, stock);
    const line = { product_id: created.product_id, product_option_id: option.option_id, quantity: 1 };
    const order = () => createOrder(run, { items: [line], more: {} })();
    const own = `${path}/${created.id}`;
    const removal = { name: 'remove option', path: own, body: { options: [{ id: option.id, removed: true }] } };
    const withdraw = isArchived ? () => system.request('DELETE', own, { key: run.key }) : patch(run, removal);
    await Promise.all([...Array.from({ length: buyers }, order), ...(again ? [withdraw(), order()] : [withdraw()])]);
  };
};

const changeVat: Action = (run) => {
  const { random } = run;
  const vat = random.chance(0.5)
    ? { vat_treatment: 'single_purpose', vat_percent: random.pick([6, 12, 25]) }
    : { vat_treatment: 'multi_purpose' };
  const path = `/v2/catalog/${random.pick(['experiences', 'events', 'special-offers'])}/${random.between(1, 2)}`;
  return patch(run, { name: 'VAT', path, body: vat });
};

/** Grants or withdraws the role of an administrator. */
const changeRole: Action = (run) => {
  const { random } = run;
  const role = random.pick(['super_admin', 'manager', 'manager']);
  return patch(run, { name: 'role', path: `/v2/users/${random.pick(['clerk', 'chief'])}`, body: { role } });
};

const DRAFTS = '/v2/order-page/drafts';

const openDraft: Action = (run) => {
  const values = { title: { en: `The shop ${run.random.between(1, 9)}` } };
  const options = { idempotencyKey: newKey(run), body: { values } };
  return () => send(run, { name: 'draft', method: 'POST', path: DRAFTS, options });
};

/** Changes, discards or publishes a draft of the order page. */
const closeDraft: Action = (run) => {
  const { random, system, key } = run;
  const draft = pickAny(run, system.table.rowsOf('order-page-draft'));
  if (!draft) return undefined;
  const path = `${DRAFTS}/${String(draft['id'])}`;
  const values = { title: { en: `Another ${random.between(1, 9)}` } };
  if (random.chance(0.3)) return patch(run, { name: 'patch draft', path, body: { values } });
  if (random.chance(0.2)) return () => system.request('DELETE', path, { key });
  const idempotencyKey = newKey(run);
  return async () => {
    const { etag = '' } = await system.request('GET', path, { key });
    const options = { idempotencyKey, headers: { 'if-match': etag } };
    await send(run, { name: 'publish', method: 'POST', path: `${path}/publish`, options });
  };
};

const restorePage: Action = (run) => {
  const revisions = run.system.table.rowsOf('order-page-revision');
  const revision = pickAny(
    run,
    revisions.filter(({ company }) => company === COMPANY),
  );
  if (!revision) return undefined;
  const path = `/v2/order-page/revisions/${String(revision['id'])}/restore`;
  const options = { idempotencyKey: newKey(run) };
  return () => send(run, { name: 'restore', method: 'POST', path, options });
};

const patchPage: Action = (run) =>
  patch(run, {
    name: 'patch page',
    path: '/v2/order-page',
    body: { values: { title: { en: `Live ${run.random.between(1, 9)}` } } },
  });

/** Check L: revisions have no gaps, the page has the values of the newest one, and it counts its open drafts. */
export const pageFaults = ({ table }: System): string[] => {
  const page = table.rowsOf<OrderPageRow>('order-page').find(({ company }) => company === COMPANY);
  if (!page) return ['L1 there is no order page'];
  const own = (type: string): Item[] => table.rowsOf(type).filter(({ pk }) => pk === page.pk);
  const numbers = own('order-page-revision').map((row) => Number(row['number']));
  const values = own('order-page-values').toSorted((a, b) => (a.sk < b.sk ? -1 : 1));
  const open = own('order-page-draft').filter(({ sk }) => sk.startsWith('draft#')).length;
  const newest = values.at(-1)?.['values'];
  return [
    ...(isDeepStrictEqual(
      numbers.toSorted((a, b) => a - b),
      numbers.map((_, at) => at + 1),
    ) && page.revision === numbers.length
      ? []
      : [`L1 revision ${page.revision} of the page follows ${numbers.join(', ')}`]),
    ...(isDeepStrictEqual(newest, page.values) ? [] : ['L2 the page differs from its newest revision']),
    ...(page.openDrafts === open ? [] : [`L3 ${page.openDrafts} drafts are counted, ${open} are open`]),
  ];
};

/** Changes by administrators to terms of later sales, to the order page and to roles. */
export const ADMIN_ACTIONS: Readonly<Record<string, Action>> = {
  'move zone': moveZone,
  'product life': productLife,
  'change VAT': changeVat,
  'change role': changeRole,
};

export const PAGE_ACTIONS: Readonly<Record<string, Action>> = {
  'open draft': openDraft,
  'close draft 1': closeDraft,
  'close draft 2': closeDraft,
  'restore page': restorePage,
  'patch page': patchPage,
};

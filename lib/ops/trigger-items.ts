import type { ItemEventType } from '../../functions/domain/events/catalog/item-events.ts';
import { clock } from '../../functions/platform/clock.ts';
import { OpsError } from './command.ts';
import type { PartnerApi } from './partner.ts';
import { pointAt } from './target.ts';
import { DAY_MS } from '../../functions/platform/durations.ts';

type Simulation = (api: PartnerApi) => Promise<string>;

interface Item {
  code: string;
  order_id: string;
  amount: number;
  /** The end of the item's validity: a date, with or without a time. */
  validity: string;
}

/** Value of a directly issued card, in the currency of the company. */
const CARD_AMOUNT = 200;
const NOTICE_DAYS = 14;
/** How much longer an item is valid after it was extended. */
const EXTENDED_MS = 365 * DAY_MS;
/** `2035-12-31` */
const DATE_CHARACTERS = 10;

/** Simulations of item events. `createPaidOrder` buys an item, and returns the id of the order once it is fulfilled. */
export const itemSimulations = ({
  createPaidOrder,
}: {
  createPaidOrder: Simulation;
}): Readonly<Record<ItemEventType, Simulation>> => {
  /** Buys one item, and returns it once it is issued. */
  const buyItem = async (api: PartnerApi): Promise<Item> => {
    const search = new URLSearchParams({ search: await createPaidOrder(api) });
    const { data: items } = await api.call<{ data: Item[] }>('GET', `/v2/items?${search.toString()}`);
    const [item] = items;
    if (!item) throw new OpsError('The order issued no item.');
    return item;
  };
  const applyToNewItem =
    (...operations: [operation: string, body?: object][]): Simulation =>
    async (api) => {
      const { code } = await buyItem(api);
      for (const [operation, body] of operations) {
        await api.call('POST', `/v2/items/${encodeURIComponent(code)}/${operation}`, body);
      }
      return code;
    };
  return {
    'item.issued': async (api) => (await buyItem(api)).code,
    'item.activated': async (api) => {
      const { items, order_id: order } = await api.call<{ items: Item[]; order_id: string }>('POST', '/v2/items', {
        amount: CARD_AMOUNT,
        capture: false,
      });
      await api.call('POST', `/v2/orders/${order}/capture`);
      return items[0]?.code ?? order;
    },
    'item.claimed': applyToNewItem(['claim', { type: 'all' }]),
    'item.refunded': applyToNewItem(['claim', { type: 'all' }], ['refund', { type: 'all' }]),
    'item.cancelled': applyToNewItem(['cancel']),
    'item.withdrawn': async (api) => {
      const { code, order_id: order } = await buyItem(api);
      await api.call('POST', `/v2/orders/${order}/refund`);
      return code;
    },
    'item.blocked': applyToNewItem(['block']),
    'item.unblocked': applyToNewItem(['block'], ['unblock']),
    'item.adjusted': applyToNewItem(['adjust', { amount: 50, reason: 'Complaint' }]),
    'item.replaced': applyToNewItem(['replace']),
    'item.extended': async (api) => {
      const { code, validity } = await buyItem(api);
      const later = new Date(Date.parse(validity.slice(0, DATE_CHARACTERS)) + EXTENDED_MS);
      const body = { validity: later.toISOString().slice(0, DATE_CHARACTERS) };
      await api.call('POST', `/v2/items/${encodeURIComponent(code)}/extend`, body);
      return code;
    },
    'item.expiring': async (api) => {
      const { code } = await buyItem(api);
      await announceAlone(api, code);
      return code;
    },
    'item.expired': async (api) => {
      const { code } = await buyItem(api);
      await expireAlone(api, code);
      return code;
    },
  };
};

const pointAtLocal = async (api: PartnerApi): Promise<string> => {
  if (!api.isLocal) throw new OpsError('An item expires at its time; only the stack on this machine can skip it.');
  const { company } = await api.call<{ company: { id: string } }>('GET', '/v2/me');
  await pointAt({ url: api.url });
  return company.id;
};

/**
 * Sends the event before an item's expiry as the schedule would, for this item only and without advancing the clock.
 */
const announceAlone = async (api: PartnerApi, code: string): Promise<void> => {
  const company = await pointAtLocal(api);
  const [{ getRow }, { itemKey }, { snapshotOf }, { recordItemExpiring }] = await Promise.all([
    import('../../functions/storage/table.ts'),
    import('../../functions/domain/value/items/rows.ts'),
    import('../../functions/domain/value/items/events/item-changed.ts'),
    import('../../functions/domain/notifications/webhooks/record-item-event.ts'),
  ]);
  const item = await getRow<Parameters<typeof snapshotOf>[0]>(itemKey(company, code), { consistent: true });
  if (!item) throw new OpsError(`${code} is not an item of ${company}.`);
  await recordItemExpiring({
    kind: 'item-expiring',
    item: snapshotOf(item),
    daysBefore: NOTICE_DAYS,
    atMs: clock.nowMs(),
  });
};

/** Records the expiry of one item as the schedule would, without advancing the clock. */
const expireAlone = async (api: PartnerApi, code: string): Promise<void> => {
  const company = await pointAtLocal(api);
  const now = clock.nowMs;
  clock.nowMs = () => now() + 100 * 365 * DAY_MS;
  try {
    const [{ expireItem }, { itemKey }] = await Promise.all([
      import('../../functions/domain/value/items/ledger/expire.ts'),
      import('../../functions/domain/value/items/rows.ts'),
    ]);
    if ((await expireItem(itemKey(company, code))) === 'kept') throw new OpsError(`${code} did not expire.`);
  } finally {
    clock.nowMs = now;
  }
};

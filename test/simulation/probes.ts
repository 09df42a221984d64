import type { ItemRow } from '../../functions/domain/value/items/rows.ts';
import { COMMON_MAX_MS } from '../../functions/storage/common-rows.ts';
import type { OrderRow } from '../../functions/domain/checkout/orders/rows.ts';
import { orderBody } from '../support/shop.ts';
import { cartOf, itemPath, newKey, pickAny, type Run } from './partners.ts';
import type { Item } from './memory-table.ts';
import type { Reply } from './system.ts';
import { ABROAD } from './world.ts';

interface ItemBody {
  remaining_amount: number;
  remaining_pieces: number;
  available_amount: number;
  available_pieces: number;
  held_amount: number;
  held_pieces: number;
  available_claim: boolean;
  available_amount_claim: boolean;
  available_piece_claim: boolean;
  available_refund: boolean;
  available_amount_refund: boolean;
  available_piece_refund: boolean;
  available_cancel: boolean;
  available_discard: boolean;
  blocked: object | null;
}

interface RefundBody {
  amount: number;
  refunded: number;
  refundable: number;
  error?: { code: string };
}

/** Number of items and of orders that a run probes. */
const PROBES = 6;
const CENT = 0.01;

/**
 * Check P: without failures and concurrent requests, operations on items and orders succeed exactly if the flags of the
 * item or order allow them, and change amounts by as much as they report.
 */
export const probe = async (run: Run): Promise<string[]> => {
  // Waits until shared reads have expired, because functions of another release may have cached earlier settings.
  run.system.nowMs += COMMON_MAX_MS;
  const faults: string[] = [];
  const items = run.system.table.rowsOf<ItemRow>('item');
  const orders = run.system.table.rowsOf<OrderRow>('order');
  const paid = orders.filter(({ status }) => status === 'paid' || status === 'fulfilled');
  const unpaid = orders.filter(({ status, lines }) => status === 'pending_payment' && !lines.some(isValueLine));
  for (let at = 0; at < PROBES; at++) {
    const item = pickAny(run, items);
    const order = pickAny(run, paid);
    if (item) faults.push(...(await probeItem(run, item as unknown as Item)));
    if (order) faults.push(...(await probeOrder(run, order.id)));
  }
  const card = pickAny(run, items.filter(isCard)) as unknown as Item | undefined;
  const order = pickAny(run, unpaid);
  if (card && order) faults.push(...(await probeCard(run, order.id, card)));
  return [...faults, ...(await probeQuote(run))];
};

const isValueLine = ({ family }: OrderRow['lines'][number]): boolean => family === 'gift_card';
const isCard = ({ company, itemType, remainingMinor }: ItemRow): boolean =>
  company !== ABROAD && itemType.includes('GIFTCARD') && remainingMinor > 0;

const send = <T>(run: Run, path: string, body: object): Promise<Reply<T>> =>
  run.system.request<T>('POST', path, { key: run.key, idempotencyKey: newKey(run), body });

const readItem = async (run: Run, { code, company }: Item): Promise<ItemBody> => {
  const path = `/v2/items/${String(code)}${company === ABROAD ? `?company=${ABROAD}` : ''}`;
  return (await run.system.request<ItemBody>('GET', path, { key: run.key })).body;
};

interface Trial {
  verb: 'claim' | 'refund' | 'cancel';
  body: object;
  isPossible: (item: ItemBody) => boolean;
}

const isUnheld = ({ held_amount: amount, held_pieces: pieces }: ItemBody): boolean => amount === 0 && pieces === 0;

const TRIALS: readonly Trial[] = [
  { verb: 'claim', body: { type: 'all' }, isPossible: (item) => item.available_claim && isUnheld(item) },
  {
    verb: 'claim',
    body: { type: 'amount', amount: CENT },
    isPossible: (item) => item.available_amount_claim,
  },
  { verb: 'claim', body: { type: 'piece', number: 1 }, isPossible: (item) => item.available_piece_claim },
  { verb: 'refund', body: { type: 'all' }, isPossible: (item) => item.available_refund },
  { verb: 'refund', body: { type: 'amount', amount: CENT }, isPossible: (item) => item.available_amount_refund },
  { verb: 'refund', body: { type: 'piece', number: 1 }, isPossible: (item) => item.available_piece_refund },
  {
    verb: 'cancel',
    body: {},
    isPossible: (item) => (item.available_cancel || item.available_discard) && isUnheld(item),
  },
];

const probeItem = async (run: Run, item: Item): Promise<string[]> => {
  const { verb, body, isPossible } = run.random.pick(TRIALS);
  const before = await readItem(run, item);
  const { status } = await send(run, itemPath(item, verb), body);
  const after = await readItem(run, item);
  const name = `P ${verb} ${JSON.stringify(body)} of ${String(item['code'])}`;
  // A blocked item can be cancelled, although all of its flags are false.
  const isOpen = verb === 'cancel' && before.blocked !== null;
  if ((!isOpen && (status === 200) !== isPossible(before)) || status >= 500) {
    return [`${name} returned ${status}: ${JSON.stringify(before)}`];
  }
  const moved = Math.round((after.remaining_amount - before.remaining_amount) * 1000);
  const isByCent = 'amount' in body && status === 200;
  const expected = isByCent ? (verb === 'claim' ? -10 : 10) : moved;
  return [
    ...(moved === expected && (status === 200 || moved === 0)
      ? []
      : [`${name} returned ${status} and changed the value by ${moved}`]),
    ...(after.available_claim &&
    after.available_amount === 0 &&
    after.available_pieces === 0 &&
    after.remaining_amount > 0
      ? [`${name} leaves an item that can be claimed, with nothing available`]
      : []),
  ];
};

/** Refusals that depend on the state of items, disputes and the gateway. */
const EXPECTED = new Set([409, 502, 503]);

const probeOrder = async (run: Run, id: string): Promise<string[]> => {
  const path = `/v2/orders/${id}/refund`;
  const first = await send<RefundBody>(run, path, { amount: 1 });
  if (EXPECTED.has(first.status)) return [];
  if (first.status !== 200)
    return [`P the refund of 1 of ${id} returned ${first.status} ${JSON.stringify(first.body)}`];
  const { refunded, refundable } = first.body;
  const more = await send<RefundBody>(run, path, { amount: refundable + 1 });
  const code = refundable === 0 ? 'order_fully_refunded' : 'refund_amount_too_large';
  const part = refundable > 1 ? { amount: run.random.between(1, refundable) } : {};
  const second = await send<RefundBody>(run, path, run.random.chance(0.5) ? part : {});
  const { body } = second;
  const isSum = body.refunded === refunded + body.amount && body.refundable === refundable - body.amount;
  return [
    ...(first.body.amount === 1 ? [] : [`P the refund of 1 of ${id} refunded ${first.body.amount}`]),
    ...(more.body.error?.code === code || EXPECTED.has(more.status)
      ? []
      : [`P ${id} has ${refundable} left, but a refund of more returned ${more.status} ${JSON.stringify(more.body)}`]),
    ...(EXPECTED.has(second.status) || (second.status === 200 && isSum)
      ? []
      : [`P after ${JSON.stringify(first.body)}, ${id} returned ${second.status} ${JSON.stringify(body)}`]),
  ];
};

interface PaidBody {
  payment: { due: number; gift_cards: { id: string; item_id: string; status: string }[] };
}

/** Applies the smallest amount of a card to an unpaid order and removes it again. */
const probeCard = async (run: Run, id: string, card: Item): Promise<string[]> => {
  const path = `/v2/orders/${id}`;
  const read = () => run.system.request<PaidBody>('GET', path, { key: run.key });
  const { body: before } = await read();
  const free = await readItem(run, card);
  const applied = await send<PaidBody>(run, `${path}/gift-cards`, { code: card['code'], amount: 1 });
  if (applied.status !== 201) {
    const isRefused = [409, 422, 503].includes(applied.status);
    return isRefused ? [] : [`P adding a card to ${id} returned ${applied.status}`];
  }
  const held = await readItem(run, card);
  const newest = applied.body.payment.gift_cards.findLast(({ status }) => status === 'held');
  const isPaid = applied.body.payment.due === 0;
  const removal = await run.system.request<PaidBody>('DELETE', `${path}/gift-cards/${newest?.id}`, {
    key: run.key,
    idempotencyKey: newKey(run),
  });
  const after = await readItem(run, card);
  const moved = [free, held, after].map(({ available_amount: amount }) => Math.round(amount * 100));
  const dues = [before, applied.body, (await read()).body].map(({ payment }) => payment.due);
  const isRight = isPaid
    ? removal.status === 409 || removal.status === 404
    : moved[0] === moved[1]! + 1 && moved[0] === moved[2] && dues[0] === dues[1]! + 1 && dues[0] === dues[2];
  return isRight ? [] : [`P removing a card from ${id} returned ${removal.status}: available ${moved}, due ${dues}`];
};

/** An order costs what its quote says. */
const probeQuote = async (run: Run): Promise<string[]> => {
  const { items, more } = cartOf(run);
  const { delivery, discount_code: code } = more as { delivery?: object; discount_code?: string };
  const body = { items, ...(delivery ? { delivery } : {}), ...(code === undefined ? {} : { discount_code: code }) };
  const quote = await send<{ amounts?: object }>(run, '/v2/quotes', body);
  const order = await send<{ amounts?: object }>(run, '/v2/orders', orderBody(items, more));
  if (order.status !== 201) return [];
  const [quoted, charged] = [quote, order].map((each) => JSON.stringify(each.body.amounts));
  return quoted === charged ? [] : [`P quoted ${quote.status} ${quoted}, charged ${charged}`];
};

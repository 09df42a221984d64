import { createHash } from 'node:crypto';
import { VALUE_PRODUCT_ID } from '../../catalog/products/ids.ts';
import { isSpentByAmount } from '../../value/items/kinds.ts';
import { isLapsed, breakageLeft } from '../../value/items/ledger/lapse.ts';
import {
  AWAITING_PAYMENT,
  CANCELLED,
  type ItemRow,
  type ItemStatus,
  type ItemType,
  type LatestEntry,
  type LedgerKind,
  type LedgerRow,
} from '../../value/items/rows.ts';
import { expiryMonth } from './expiry-month.ts';
import type { Figures } from './figures.ts';
import { entryKey, entryPosition, type BookEntryRow, type EntryPart, type OutstandingKey } from './rows.ts';

const FAMILY_OF_TYPE: Record<ItemType, string> = {
  GIFTCARD: 'gift_card',
  'DISCOUNTED GC': 'gift_card',
  'GIFT CARD WITH ADDED VALUE': 'gift_card',
  'GIFTCARD VARIATION': 'gift_card_variant',
  TICKET: 'event_ticket',
  SPECIALOFFER: 'special_offer',
  BENEFITDEAL: 'benefit_deal',
};

/** Group of items that belong to no product of the catalog. */
const NO_PRODUCT = 'other';

/** Members of an item that determine its value and the group of the value. */
type ValueFields = Pick<
  ItemRow,
  'status' | 'remainingMinor' | 'lapses' | 'brokenMinor' | 'validUntilMs' | 'currency' | 'itemType'
>;

/**
 * Liability of an item: 0 while it awaits payment, after it was cancelled, and while it is lapsed. Smallest currency
 * unit.
 */
export const spendableMinor = (item: Pick<ValueFields, 'status' | 'remainingMinor' | 'lapses'>): number =>
  item.status === AWAITING_PAYMENT || item.status === CANCELLED || isLapsed(item) ? 0 : item.remainingMinor;
export const awaitingMinor = (item: Pick<ValueFields, 'status' | 'remainingMinor'>): number =>
  item.status === AWAITING_PAYMENT ? item.remainingMinor : 0;

export const outstandingKey = (
  item: Pick<ValueFields, 'validUntilMs' | 'currency' | 'itemType'>,
  zone: string,
): OutstandingKey => [item.currency, item.itemType, expiryMonth(item.validUntilMs, zone)].join('#');

const none = (): Figures => ({});

/**
 * Figures of each kind of ledger entry, from the change in the balance. `activate` changes no balance: `stepFigures`
 * counts the whole balance, which becomes spendable.
 */
const FLOW_OF: Record<LedgerKind, (delta: number) => Figures> = {
  issue: (delta) => ({ issued: delta }),
  activate: none,
  claim: (delta) => ({ redeemed: -delta, redemptions: 1 }),
  refund: (delta) => ({ redemption_refunded: delta }),
  cancel: (delta) => ({ cancelled: -delta }),
  withdraw: (delta) => ({ withdrawn: -delta }),
  reinstate: (delta) => ({ reinstated: delta }),
  adjust: (delta) => ({ adjusted: delta }),
  expire: none,
  block: none,
  unblock: none,
  extend: none,
  replace: none,
};

/** Figures of a ledger entry. `before`: status and balance before it. */
const stepFigures = (
  [, kind, delta, status]: LatestEntry,
  before: { status: ItemStatus | undefined; minor: number },
): Figures => {
  if (kind === 'activate') return { activated: before.minor };
  const isUnpaid = status === AWAITING_PAYMENT || before.status === AWAITING_PAYMENT;
  return isUnpaid ? {} : FLOW_OF[kind](delta);
};

const partOf = (item: ItemRow, figures: Figures): EntryPart => ({
  family: FAMILY_OF_TYPE[item.itemType],
  product: item.productId ?? (isSpentByAmount(item) ? VALUE_PRODUCT_ID : NO_PRODUCT),
  itemType: item.itemType,
  vat: item.vatTreatment,
  figures,
});

/** Hash that identifies an item in the book: reports must not reveal codes. */
const subjectOf = ({ company, code }: ItemRow): string =>
  createHash('sha256').update(`book\n${company}\n${code}`).digest('hex').slice(0, 16);

type Change = { atMs: number; place: string; figures: Figures; before: ValueFields | undefined; after: ValueFields };

const entryOf = (item: ItemRow, zone: string, change: Change): BookEntryRow[] => {
  const { atMs, place, figures, before, after } = change;
  const sums = new Map<OutstandingKey, [number, number]>();
  for (const [valued, sign] of [
    [before, -1],
    [after, 1],
  ] as const) {
    if (!valued) continue;
    const key = outstandingKey(valued, zone);
    const [spendable, awaiting] = sums.get(key) ?? [0, 0];
    sums.set(key, [spendable + sign * spendableMinor(valued), awaiting + sign * awaitingMinor(valued)]);
  }
  const outstanding = [...sums].filter(([, [spendable, awaiting]]) => spendable !== 0 || awaiting !== 0);
  const isEmpty = Object.values(figures).every((figure) => figure === 0);
  if (isEmpty && outstanding.length === 0) return [];
  return [
    {
      ...entryKey(item.company, entryPosition(atMs, subjectOf(item), place), item.onSale),
      type: 'book-entry',
      v: 1,
      company: item.company,
      code: item.code,
      atMs,
      channel: item.soldThrough,
      parts: [partOf(item, figures)],
      ...(outstanding.length > 0 ? { outstanding: outstanding.map(([key, values]) => [key, ...values] as const) } : {}),
    },
  ];
};

/** Value that is returned to a cancelled or lapsed item leaves liability immediately. */
const offsetReturnedValue = (figures: Figures, before: ValueFields | undefined, after: ValueFields): Figures => {
  const isOut = (item: ValueFields): boolean => item.status === CANCELLED || isLapsed(item);
  const balance = (item: ValueFields | undefined): number => (item && isOut(item) ? item.remainingMinor : 0);
  const net = balance(after) - balance(before);
  if (net === 0) return figures;
  if (net < 0) return { ...figures, reinstated: (figures.reinstated ?? 0) - net };
  const figure = isLapsed(after) ? 'expired' : 'cancelled';
  return { ...figures, [figure]: (figures[figure] ?? 0) + net };
};

/** Replays the changes to an item, one by one, and collects their entries. */
class Replay {
  readonly #item: ItemRow;
  readonly #zone: string;
  #state: ValueFields | undefined;
  readonly entries: BookEntryRow[] = [];

  constructor(item: ItemRow, zone: string, state?: ValueFields) {
    this.#item = item;
    this.#zone = zone;
    this.#state = state;
  }

  /** Number of times that the value has lapsed or returned to liability. */
  get lapseCount(): number {
    return this.#state?.lapses?.length ?? 0;
  }

  /** Applies a ledger entry. `validUntilMs`: end of validity after the entry. */
  step(step: LatestEntry, validUntilMs: number): void {
    const [seq, kind, delta, status, atMs] = step;
    const before = this.#state;
    const minor = before?.remainingMinor ?? 0;
    const after: ValueFields = { ...this.#valued(), status, remainingMinor: minor + delta, validUntilMs };
    if (kind === 'replace') {
      // The value continues under another code, including lapsed value and breakage.
      const { lapses = [], replaces } = this.#item;
      const continued = { ...after, lapses: lapses.filter((lapsedAtMs) => lapsedAtMs <= atMs) };
      this.#state = before ? { ...after, brokenMinor: 0 } : { ...continued, brokenMinor: replaces?.brokenMinor ?? 0 };
      return;
    }
    const figures = offsetReturnedValue(stepFigures(step, { status: before?.status, minor }), before, after);
    this.#add({ atMs, place: String(seq), figures, before, after });
  }

  /** Moves the value out of liability, or back into it, without a change in the balance. */
  toggleLapse(atMs: number): void {
    const before = this.#valued();
    const after: ValueFields = { ...before, lapses: [...(before.lapses ?? []), atMs] };
    const value = before.status === AWAITING_PAYMENT ? 0 : before.remainingMinor;
    const figures = isLapsed(after) ? { expired: value } : { reinstated: value };
    this.#add({ atMs, place: `l${after.lapses?.length ?? 0}`, figures, before, after });
  }

  /** Turns the remaining value into breakage. `place`: how often this has happened, this time included. */
  break(atMs: number, place: number): void {
    const before = this.#valued();
    const after: ValueFields = { ...before, brokenMinor: before.remainingMinor };
    this.#add({ atMs, place: `b${place}`, figures: {}, before, after });
  }

  /** Changes the month of expiry, because the event was rescheduled. */
  move(atMs: number, place: string, validUntilMs: number): void {
    const before = this.#valued();
    this.#add({ atMs, place, figures: {}, before, after: { ...before, validUntilMs } });
  }

  #valued(): ValueFields {
    const { status, currency, itemType, validUntilMs } = this.#item;
    return this.#state ?? { status, currency, itemType, validUntilMs, remainingMinor: 0 };
  }

  #add(change: Change): void {
    const { before, figures } = change;
    const after: ValueFields = { ...change.after, brokenMinor: breakageLeft(change.after) };
    const breakage = (after.brokenMinor ?? 0) - (before?.brokenMinor ?? 0);
    const all = breakage === 0 ? figures : { ...figures, breakage };
    this.entries.push(...entryOf(this.#item, this.#zone, { ...change, after, figures: all }));
    this.#state = after;
  }
}

/**
 * The entries of one committed change to an item. Changes of value count at the time of the ledger entry; a lapse
 * counts at its own time, not when it is written.
 */
export const itemEntries = (before: ItemRow | undefined, after: ItemRow, zone: string): BookEntryRow[] => {
  const replay = new Replay(after, zone, before);
  const steps = after.latest.filter(([seq]) => seq > (before?.ledgerSeq ?? 0));
  for (const [at, step] of steps.entries()) {
    replay.step(step, at === steps.length - 1 ? after.validUntilMs : (before ?? after).validUntilMs);
  }
  if (steps.length === 0) replay.move(after.movedAtMs ?? after.ledgerAtMs, `m${after.version}`, after.validUntilMs);
  for (const atMs of (after.lapses ?? []).slice(replay.lapseCount)) replay.toggleLapse(atMs);
  const known = before?.breaks?.length ?? 0;
  for (const [at, [atMs]] of (after.breaks ?? []).slice(known).entries()) replay.break(atMs, known + at + 1);
  return replay.entries;
};

/**
 * Every entry of an item, from its row and its complete ledger. All entries have the current month of expiry, so
 * entries that only changed the month are missing. Figures are those at the time of each change.
 */
export const entriesOfItem = (
  item: ItemRow,
  ledger: readonly Pick<LedgerRow, 'seq' | 'kind' | 'deltaMinor' | 'status' | 'atMs'>[],
  zone: string,
): BookEntryRow[] => {
  const replay = new Replay(item, zone);
  const { lapses = [], breaks = [] } = item;
  let broken = 0;
  const toggleLapsesBefore = (atMs: number): void => {
    const due = lapses.slice(replay.lapseCount).filter((lapsedAtMs) => lapsedAtMs < atMs);
    for (const lapsedAtMs of due) replay.toggleLapse(lapsedAtMs);
  };
  const breaksBefore = (step: number): void => {
    for (const [atMs, seq] of breaks.slice(broken)) {
      if (seq >= step) return;
      toggleLapsesBefore(atMs + (replay.lapseCount % 2 === 0 ? 1 : 0));
      replay.break(atMs, ++broken);
    }
  };
  for (const { seq, kind, deltaMinor, status, atMs } of ledger) {
    breaksBefore(seq);
    if (seq > 1) toggleLapsesBefore(atMs);
    replay.step([seq, kind, deltaMinor, status, atMs], item.validUntilMs);
  }
  breaksBefore(Infinity);
  toggleLapsesBefore(Infinity);
  return replay.entries;
};

/** Whether an entry only changes the month of expiry. Such an entry cannot be derived from other rows. */
export const isMove = ({ parts, outstanding = [] }: BookEntryRow): boolean =>
  parts.every(({ figures }) => Object.keys(figures).length === 0) &&
  outstanding.reduce((sum, [, spendable]) => sum + spendable, 0) === 0;

import { consumeRateLimit } from '../../../storage/limits/fixed-window.ts';
import { cancel, confirm, consume, exceededIn, reserve, type Limit } from '../../../storage/limits/sliding-window.ts';
import { getRows } from '../../../storage/table.ts';
import { dormantCodeKey, type DormantCodeRow } from '../../catalog/products/campaigns/rows.ts';
import { CODE_MAX_BYTES, isWellFormedCode, normalizeCode } from '../../catalog/codes/rules.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { isAwaitingDate } from '../event-reschedule/rules.ts';
import { eventMoveCodec, eventMoveKey } from '../event-reschedule/rows.ts';
import { shownOrder } from '../../checkout/orders/order-shape.ts';
import { orderKey } from '../../checkout/orders/rows.ts';
import type { OrderLine } from '../../catalog/products/line-shape.ts';
import { codeLookupLimit, unknownCodeLimit } from '../../company/users/visits/visitor-limits.ts';
import { termsOf } from '../../value/items/load.ts';
import { itemKey, type ItemRow } from '../../value/items/rows.ts';
import type { ItemTerms } from '../../value/items/rules.ts';
import { SLUG } from '../../company/settings/slug.ts';

/** A code as its holder sees it. */
export interface HolderView {
  company: CompanyRow;
  terms: ItemTerms;
  code: string;
  /** Absent for a campaign code that is not activated yet. */
  item?: ItemRow;
  /** For a ticket of an order: the event data of the order. */
  event?: NonNullable<OrderLine['event']>;
  /** Set while the event has no date. Until there is a new date, the ticket shows the former one. */
  awaitsDate?: boolean;
}

export interface HolderLookup {
  /** Slug in the URL. */
  company: string;
  code: string;
  /** IP address of the visitor. */
  address: string;
}

const UNKNOWN_COMPANY = '*';

/**
 * The data that a visitor with a code sees. Undefined for an unknown code, a code of another company, a missing code
 * and an inactive company, so that these cases are indistinguishable. Lookups and misses are counted by client IP
 * address. An IP address with too many misses gets no data for an hour, not even for existing codes. Throws
 * `LimitExceeded`.
 */
export const findHolderView = async ({ company, code, address }: HolderLookup): Promise<HolderView | undefined> => {
  const typed = code.slice(0, CODE_MAX_BYTES).toWellFormed();
  const misses = unknownCodeLimit(address);
  if (isWellFormedCode(typed)) {
    const [found] = await Promise.all([readCode(company, typed, misses), consumeRateLimit(codeLookupLimit(address))]);
    if (!found) await consume(misses);
    return found?.();
  }
  await consumeRateLimit(codeLookupLimit(address));
  return (await readGuess(company, typed, misses))?.();
};

/**
 * Reads a code that people may have chosen, and that others can guess. A miss is reserved before the outcome is known,
 * because concurrent guesses would otherwise all be answered before the first was counted.
 */
const readGuess = async (company: string, typed: string, misses: Limit): Promise<FoundCode | undefined> => {
  const reserved = await reserve(misses);
  const found = await readCode(company, typed, misses).catch(async (error: unknown) => {
    await cancel(reserved);
    throw error;
  });
  await (found ? cancel : confirm)(reserved);
  return found;
};

/** Returns the view of a code that exists. */
type FoundCode = () => HolderView | Promise<HolderView>;

const readCode = async (named: string, typed: string, misses: Limit): Promise<FoundCode | undefined> => {
  const slug = SLUG.test(named) ? named : UNKNOWN_COMPANY;
  const code = normalizeCode(typed);
  const keys = {
    company: companyKey(slug),
    item: itemKey(slug, code),
    dormant: dormantCodeKey(slug, typed),
  };
  const rows = await getRows([...Object.values(keys), misses.key], { consistent: true });
  const exceeded = exceededIn(misses, rows.get(misses.key));
  if (exceeded) throw exceeded;
  const company = rows.get<CompanyRow>(keys.company);
  const item = rows.get<ItemRow>(keys.item);
  const dormant = rows.get<DormantCodeRow>(keys.dormant);
  if (!company?.active || (!item && !dormant)) return undefined;
  if (item) return () => viewOfItem(item, company);
  return () => ({ company, terms: termsOf(company), code: dormant?.code ?? code });
};

/**
 * The data that the holder of an item sees. Has no rate limit, because it is for holders who are identified by other
 * means than a code.
 */
export const viewOfItem = async (item: ItemRow, company: CompanyRow): Promise<HolderView & { item: ItemRow }> => ({
  company,
  terms: termsOf(company),
  code: item.code,
  item,
  ...(await eventOf(item, company)),
});

const eventOf = async (
  item: ItemRow,
  { time_zone: zone }: CompanyRow,
): Promise<Pick<HolderView, 'event' | 'awaitsDate'>> => {
  if (!item.event || !item.lineId || item.productId === null) return {};
  const keys = { order: orderKey(item.company, item.orderId), move: eventMoveKey(item.company, item.productId) };
  const rows = await getRows(Object.values(keys));
  const order = shownOrder(rows.get(keys.order));
  const line = order?.lines.find(({ id }) => id === item.lineId);
  if (!order || !line?.event) return {};
  const move = rows.get(keys.move);
  return {
    event: line.event,
    awaitsDate: !!move && isAwaitingDate(order, line, { ...eventMoveCodec.read(move), zone }),
  };
};

import { nowMs } from '../../../platform/clock.ts';
import { decimalFromMinor } from '../../../platform/decimals.ts';
import { localDateTime } from '../../../platform/zones.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import type { ItemOrderRow } from './issuance/item-orders.ts';
import type { ItemRow } from './rows.ts';
import { STATUS_NAMES, statusAt, TYPE_NAMES } from './rules.ts';

/** Value and state of an item at one time, in a preview. Money is a decimal in the currency. */
const shownState = (item: ItemRow) => {
  const status = statusAt(item, nowMs());
  return {
    status,
    status_name: STATUS_NAMES[status],
    remaining_amount: decimalFromMinor(item.remainingMinor, item.currency),
    remaining_pieces: item.remainingPieces,
    currency: item.currency,
  };
};

/** The reply of an operation on one item, with the item before (if any) and after it. */
export const itemPreview = (reply: unknown, { before, after }: { before?: ItemRow; after: ItemRow }) => ({
  ...(reply as object),
  before: before ? shownState(before) : null,
  after: shownState(after),
});

/** The reply of a claim of a whole order, with the value that the claim uses up. */
export const groupPreview = (reply: unknown, items: readonly ItemRow[]) => {
  const [{ currency } = { currency: '' }] = items;
  const leftMinor = items.reduce((sum, item) => sum + item.remainingMinor, 0);
  return {
    ...(reply as object),
    item_count: items.length,
    redeemed_amount: decimalFromMinor(leftMinor, currency),
    currency,
  };
};

/** Preview of direct issuance. Codes are omitted, because they are not valid until they are issued. */
export const issuePreview = ({ orderId, facts, state }: ItemOrderRow, company: CompanyRow) => ({
  order_id: orderId,
  itemsCount: facts.orderItems,
  item_type_identification: TYPE_NAMES[facts.itemType],
  amount_each: decimalFromMinor(facts.valueMinor, facts.currency),
  price_each: decimalFromMinor(facts.priceMinor, facts.currency),
  price_total: decimalFromMinor(facts.priceMinor * facts.orderItems, facts.currency),
  currency: facts.currency,
  validity: localDateTime(facts.validUntilMs, company.time_zone),
  captured: state === 'paid',
});

/** The reply of a capture, with the number and total price of the items that it activates. */
export const capturePreview = (reply: unknown, { facts }: ItemOrderRow, itemCount: number) => ({
  ...(reply as object),
  item_count: itemCount,
  price_total: decimalFromMinor(facts.priceMinor * itemCount, facts.currency),
  currency: facts.currency,
});

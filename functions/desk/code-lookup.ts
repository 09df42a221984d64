import { hasDocument } from '../domain/fulfillment/documents/deliverable-lines.ts';
import type { HistoryEntry } from '../domain/value/items/ledger/history.ts';
import { readTimeline, type TimelineEntry } from '../domain/value/items/ledger/timeline.ts';
import { itemKeysOfOrder } from '../domain/value/items/of-order-id.ts';
import { isGroupClaimable, loadItem, type LoadedItem } from '../domain/value/items/load.ts';
import { itemListing, itemObject, type ItemObject } from '../domain/value/items/present.ts';
import { previewClaim } from '../domain/value/items/redemption/preview-claim.ts';
import { worthOf, type ItemEvent, type ItemRow } from '../domain/value/items/rows.ts';
import { cancelError, obstacleOf, undoableQuantity, type ItemTerms } from '../domain/value/items/rules.ts';
import { isSpentByAmount } from '../domain/value/items/kinds.ts';
import { searchItemsAs } from '../domain/value/items/search/search.ts';
import { resendStates } from '../domain/notifications/mail/of-order.ts';
import { decimalFromMinor } from '../platform/decimals.ts';
import { ApiError } from '../platform/errors.ts';
import { localizeAll, type Localized } from './localize.ts';
import type { DeskVisit } from './visit.ts';

/** Maximum number of items of one order on a page. */
export const GROUP_MAX = 100;

/** An item of the API with additional data for pages. */
export interface Item extends Localized<ItemObject> {
  /** The item has a printable document. */
  isPrintable: boolean;
  /** The item can be cancelled or discarded, even while it is blocked or disputed. */
  isCancellable: boolean;
  /**
   * A block is the reason that the item cannot be used. False for a used or cancelled item, although it keeps its
   * block.
   */
  isBlocked: boolean;
  /** The event of a ticket; null for other items. */
  event: ItemEvent | null;
  /** The value at issue plus or minus adjustments, as a decimal. */
  worth: number;
  /** The item is redeemed by amount; if false, by pieces or as a whole. */
  isByAmount: boolean;
  /** Amount that can still be restored, in the smallest currency unit and in pieces. */
  givableBack: { minor: number; pieces: number };
}

/**
 * Returns an item with texts in the language of the page, or undefined for an unknown code. Throws 429 after too many
 * unknown codes.
 */
export const findItemAtDesk = (visit: DeskVisit, code: string): Promise<Item | undefined> =>
  orNone(code, async () => shownItem(visit, await loadItem({ company: visit.company.slug }, code)));

/** Result of a code lookup at the counter. */
export interface AtCounter {
  /** Absent for a code of a campaign or of the vendor that cannot be redeemed. `refusal` has the reason. */
  item?: Item;
  refusal?: ApiError;
  /**
   * The code belongs to a campaign or to the vendor and is not an item yet. `item` is the item that redeeming it will
   * create.
   */
  isDormant: boolean;
  /** Name of the vendor that issued the code, if it is not imported yet. */
  vendor?: string | undefined;
}

/** Like `findItemAtDesk`, and also finds codes of campaigns and of the vendor that are not items yet. */
export const findCodeAtCounter = (visit: DeskVisit, code: string): Promise<AtCounter | undefined> =>
  orNone(code, async () => {
    const preview = await previewClaim(visit.operator, code);
    if (!preview.item) return { refusal: preview.refusal, isDormant: true, vendor: preview.vendor };
    const item = await shownItem(visit, preview);
    const { isDormant, vendor } = preview;
    return {
      isDormant,
      vendor,
      item: isDormant ? { ...item, isPrintable: false, available_group_claim: false } : item,
    };
  });

const shownItem = async (visit: DeskVisit, { item, terms }: Pick<LoadedItem, 'item' | 'terms'>): Promise<Item> => ({
  ...localizeAll(visit, itemObject(item, terms, await isGroupClaimable(item, terms))),
  isPrintable: hasDocument(item),
  isCancellable: cancelError(item, terms) === null,
  isBlocked: obstacleOf(item, terms) === 'blocked',
  event: item.event,
  worth: decimalFromMinor(worthOf(item), item.currency),
  isByAmount: isSpentByAmount(item),
  givableBack: undoableQuantity(item),
});

const orNone = async <T>(code: string, read: () => Promise<T>): Promise<T | undefined> => {
  if (code === '') return undefined;
  try {
    return await read();
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
};

/** A row of a list of items, with whether a block or a dispute is the reason that the item cannot be used. */
export const deskListing = (item: ItemRow, terms: ItemTerms, groupClaimable: boolean) => {
  const obstacle = obstacleOf(item, terms);
  const isBlocked = obstacle === 'blocked';
  return { ...itemListing(item, terms, groupClaimable), isBlocked, isDisputed: obstacle === 'disputed' };
};

export type DeskListing = Localized<ReturnType<typeof deskListing>>;

/** The items of an order, for a page that shows only the first ones. */
export interface ItemGroup {
  /** The first items, up to the page size. */
  shown: DeskListing[];
  /** The number of all items of the order. */
  total: number;
}

/** The items of an order for a group claim. */
export const groupOfOrder = async (visit: DeskVisit, orderId: string): Promise<ItemGroup> => {
  const company = visit.company.slug;
  const { data, has_more: isMore } = await searchItemsAs(
    company,
    {
      orderId,
      groupCode: undefined,
      text: undefined,
      statuses: [],
      types: [],
      onlyClaimable: false,
      dateFrom: undefined,
      dateTo: undefined,
      limit: GROUP_MAX,
      startingAfter: undefined,
    },
    deskListing,
  );
  const total = isMore ? (await itemKeysOfOrder(company, orderId)).length : data.length;
  return { shown: localizeAll(visit, data), total };
};

/** The history of an item, newest first. */
export const historyOf = ({ company }: Pick<DeskVisit, 'company'>, code: string): Promise<TimelineEntry[]> =>
  readTimeline({ company: company.slug }, code);

/** The history of an item with the outcomes of resent emails, by the guid of their request. */
export const wholeHistoryOf = async (visit: DeskVisit, code: string) => {
  const history = await historyOf(visit, code);
  const requests = history.flatMap(({ action }) => action?.request_guid ?? []);
  return { history, mails: await resendStates(visit.company.slug, requests) };
};

/** The newest change of value or state that `isIt` accepts. */
export const changeIn = (history: readonly TimelineEntry[], isIt: (entry: HistoryEntry) => boolean) =>
  history.flatMap(({ change }) => change ?? []).find(isIt);

import type { Actor } from '../../../platform/actor.ts';
import type { MemberChange } from '../../../platform/cause.ts';
import type { Channel } from '../../../platform/channels.ts';
import type { Key, Row } from '../../../storage/table.ts';
import { sortable } from '../../../storage/sortable.ts';
import type { CardTemplate } from '../../company/settings/active-templates.ts';
import { normalizeCode } from '../../catalog/codes/rules.ts';
import type { VatTreatment } from '../../company/settings/vat-treatments.ts';
import type { ItemType } from './item-types.ts';
import type { LatestEntry, LedgerKind } from './ledger-kinds.ts';
import type { ItemStatus } from './statuses.ts';

export { AWAITING_PAYMENT, CANCELLED, EXPIRED, ITEM_STATUSES, PAID_STATUS as PAID, USED } from './statuses.ts';
export type { ItemStatus } from './statuses.ts';
export { LEDGER_KINDS, type LatestEntry, type LedgerKind } from './ledger-kinds.ts';
export { ITEM_TYPES, type ItemType } from './item-types.ts';

export interface Person {
  name: string | null;
  email: string | null;
  phone: string | null;
}

interface SenderCompany {
  name: string;
  address: string | null;
  city: string | null;
  postcode: string | null;
  country: string | null;
}

export interface ItemEvent {
  slug: string;
  title: string;
  startsAt: string;
  endsAt: string | null;
}

/** Ticket details from the buyer. */
interface ItemTicket {
  comment: string | null;
  code: string | null;
}

/** Facts set at issue. Later, dates may change, and an erasure removes personal data. Smallest currency unit. */
export interface ItemFacts {
  company: string;
  companyName: string;
  code: string;
  /** `po_…` of an order that came through checkout, `ord_…` for others. */
  orderId: string;
  /** Order number; null if there is none. */
  orderReference: string | null;
  /** The partner's own reference of the order. */
  clientReference: string | null;
  lineId: string | null;
  /** Position in the order, from 0. */
  sequence: number;
  /** Number of items in the order. */
  orderItems: number;
  itemType: ItemType;
  productId: string | null;
  optionId: string | null;
  title: string;
  /** Option of an experience, event or offer. */
  variant: string | null;
  event: ItemEvent | null;
  /** The template that was active when the item was issued; absent: the default. */
  template?: CardTemplate;
  addOn: boolean;
  ticket: ItemTicket | null;
  /** Value at issue. */
  valueMinor: number;
  /** Price before discount. */
  priceMinor: number;
  /** Number of seats or pieces. */
  pieces: number;
  vatTreatment: VatTreatment;
  /** VAT rate in percent: of the sale of a single-purpose item, or of the redemption of a multi-purpose item. */
  vatPercent: number;
  currency: string;
  campaignId: number | null;
  /** Last millisecond of the validity. */
  validUntilMs: number;
  /** The earliest `validUntilMs` of the order. */
  orderValidUntilMs: number;
  /** When the item was last moved to another date of its event. */
  movedAtMs?: number;
  /** The `movedAtMs` of its order line that was last applied to the item: a move to another date or venue. */
  placedAtMs?: number;
  sender: Person;
  senderCompany: SenderCompany | null;
  receiver: Person;
  greeting: string | null;
  imageUrl: string | null;
  channel: string;
  /** The channel that created the order, or that issued the item without an order. */
  soldThrough: Channel;
  language: string;
  /** Payment method at checkout (default: `card`), `invoice` (settlement, contract), `campaign` or `vendor`. */
  paymentType: string;
  isToken: boolean;
  /** When a scheduled delivery was due. */
  deliverAtMs: number | null;
  deliveredAtMs: number | null;
  postal: boolean;
  /** When the shipment of the item was posted; absent before. */
  postedAtMs?: number;
  createdAtMs: number;
  /** v1 user that owns the item. */
  createdBy: string | null;
  /** Whether the item was sold in an on-sale. Its list entries are then sharded. */
  onSale?: boolean;
  /** Company to which a benefit deal was issued. It can read the item, too. */
  issuedTo?: string;
}

/**
 * An issued item. At any time `valueMinor + adjustedMinor = remainingMinor + claimedMinor + withdrawnMinor`, and
 * `remainingMinor` and `remainingPieces` are the sums of its ledger. Every change is a conditional write on `version`.
 */
export interface ItemRow extends Row, ItemFacts, ItemMarks {
  type: 'item';
  /** The stored status. To every reader, an item past its validity is Expired, even before the sweep has run. */
  status: ItemStatus;
  remainingMinor: number;
  remainingPieces: number;
  claimedMinor: number;
  /** Value withdrawn by a refund or lost dispute of the order, by a cancellation, or by a replacement of the item. */
  withdrawnMinor: number;
  withdrawnPieces: number;
  /** Sum of adjustments by staff; may be negative. */
  adjustedMinor?: number;
  /** The item that this item replaces and continues, with its claimed, adjusted and breakage amounts at that time. */
  replaces?: { code: string; claimedMinor: number; adjustedMinor: number; brokenMinor?: number };
  firstClaimedAtMs: number | null;
  lastClaimedAtMs: number | null;
  /** The last request that claimed from the item. */
  lastClaimRequestId?: string;
  version: number;
  ledgerSeq: number;
  ledgerHash: string;
  ledgerAtMs: number;
  /** The newest entries of the ledger, oldest first, so that a reader of a change finds its entries. */
  latest: readonly LatestEntry[];
}

/** State of an item other than its balance and status, such as holds, a block, and effects of refunds and disputes. */
export interface ItemMarks {
  /** The newest epoch of the order that was applied to the item. Older epochs are outdated. */
  epoch?: number;
  /** Claimed or reserved value that was repaid, smallest currency unit. Its claims cannot be undone. */
  repaidMinor?: number;
  /** The part of `repaidMinor` that was reserved and not claimed since. It is withdrawn when the holds have ended. */
  repaidHeldMinor?: number;
  /** Refunded value that could not be withdrawn: an adjustment had removed it, or the item is indivisible. */
  shortMinor?: number;
  /** The item was refunded in full: no part of it can be restored, regardless of the value of its claims. */
  repaidWhole?: boolean;
  /** The dispute that blocks claims. */
  frozenBy?: string;
  /** The value that the newest refund withdrew, to be restored if the refund is refused. */
  taken?: WithdrawnValue;
  /** Reserved value; may contain ended holds that no write has removed yet. */
  holds?: readonly ItemHold[];
  /** A redemption has claimed from the item, so undoing a claim may affect a redemption. */
  redeemed?: true;
  /** Claimed value that paid for orders, and the newest of these orders. Only refunds of the orders restore it. */
  paidOrders?: { minor: number; orderId: string };
  /** Code of the item that replaced this one. Never shown. */
  replacedBy?: string;
  /**
   * Times at which the value left liability because it could no longer be claimed, and times at which it returned,
   * alternating. With an odd number of times, the value is out of liability.
   */
  lapses?: readonly number[];
  /** For an expired item that can still be claimed: when that ends, under the current settings. */
  lapsesAtMs?: number;
  /** For value that left liability: when it becomes breakage, under the current settings. */
  breaksAtMs?: number;
  /** Times at which the remaining value became breakage, each with the number of the newest ledger entry before it. */
  breaks?: readonly (readonly [atMs: number, seq: number])[];
  /** The part of the item's balance that is breakage. Smallest currency unit. */
  brokenMinor?: number;
  /** Whether a wallet has a pass of the item. Changes to the displayed data are then sent to the wallet. */
  hasPass?: true;
  /** Blocked by staff: it cannot be claimed or reserved. */
  blocked?: { reason: string | null; atMs: number };
}

/** Value or pieces of an item that one redemption reserves. */
export interface ItemHold {
  /** Id of the redemption. */
  redemption: string;
  /** Smallest currency unit. */
  minor: number;
  pieces: number;
  /** When the hold ends; absent for a hold that ends with its order. */
  untilMs?: number;
  /** The order for which the reserved value will pay. */
  orderId?: string;
}

/** Purpose of a claim, as the client recorded it. */
export interface ClaimContext {
  reference?: string;
  location?: string;
  redemptionId?: string;
  /** The order that the claim paid for. */
  orderId?: string;
}

export interface WithdrawnValue {
  refund: string;
  minor: number;
  pieces: number;
  repaidMinor: number;
  repaidWhole: boolean;
  status: ItemStatus;
}

/** One change to an item. Entries are append-only; each contains the hash of the previous one. */
export interface LedgerRow extends Row {
  type: 'ledger';
  /** Hash of the company, the code and `seq`. Unlike the code, it may be shown. */
  transactionId: string;
  company: string;
  code: string;
  itemType: ItemType;
  vatTreatment: VatTreatment;
  /** VAT rate of the item. */
  vatPercent: number;
  currency: string;
  /** From 1 (issue), without gaps. */
  seq: number;
  kind: LedgerKind;
  /** Change in the remaining value (smallest currency unit) and in the remaining pieces. */
  deltaMinor: number;
  deltaPieces: number;
  balanceMinor: number;
  balancePieces: number;
  /** Status after the change. */
  status: ItemStatus;
  by: Actor;
  requestId: string;
  note: string | null;
  context?: ClaimContext;
  /** Old and new values of members of the item other than its balance. Absent in entries of older releases. */
  changes?: readonly MemberChange[];
  /** Never earlier than the previous entry. */
  atMs: number;
  previousHash: string;
  hash: string;
}

export const itemPartition = (company: string, code: string): string => `ITEM#${company}#${normalizeCode(code)}`;

/** Codes of campaigns and vendors are not unique across companies, so the company is part of the key. */
export const itemKey = (company: string, code: string): Key => ({ pk: itemPartition(company, code), sk: 'item' });

/** Key of an entry, by its time and number. The balance at a given time is the first row of a backward read. */
export const ledgerKey = (entry: Pick<LedgerRow, 'company' | 'code' | 'atMs' | 'seq'>): Key => ({
  pk: itemPartition(entry.company, entry.code),
  sk: `ledger#${sortable(entry.atMs)}#${String(entry.seq).padStart(8, '0')}`,
});

/** The entries of an item until a given time, inclusive. */
export const ledgerUntil = (company: string, code: string, untilMs: number) =>
  ({ partition: itemPartition(company, code), from: 'ledger#', to: `ledger#${sortable(untilMs)}#~` }) as const;

/** All items of a company by time of issue (analytics). */
export const itemsOf = (company: string) => ({ index: 'ix1', partition: `${company}#items`, shards: company }) as const;

/** Items of an order in their sequence. */
export const itemsOfOrderId = (company: string, orderId: string) =>
  ({ index: 'ix2', partition: `${company}#items#${orderId}` }) as const;

/** Tickets of an event by time of issue (participants). */
export const ticketsOfEvent = (company: string, slug: string) =>
  ({ index: 'ix3', partition: `${company}#tickets#${slug}`, shards: company }) as const;

/** The benefit deal of a code that another company issued to this one. Deals have no event, so they can use `ix3`. */
export const dealIssuedTo = (company: string, code: string) =>
  ({ index: 'ix3', partition: `${company}#deals#${normalizeCode(code)}` }) as const;

/** Items of an order that can no longer be claimed in full: empty while the order is claimable as a group. */
export const touchedOfOrder = (company: string, orderId: string) =>
  ({ index: 'ix4', partition: `${company}#touched#${orderId}` }) as const;

/** Claims, refunds and status changes in a company by time (claimed-items report). */
export const transactionsOf = (company: string) => ({ index: 'ix1', partition: `${company}#transactions` }) as const;

/** Position of an item in lists by time of issue. */
export const itemPosition = (item: Pick<ItemRow, 'createdAtMs' | 'code'>): string =>
  `${sortable(item.createdAtMs)}#${item.code}`;

/** Value of an item at issue, plus or minus adjustments. Smallest currency unit. */
export const worthOf = (item: Pick<ItemRow, 'valueMinor' | 'adjustedMinor'>): number =>
  item.valueMinor + (item.adjustedMinor ?? 0);

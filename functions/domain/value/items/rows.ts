import type { Actor } from '../../../platform/actor.ts';
import type { Channel } from '../../../platform/channels.ts';
import type { Key, Row } from '../../../storage/table.ts';
import { sortable } from '../../../storage/sortable.ts';
import type { CardTemplate } from '../../company/settings/active-templates.ts';
import { normalizeCode } from '../../catalog/codes/rules.ts';
import type { VatTreatment } from '../../company/settings/vat-treatments.ts';
import type { ItemType } from './item-types.ts';
import type { LatestEntry, LedgerKind } from './ledger-kinds.ts';
import { EXPIRED, PAID, type ItemStatus } from './statuses.ts';

export { AWAITING_PAYMENT, CANCELLED, EXPIRED, ITEM_STATUSES, PAID, USED } from './statuses.ts';
export type { ItemStatus } from './statuses.ts';
export { LEDGER_KINDS } from './ledger-kinds.ts';
export type { LatestEntry, LedgerKind } from './ledger-kinds.ts';
export { ITEM_TYPES } from './item-types.ts';
export type { ItemType } from './item-types.ts';

export interface Person {
  name: string | null;
  email: string | null;
  phone: string | null;
}

export interface SenderCompany {
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

/** What the buyer of a ticket stated. */
export interface ItemTicket {
  comment: string | null;
  code: string | null;
}

/** What is fixed when an item is issued. Amounts in the smallest currency unit. */
export interface ItemFacts {
  company: string;
  companyName: string;
  code: string;
  /** `po_…` of a headless order, `ord_…` of any other. */
  orderId: string;
  /** Short order number for people; null where there is none. */
  orderReference: string | null;
  /** The partner's own reference of the order. */
  clientReference: string | null;
  lineId: string | null;
  /** Place in the order, from 0. */
  sequence: number;
  /** Items of the whole order. */
  orderItems: number;
  itemType: ItemType;
  productId: string | null;
  optionId: string | null;
  title: string;
  /** Option of an experience, event or offer. */
  variant: string | null;
  event: ItemEvent | null;
  /** The template that was in force when it was issued; absent: the default. */
  template?: CardTemplate;
  addOn: boolean;
  ticket: ItemTicket | null;
  /** What it is worth when spent. */
  valueMinor: number;
  /** What the buyer paid for it before discount. */
  priceMinor: number;
  /** Seats or pieces it stands for. */
  pieces: number;
  vatTreatment: VatTreatment;
  /** Per cent: of its sale when it is single-purpose, of its redemption when it is multi-purpose. */
  vatPercent: number;
  currency: string;
  campaignId: number | null;
  /** Last millisecond in which it is valid. */
  validUntilMs: number;
  /** The earliest `validUntilMs` of the order. */
  orderValidUntilMs: number;
  /** When it was brought to another date of its event the last time. */
  movedAtMs?: number;
  sender: Person;
  senderCompany: SenderCompany | null;
  receiver: Person;
  greeting: string | null;
  imageUrl: string | null;
  channel: string;
  /** The channel through which its order was created, or through which it was issued without one. */
  soldThrough: Channel;
  language: string;
  /** `card` (checkout), `invoice` (settlement or contract), `campaign`, `vendor`. */
  paymentType: string;
  isToken: boolean;
  /** When a scheduled delivery was due. */
  deliverAtMs: number | null;
  deliveredAtMs: number | null;
  postal: boolean;
  /** When its shipment was posted; absent before. */
  postedAtMs?: number;
  createdAtMs: number;
  /** v1 user to whom the item belongs. */
  createdBy: string | null;
  /** It came out of an on-sale: its entries in lists are spread. */
  onSale?: boolean;
  /** Company that a benefit deal was issued to, which can read it as well. */
  issuedTo?: string;
}

/**
 * An issued item. At any moment `valueMinor + adjustedMinor = remainingMinor + claimedMinor + withdrawnMinor`, and
 * `remainingMinor` and `remainingPieces` are the sums of its ledger. Every change is one conditional write on `version`.
 */
export interface ItemRow extends Row, ItemFacts, ItemMarks {
  type: 'item';
  /** As stored: an item past its validity is Expired to every reader, whether or not the schedule has come by. */
  status: ItemStatus;
  remainingMinor: number;
  remainingPieces: number;
  claimedMinor: number;
  /** Taken back by a refund of the order, or by a cancellation. */
  withdrawnMinor: number;
  withdrawnPieces: number;
  /** Sum of what staff added to its value; below 0 when they took more than they added. */
  adjustedMinor?: number;
  /** The item whose figures this one continues, and what was claimed, adjusted and breakage by then. */
  replaces?: { code: string; claimedMinor: number; adjustedMinor: number; brokenMinor?: number };
  firstClaimedAtMs: number | null;
  lastClaimedAtMs: number | null;
  /** Request that claimed of it last. */
  lastClaimRequestId?: string;
  version: number;
  ledgerSeq: number;
  ledgerHash: string;
  ledgerAtMs: number;
  /** The newest entries of the ledger, oldest first: a reader of a change finds those that the change added. */
  latest: readonly LatestEntry[];
}

/** What refunds and disputes of the order have made of an item, beside its balance. */
export interface ItemMarks {
  /** Newest epoch of the order that the item was brought to: what an older one asks for is over. */
  epoch?: number;
  /** Of what was claimed: paid back with the order, so that no claim of it can be undone. Smallest unit. */
  repaidMinor?: number;
  /** Money that was given back for value which an adjustment had taken. */
  shortMinor?: number;
  /** The item was given back whole: nothing of it comes back, whatever its claims were worth. */
  repaidWhole?: boolean;
  /** The dispute that keeps it from being claimed. */
  frozenBy?: string;
  /** What the newest refund took of it, to be given back if the refund is refused. */
  taken?: Taken;
  /** Value that is reserved; also entries that have ended and that no write has removed yet. */
  holds?: readonly Hold[];
  /** A redemption has claimed of it, so undoing a claim may count in a redemption. */
  redeemed?: true;
  /** Of what was claimed: what paid for orders, which only their refunds give back; and the newest of these orders. */
  paidOrders?: { minor: number; orderId: string };
  /** Code of the item that replaced it. Never shown. */
  replacedBy?: string;
  /**
   * Moments at which its value left liability because it can no longer be claimed, and at which it returned, in turn: an
   * odd number of them means that it is out.
   */
  lapses?: readonly number[];
  /** Of an expired item that can still be claimed: the first moment at which it no longer can, by the newest setting. */
  lapsesAtMs?: number;
  /** Of value that has left liability: the moment at which it becomes breakage, by the newest setting. */
  breaksAtMs?: number;
  /** Moments at which all that was left became breakage, each with the number of the newest ledger entry before it. */
  breaks?: readonly (readonly [atMs: number, seq: number])[];
  /** What of its balance is breakage. Smallest unit. */
  brokenMinor?: number;
  /** A pass of it is in a wallet, so changes of what the pass shows are sent there. */
  hasPass?: true;
  /** Staff has blocked it: nothing of it can be claimed or held. */
  blocked?: { reason: string | null; atMs: number };
}

/** Value or pieces of an item that one redemption reserves. */
export interface Hold {
  /** Id of the redemption. */
  redemption: string;
  /** Smallest unit. */
  minor: number;
  pieces: number;
  /** The moment at which it ends; absent for a hold that ends with its order. */
  untilMs?: number;
  /** The order that it is to pay. */
  orderId?: string;
}

/** What a claim was for, as the client recorded it. */
export interface ClaimContext {
  reference?: string;
  location?: string;
  redemptionId?: string;
  /** The order that it paid. */
  orderId?: string;
}

export interface Taken {
  refund: string;
  minor: number;
  pieces: number;
  repaidMinor: number;
  repaidWhole: boolean;
  status: ItemStatus;
}

/** One change of an item. Entries are only ever added; each carries the hash of the one before. */
export interface LedgerRow extends Row {
  type: 'ledger';
  /** `<code>#<seq>` hashed: safe to show. */
  transactionId: string;
  company: string;
  code: string;
  itemType: ItemType;
  vatTreatment: VatTreatment;
  /** As in the item. */
  vatPercent: number;
  currency: string;
  /** From 1 (issue), without gaps. */
  seq: number;
  kind: LedgerKind;
  /** Change of the remaining value, smallest unit, and of the remaining pieces. */
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
  /** Never earlier than the entry before it. */
  atMs: number;
  previousHash: string;
  hash: string;
}

export const itemPartition = (company: string, code: string): string => `ITEM#${company}#${normalizeCode(code)}`;

/** Codes of campaigns and vendors are not unique across companies, so the company is part of the key. */
export const itemKey = (company: string, code: string): Key => ({ pk: itemPartition(company, code), sk: 'item' });

/** By moment, then by number: the balance at a moment is one row read backwards from it. */
export const ledgerKey = (entry: Pick<LedgerRow, 'company' | 'code' | 'atMs' | 'seq'>): Key => ({
  pk: itemPartition(entry.company, entry.code),
  sk: `ledger#${sortable(entry.atMs)}#${String(entry.seq).padStart(8, '0')}`,
});

/** The entries of an item up to and including a moment. */
export const ledgerUntil = (company: string, code: string, untilMs: number) =>
  ({ partition: itemPartition(company, code), from: 'ledger#', to: `ledger#${sortable(untilMs)}#~` }) as const;

/** All items of a company by moment of issue (analytics). */
export const itemsOf = (company: string) => ({ index: 'ix1', partition: `${company}#items`, spread: company }) as const;

/** Items of an order in their sequence. */
export const itemsOfOrderId = (company: string, orderId: string) =>
  ({ index: 'ix2', partition: `${company}#items#${orderId}` }) as const;

/** Tickets of an event by moment of issue (participants). */
export const ticketsOfEvent = (company: string, slug: string) =>
  ({ index: 'ix3', partition: `${company}#tickets#${slug}`, spread: company }) as const;

/** The benefit deal of a code that was issued to a company by another one. Deals have no event, so the index is free. */
export const dealIssuedTo = (company: string, code: string) =>
  ({ index: 'ix3', partition: `${company}#deals#${normalizeCode(code)}` }) as const;

/** Items of an order that can no longer be claimed whole: empty while the order is claimable as a group. */
export const touchedOfOrder = (company: string, orderId: string) =>
  ({ index: 'ix4', partition: `${company}#touched#${orderId}` }) as const;

/** Claims, refunds and status changes of a company by moment (claimed-items report). */
export const transactionsOf = (company: string) => ({ index: 'ix1', partition: `${company}#transactions` }) as const;

/** Position of an item in lists by moment of issue. */
export const itemPosition = (item: Pick<ItemRow, 'createdAtMs' | 'code'>): string =>
  `${sortable(item.createdAtMs)}#${item.code}`;

/** What an item was issued with and what staff added to it. Smallest unit. */
export const worthOf = (item: Pick<ItemRow, 'valueMinor' | 'adjustedMinor'>): number =>
  item.valueMinor + (item.adjustedMinor ?? 0);

/** Nothing of it has been taken in any way. */
export const isWhole = (item: ItemRow): boolean =>
  (item.status === PAID || item.status === EXPIRED) &&
  item.remainingMinor === worthOf(item) &&
  item.remainingPieces === item.pieces;

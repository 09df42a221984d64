import { containedVat } from '../../../platform/money.ts';
import { isLapsed } from '../../value/items/ledger/lapse.ts';
import { CANCELLED, type ItemRow, type LedgerRow } from '../../value/items/rows.ts';
import type { Figures } from '../book/figures.ts';
import { compact } from './order-postings.ts';
import type { Posting, PostingEvent, PostingLine } from './rows.ts';

type PostedItem = Pick<ItemRow, 'orderId' | 'paymentType' | 'priceMinor' | 'vatTreatment' | 'vatPercent' | 'lapses'>;

/** Revenue with its VAT; positive when earned. */
const revenueLines = (minor: number, percent: number): PostingLine[] => {
  const vat = Math.sign(minor) * containedVat(Math.abs(minor), percent);
  return [
    ['revenue', vat - minor, percent],
    ['vat', -vat, percent],
  ];
};

/**
 * Items of an order are booked with the payment of the order; other items are invoiced, or issued free of charge by a
 * campaign.
 */
const issueLines = (item: PostedItem, valueMinor: number): PostingLine[] => {
  if (item.orderId.startsWith('po_')) return [];
  const paid = item.paymentType === 'campaign' ? 0 : item.paymentType === 'vendor' ? valueMinor : item.priceMinor;
  if (item.vatTreatment === 'single_purpose') return [['receivables', paid], ...revenueLines(paid, item.vatPercent)];
  return [
    ['liability', -valueMinor],
    ['receivables', paid],
    ['discount', valueMinor - paid],
  ];
};

/** Value transferred without a supply. Positive: it leaves liability. */
const adjustmentLines = (minor: number, against: 'adjustments' | 'disputes' = 'adjustments'): PostingLine[] => [
  ['liability', minor],
  [against, -minor],
];

const redemptionLines = (minor: number, percent: number): PostingLine[] => [
  ['liability', minor],
  ...revenueLines(minor, percent),
];

const reloadLines = (minor: number): PostingLine[] => [
  ['liability', -minor],
  ['receivables', minor],
];

/** Whether the value had lapsed at a given time. The journal keeps lapsed value in liability. */
const hadLapsed = ({ lapses = [] }: Pick<ItemRow, 'lapses'>, atMs: number): boolean =>
  isLapsed({ lapses: lapses.filter((lapse) => lapse <= atMs) });

/**
 * The event and the posting lines of a ledger entry of a multi-purpose item. A card that pays for an order is booked
 * with that order. One change may have several effects: value returned to a cancelled card is cancelled immediately.
 */
const movedLines = (
  item: PostedItem,
  figures: Figures,
  { entry, disputedMinor }: Pick<ItemEntry, 'entry' | 'disputedMinor'>,
): [PostingEvent, PostingLine[]] => {
  const redeemed = (figures.redeemed ?? 0) - (figures.redemption_refunded ?? 0);
  const paysOrder = entry?.context?.orderId !== undefined;
  // For a lapsed item, only the reversal of a loss is booked.
  const isBooked = entry?.kind === 'reinstate' || (entry?.status === CANCELLED && !hadLapsed(item, entry.atMs));
  const { cancelled = 0, withdrawn = 0, adjusted = 0, added = 0 } = figures;
  const reinstated = isBooked ? (figures.reinstated ?? 0) : 0;
  const all: [PostingEvent, number, PostingLine[]][] = [
    [
      redeemed > 0 ? 'redeemed' : 'redemption_refunded',
      redeemed,
      paysOrder ? [] : redemptionLines(redeemed, item.vatPercent),
    ],
    ['cancelled', cancelled, adjustmentLines(cancelled)],
    [
      'withdrawn',
      withdrawn,
      [...adjustmentLines(withdrawn - disputedMinor), ...adjustmentLines(disputedMinor, 'disputes')],
    ],
    ['adjusted', adjusted, adjustmentLines(-adjusted)],
    ['added', added, reloadLines(added)],
    ['reinstated', reinstated, adjustmentLines(-reinstated)],
  ];
  const changed = all.filter(([, minor]) => minor !== 0);
  return [changed[0]?.[0] ?? 'issued', changed.flatMap(([, , lines]) => lines)];
};

/**
 * The sale of an order debits liability with the amount paid by cards. A single-purpose card was revenue when it was
 * sold, so its part is credited to liability again, against adjustments.
 */
const taxedPaymentLines = ({ redeemed = 0, redemption_refunded: returned = 0 }: Figures): PostingLine[] =>
  adjustmentLines(returned - redeemed);

/** New breakage, or reversed breakage (negative). */
const breakageLines = (minor: number): PostingLine[] => [
  ['liability', minor],
  ['breakage', -minor],
];

interface ItemEntry {
  /** Position in the book. */
  at: string;
  entry: LedgerRow | undefined;
  /** The part of the withdrawn value that lost disputes took. Smallest currency unit. */
  disputedMinor: number;
}

/** The posting of an item's entry in the book. */
export const itemPosting = (item: ItemRow, figures: Figures, { at, entry, disputedMinor }: ItemEntry): Posting => {
  const reference = item.orderReference ?? item.orderId;
  const value = (figures.issued ?? 0) + (figures.activated ?? 0);
  const issued = value === 0 ? [] : issueLines(item, value);
  const { breakage = 0 } = figures;
  const [event, moved] = movedLines(item, figures, { entry, disputedMinor });
  const isTaxed = item.vatTreatment === 'single_purpose';
  const paysOrder = entry?.context?.orderId !== undefined;
  const taxed = paysOrder ? taxedPaymentLines(figures) : [];
  const lines = compact([...issued, ...(isTaxed ? taxed : [...moved, ...breakageLines(breakage)])]);
  const isOnlyBreakage = breakage !== 0 && issued.length === 0 && moved.length === 0;
  if (!isOnlyBreakage) return { at, event, reference, lines };
  return { at, event: breakage > 0 ? 'breakage' : 'breakage_returned', reference, lines };
};

import { containedVat } from '../../../platform/money.ts';
import type { ItemRow, LedgerRow } from '../../value/items/rows.ts';
import type { Figures } from '../book/figures.ts';
import { compact } from './order-postings.ts';
import type { Posting, PostingEvent, PostingLine } from './rows.ts';

type Issued = Pick<ItemRow, 'orderId' | 'paymentType' | 'priceMinor' | 'vatTreatment' | 'vatPercent'>;

/** Revenue with its VAT; above 0 is earned. */
export const earned = (minor: number, percent: number): PostingLine[] => {
  const vat = Math.sign(minor) * containedVat(Math.abs(minor), percent);
  return [
    ['revenue', vat - minor, percent],
    ['vat', -vat, percent],
  ];
};

/** Items of an order are booked with its payment; others are invoiced, or given away by a campaign. */
const issueLines = (item: Issued, valueMinor: number): PostingLine[] => {
  if (item.orderId.startsWith('po_')) return [];
  const paid = item.paymentType === 'campaign' ? 0 : item.paymentType === 'vendor' ? valueMinor : item.priceMinor;
  if (item.vatTreatment === 'single_purpose') return [['receivables', paid], ...earned(paid, item.vatPercent)];
  return [
    ['liability', -valueMinor],
    ['receivables', paid],
    ['discount', valueMinor - paid],
  ];
};

type Against = 'adjustments' | 'disputes';

/** Value that changes hands without a supply. Above 0: it leaves liability. */
const adjusting = (minor: number, against: Against = 'adjustments'): PostingLine[] => [
  ['liability', minor],
  [against, -minor],
];

const redeeming = (minor: number, percent: number): PostingLine[] => [['liability', minor], ...earned(minor, percent)];

/** What an entry of the ledger books on a multi-purpose item. A card that pays an order is booked with that order. */
const movedLines = (
  item: Issued,
  figures: Figures,
  { entry, against }: { entry: LedgerRow | undefined; against: Against },
): [PostingEvent, PostingLine[]] => {
  const paysOrder = entry?.context?.orderId !== undefined;
  const { redeemed = 0, redemption_refunded: undone = 0, cancelled = 0, withdrawn = 0 } = figures;
  const { adjusted = 0, added = 0 } = figures;
  if (redeemed !== 0) return ['redeemed', paysOrder ? [] : redeeming(redeemed, item.vatPercent)];
  if (undone !== 0) return ['redemption_refunded', paysOrder ? [] : redeeming(-undone, item.vatPercent)];
  if (cancelled !== 0) return ['cancelled', adjusting(cancelled)];
  if (withdrawn !== 0) return ['withdrawn', adjusting(withdrawn, against)];
  if (adjusted !== 0) return ['adjusted', adjusting(-adjusted)];
  if (added !== 0)
    return [
      'added',
      [
        ['liability', -added],
        ['receivables', added],
      ],
    ];
  if (entry?.kind === 'reinstate') return ['reinstated', adjusting(-entry.deltaMinor, against)];
  return ['issued', []];
};

/** Value that became breakage, or no longer is (below 0). */
const breaking = (minor: number): PostingLine[] => [
  ['liability', minor],
  ['breakage', -minor],
];

interface ItemEntry {
  /** Position in the book. */
  at: string;
  /** Its entry of the ledger. */
  entry: LedgerRow | undefined;
  /** A dispute changed the item. */
  isOfDispute: boolean;
}

/** The posting of an item's entry in the book. */
export const itemPosting = (item: ItemRow, figures: Figures, { at, entry, isOfDispute }: ItemEntry): Posting => {
  const reference = item.orderReference ?? item.orderId;
  const value = (figures.issued ?? 0) + (figures.activated ?? 0);
  const issued = value === 0 ? [] : issueLines(item, value);
  const { breakage = 0 } = figures;
  const [event, moved] = movedLines(item, figures, { entry, against: isOfDispute ? 'disputes' : 'adjustments' });
  const isTaxed = item.vatTreatment === 'single_purpose';
  const lines = compact([...issued, ...(isTaxed ? [] : [...moved, ...breaking(breakage)])]);
  const isOnlyBreakage = breakage !== 0 && issued.length === 0 && moved.length === 0;
  if (!isOnlyBreakage) return { at, event, reference, lines };
  return { at, event: breakage > 0 ? 'breakage' : 'breakage_returned', reference, lines };
};

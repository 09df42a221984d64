import type { VatTreatment } from '../../company/settings/vat-treatments.ts';
import type { CampaignKind } from './campaigns.ts';
import type { Family } from './ids.ts';
import type { Hold } from '../stock/counters.ts';

/**
 * A line as it was sold: everything fulfillment needs is kept here as a snapshot, so that later catalog changes do not
 * matter, but for another date or venue of its event.
 */
export interface OrderLine {
  /** `poli_` + 32 hex */
  id: string;
  productId: string;
  optionId: string | null;
  family: Family;
  name: string;
  optionName?: string;
  /** What the buyer pays for one, before discount. */
  amount: number;
  quantity: number;
  fees: number;
  subtotal: number;
  discount: number;
  vatTreatment: VatTreatment;
  /** Per cent: of the sale when it is single-purpose, of the redemption when it is multi-purpose. */
  vatPercent: number;
  /** VAT contained in subtotal less discount; 0 for what is multi-purpose. */
  vat: number;
  /** Value of one issued item when spent. */
  itemValue: number;
  /** Items to issue: the quantity, or one for grouped tickets. */
  itemCount: number;
  /** Seats or pieces that one item represents; 1 except for grouped tickets. */
  piecesPerItem: number;
  validity: LineValidity;
  /**
   * Where a move gave its event a date that was over by then, a slip perhaps: the end of the date that really held, later by as
   * long as the event was without one.
   */
  heldUntilMs?: number;
  /** Campaign that raised the value or lowered the price, and its kind at the time of the order. */
  campaignId?: number;
  campaignKind?: CampaignKind;
  ticket?: TicketDetails;
  event?: LineEvent;
  addOn?: boolean;
  /** Its event was cancelled: nothing of it can be used. */
  cancellation?: LineCancellation;
  holds: Hold[];
  /** Set at fulfillment. */
  issuedCount: number;
  /** Items that its document shows, where some were refunded before they were issued; without it all issued ones. */
  printedCount?: number;
}

/** The cancellation of an event, and whether it refunds what was paid. */
export interface LineCancellation {
  /** `evc_` + 32 hex */
  id: string;
  refund: boolean;
}

/** Months from issue, or a fixed end. */
export type LineValidity = { type: 'months'; months: number } | { type: 'fixed_date'; from: string; until: string };

export interface TicketDetails {
  comment?: string;
  code?: string;
  collectionPoint?: { id: string; name: string; address: string; city: string };
  address?: { name: string; street: string; city: string };
}

export interface LineEvent {
  slug: string;
  startsAt: string;
  endsAt: string | null;
  datePrecision: string;
  tagline?: string;
  venue?: { name: string; address: string; postcode: string };
  /** When the line was brought to another date or venue of it the last time. */
  movedAtMs?: number;
}

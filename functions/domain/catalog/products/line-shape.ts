import type { VatTreatment } from '../../company/settings/vat-treatments.ts';
import type { CampaignKind } from './campaigns.ts';
import type { Family } from './ids.ts';
import type { StockHold } from '../stock/counters.ts';

/**
 * A line as sold: a snapshot of everything that fulfillment needs, so that later changes to the catalog do not affect
 * it, except when its event is rescheduled.
 */
export interface OrderLine {
  /** `poli_` + 32 hex */
  id: string;
  productId: string;
  optionId: string | null;
  family: Family;
  name: string;
  optionName?: string;
  /** Unit price before discount. */
  amount: number;
  quantity: number;
  fees: number;
  subtotal: number;
  discount: number;
  vatTreatment: VatTreatment;
  /**
   * VAT rate in percent. It applies to the sale of a single-purpose item, and to the redemption of a multi-purpose
   * item.
   */
  vatPercent: number;
  /** VAT contained in subtotal less discount; 0 when multi-purpose. */
  vat: number;
  /** Value of one issued item. */
  itemValue: number;
  /** Items to issue: the quantity, or one for grouped tickets. */
  itemCount: number;
  /** Seats or pieces that one item represents; 1 except for grouped tickets. */
  piecesPerItem: number;
  validity: LineValidity;
  /**
   * The end of the last effective date, extended by the time without a date. Set if the event was moved to a past date,
   * perhaps by mistake; the next reschedule uses it as the end of the former date.
   */
  heldUntilMs?: number;
  /** Campaign that raised the value or lowered the price, and its kind at the time of the order. */
  campaignId?: number;
  campaignKind?: CampaignKind;
  ticket?: TicketDetails;
  event?: LineEvent;
  addOn?: boolean;
  /** Set if the event was cancelled: no item of the line is usable. */
  cancellation?: LineCancellation;
  holds: StockHold[];
  /** Set at fulfillment. */
  issuedCount: number;
  /** Number of items on the line's document, if some items were refunded before issue; default: all issued items. */
  printedCount?: number;
}

/** The cancellation of an event, and whether it includes refunds. */
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
  /** When the line last moved to another date or venue. */
  movedAtMs?: number;
}

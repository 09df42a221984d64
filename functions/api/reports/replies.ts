import * as z from 'zod/mini';
import { LEDGER_KINDS } from '../../domain/value/items/rows.ts';
import { VAT_TREATMENTS } from '../../domain/company/settings/vat-treatments.ts';
import { POSTED_ORDER_EVENTS } from '../../domain/reporting/postings/rows.ts';
import { CHECK_NAMES } from '../../domain/reporting/reports/rows.ts';
import { listOf, outsideText, timestamp, zonedDateTime } from '../../pipeline/shapes.ts';

/**
 * Shapes of events and reports. Amounts are decimals in the currency (lib/reference/requests.md#money); those of the
 * summary, movements, statements and the journal are integers in the smallest currency unit.
 */

const text = z.string();
const textOrNull = z.nullable(text);
const outsideOrNull = z.nullable(outsideText());
const decimal = z.number();
const count = z.int().check(z.gte(0));
const status = z.literal([3, 4, 5, 6, 10]);

const minor = z.int();

const summaryFigures = {
  orders: count,
  items: count,
  gross: minor,
  discount: minor,
  fees: minor,
  shipping: minor,
  gift_cards: minor,
  captured: minor,
  refunded: minor,
  net: minor,
  commission: minor,
  redeemed: minor,
  redemptions: count,
  issued_value: minor,
  expired_value: minor,
};

const EventReport = z.strictObject({
  name: text,
  slug: text,
  private: z.boolean(),
  online: z.boolean(),
  venue: textOrNull,
  venue_address: textOrNull,
  venue_postcode: textOrNull,
  date_activate: z.nullable(zonedDateTime),
  date_deactivate: z.nullable(zonedDateTime),
  sold: count,
  blocked: count,
  all: count,
});

const Participant = z.strictObject({
  sender_name: outsideOrNull,
  sender_email: outsideOrNull,
  sender_phone: outsideOrNull,
  sender_comment: outsideOrNull,
  sender_code: outsideOrNull,
  ticket_variation: textOrNull,
  ticket_price: decimal,
  vat: decimal,
  vat_value: decimal,
  created_at: zonedDateTime,
  payment_type: text,
  payment_OTH: z.boolean(),
  claimed_at: z.nullable(zonedDateTime),
  status,
  status_name: text,
});

const AnalyticsRow = z.strictObject({
  item_type: text,
  item_type_identification: text,
  item_title: text,
  event_title: textOrNull,
  ticket_title: textOrNull,
  is_token: z.boolean(),
  item_info: text,
  status,
  status_name: text,
  amount: decimal,
  vat: decimal,
  vat_value: decimal,
  currency: text,
  remaining_amount: decimal,
  remaining_pieces: count,
  company_name: text,
  validity: zonedDateTime,
  created_at: zonedDateTime,
  language: text,
});

const ClaimedItem = z.strictObject({
  transaction_id: text,
  kind: z.enum(LEDGER_KINDS),
  status,
  status_name: text,
  date: text.check(z.regex(/^\d{4}-\d\d-\d\d$/)),
  time: text.check(z.regex(/^\d\d:\d\d:\d\d$/)),
  item_type: text,
  item_type_identification: text,
  vat_treatment: z.enum(VAT_TREATMENTS),
  code: text,
  amount: decimal,
  claim_note: outsideOrNull,
  reference: outsideOrNull,
  location: outsideOrNull,
  redemption_id: textOrNull,
  paid_order_id: textOrNull,
  claimed_by_username: textOrNull,
  claimed_by_company_name: textOrNull,
  currency: text,
  company_name: text,
});

const reportOf = <T extends z.ZodMiniType>(row: T) => z.strictObject({ items: z.array(row), itemsCount: count });

const Subscriber = z.strictObject({ id: text, company: text, email: outsideText(), name: outsideText() });

const outstanding = { currency: text, outstanding_amount: decimal, awaiting_payment_amount: decimal };
const checkName = z.enum(CHECK_NAMES);

const StatementLine = z.strictObject({
  order_id: text,
  reference: text,
  event: z.enum(POSTED_ORDER_EVENTS),
  day: text,
  gross: minor,
  discount: minor,
  fees: minor,
  shipping: minor,
  gift_cards: minor,
  captured: minor,
  refunded: minor,
  commission: minor,
});
const JournalEntry = z.strictObject({
  date: text,
  voucher: count,
  lines: z.array(
    z.strictObject({
      account: text,
      text,
      debit: minor,
      credit: minor,
      vat_rate: z.nullable(z.number()),
      reference: text,
    }),
  ),
});

export const reportReplies = {
  JournalList: listOf(JournalEntry),
  StatementLineList: listOf(StatementLine),
  Statement: z.strictObject({
    object: z.literal('statement'),
    number: z.nullable(z.int()),
    currency: text,
    month: text,
    status: z.enum(['open', 'issued']),
    gross: minor,
    discounts: minor,
    fees: minor,
    shipping: minor,
    paid_by_card: minor,
    settled: minor,
    captured: minor,
    refunds: minor,
    disputes_lost: minor,
    disputes_won: minor,
    commission: minor,
    commission_vat: minor,
    net: minor,
    carried_forward: minor,
    issued_at: z.nullable(timestamp),
    lines: text,
  }),
  EventReportList: listOf(EventReport),
  ParticipantList: listOf(Participant),
  AnalyticsReport: reportOf(AnalyticsRow),
  ClaimedItemsReport: reportOf(ClaimedItem),
  SubscriberList: listOf(Subscriber),
  LiabilityReport: z.strictObject({
    date: text,
    items: z.array(
      z.strictObject({ ...outstanding, item_type: text, item_type_identification: text, expiry_month: text }),
    ),
    totals: z.array(z.strictObject(outstanding)),
  }),
  MovementsReport: z.strictObject({
    object: z.literal('movements'),
    currency: text,
    from: text,
    to: text,
    rows: z.array(
      z.strictObject({
        period: text,
        group: textOrNull,
        opening: minor,
        issued: minor,
        activated: minor,
        added: minor,
        adjusted: minor,
        redeemed: minor,
        redemption_refunded: minor,
        withdrawn: minor,
        cancelled: minor,
        expired: minor,
        reinstated: minor,
        closing: minor,
      }),
    ),
    recounting: z.optional(z.literal(true)),
  }),
  SummaryReport: z.strictObject({
    object: z.literal('summary'),
    currency: text,
    from: text,
    to: text,
    rows: z.array(z.strictObject({ period: text, group: textOrNull, ...summaryFigures })),
    totals: z.strictObject(summaryFigures),
    recounting: z.optional(z.literal(true)),
  }),
  IntegrityReport: z.strictObject({
    checked_at: z.nullable(timestamp),
    proven_since: z.nullable(timestamp),
    ok: z.nullable(z.boolean()),
    checks: z.array(z.strictObject({ name: checkName, ok: z.boolean(), checked: count, faults: count })),
    findings: z.array(z.strictObject({ check: checkName, subject: text, message: text })),
  }),
};

import { FLOW_NAMES, SUMMARY_FIGURES } from '../../domain/reporting/book/figures.ts';
import type { AnalyticsPage } from '../../domain/reporting/reports/analytics.ts';
import type { ClaimedItemsPage } from '../../domain/reporting/reports/claimed-items.ts';
import type { readIntegrity } from '../../domain/reporting/reports/integrity.ts';
import type { JournalLine } from '../../domain/reporting/postings/journal.ts';
import type { presentStatement } from '../../domain/reporting/postings/statement.ts';
import { STATEMENT_LINE_COLUMNS } from '../../domain/reporting/postings/statement-lines.ts';
import type { LiabilityReport } from '../../domain/reporting/reports/liability.ts';
import type { MovementsRow } from '../../domain/reporting/reports/movements.ts';
import type { Participant } from '../../domain/reporting/reports/participants.ts';
import type { SummaryRow } from '../../domain/reporting/reports/summary.ts';
import type { Subscriber } from '../../domain/reporting/subscribers/list.ts';

type Columns<T> = readonly (keyof T & string)[];

/** Columns of reports as CSV: the members of their rows, in the order of the reference. */
export const COLUMNS = {
  analytics: [
    'item_type',
    'item_type_identification',
    'item_title',
    'event_title',
    'ticket_title',
    'is_token',
    'item_info',
    'status',
    'status_name',
    'amount',
    'vat',
    'vat_value',
    'currency',
    'remaining_amount',
    'remaining_pieces',
    'company_name',
    'validity',
    'created_at',
    'language',
  ] as const satisfies Columns<AnalyticsPage['items'][number]>,
  'claimed-items': [
    'transaction_id',
    'kind',
    'status',
    'status_name',
    'date',
    'time',
    'item_type',
    'item_type_identification',
    'vat_treatment',
    'code',
    'amount',
    'claim_note',
    'reference',
    'location',
    'redemption_id',
    'paid_order_id',
    'claimed_by_username',
    'claimed_by_company_name',
    'currency',
    'company_name',
  ] as const satisfies Columns<ClaimedItemsPage['items'][number]>,
  participants: [
    'sender_name',
    'sender_email',
    'sender_phone',
    'sender_comment',
    'sender_code',
    'ticket_variation',
    'ticket_price',
    'vat',
    'vat_value',
    'created_at',
    'payment_type',
    'payment_OTH',
    'claimed_at',
    'status',
    'status_name',
  ] as const satisfies Columns<Participant>,
  subscribers: ['id', 'company', 'email', 'name'] as const satisfies Columns<Subscriber>,
  liability: [
    'currency',
    'outstanding_amount',
    'awaiting_payment_amount',
    'item_type',
    'item_type_identification',
    'expiry_month',
  ] as const satisfies Columns<LiabilityReport['items'][number]>,
  movements: ['period', 'group', 'opening', ...FLOW_NAMES, 'closing'] as const satisfies Columns<MovementsRow>,
  summary: ['period', 'group', ...SUMMARY_FIGURES] as const satisfies Columns<SummaryRow>,
  integrity: ['name', 'ok', 'checked', 'faults'] as const satisfies Columns<
    Awaited<ReturnType<typeof readIntegrity>>['checks'][number]
  >,
  journal: [
    'date',
    'voucher',
    'account',
    'text',
    'debit',
    'credit',
    'vat_rate',
    'reference',
  ] as const satisfies Columns<JournalLine & { date: string; voucher: number }>,
  statement: [
    'number',
    'month',
    'status',
    'issued_at',
    'currency',
    'gross',
    'discounts',
    'fees',
    'shipping',
    'paid_by_card',
    'settled',
    'captured',
    'refunds',
    'disputes_lost',
    'disputes_won',
    'commission',
    'commission_vat',
    'carried_forward',
    'net',
  ] as const satisfies Columns<ReturnType<typeof presentStatement>>,
  'statement-lines': STATEMENT_LINE_COLUMNS,
};

import { dayBefore } from '../../functions/domain/reporting/book/days.ts';
import { pointerKey, type PostingPointerRow } from '../../functions/domain/reporting/book/posting-pointer.ts';
import {
  postedDayKey,
  postingsKey,
  type PostedDayRow,
  type Posting,
  type PostingsRow,
} from '../../functions/domain/reporting/postings/rows.ts';
import { daysAfter, localDate } from '../../functions/platform/zones.ts';

const DAYS = 62;
const POSTINGS = 40;
/** Number of days between two days with order events, which a page of statement lines also reads. */
const ORDERS_EVERY = 10;

const ATTEMPT = 'a'.repeat(12);

const posting = (day: string, number: number, isOfOrder: boolean): Posting => ({
  at: `${day}#${String(number).padStart(4, '0')}`,
  event: isOfOrder ? 'captured' : 'redeemed',
  reference: `R-${number}`,
  lines: [
    ['gateway', 100],
    ['liability', -100],
  ],
  ...(isOfOrder
    ? {
        money: {
          orderId: `po_${String(number).padStart(32, '0')}`,
          gross: 100,
          discount: 0,
          fees: 0,
          shipping: 0,
          giftCards: 0,
          captured: 100,
          settled: 0,
          refunded: 0,
          commission: 0,
        },
      }
    : {}),
});

const dayRows = (company: string, day: string, at: number): [PostedDayRow, PostingsRow] => {
  const isOfOrders = at % ORDERS_EVERY === 0;
  const head: PostedDayRow = {
    ...postedDayKey(company, day),
    type: 'posted-day',
    v: 1,
    attempt: ATTEMPT,
    chunks: 1,
    first: at * POSTINGS + 1,
    vouchers: POSTINGS,
    orders: isOfOrders ? POSTINGS : 0,
    figures: {},
    roles: ['gateway', 'liability'],
    accounts: { gateway: '1930', liability: '2421', revenue: [], vat: [] },
    language: 'en',
  };
  const postings = Array.from({ length: POSTINGS }, (_, number) => posting(day, number, isOfOrders));
  return [head, { ...postingsKey(company, day, { attempt: ATTEMPT, chunk: 0 }), type: 'postings', v: 1, postings }];
};

/** Two months of posted days, up to the last closed one: rows, a full month, and the longest range of a journal. */
export const postedMonths = (company: string, zone: string, nowMs: number) => {
  const through = dayBefore(dayBefore(localDate(nowMs, zone)));
  const days = Array.from({ length: DAYS }, (_, at) => daysAfter(through, at + 1 - DAYS));
  const pointer: PostingPointerRow = {
    ...pointerKey(company),
    type: 'posting-pointer',
    v: 1,
    through,
    last: DAYS * POSTINGS,
    zone,
  };
  return {
    rows: [pointer, ...days.flatMap((day, at) => dayRows(company, day, at))],
    month: dayBefore(`${through.slice(0, 7)}-01`).slice(0, 7),
    range: { from: daysAfter(through, -30), to: through },
  };
};

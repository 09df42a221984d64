import type { CompanyRow } from '../../company/companies/rows.ts';
import { lastDayOf } from '../book/days.ts';
import { postedDaysBetween, postingsPage, type PostingPosition } from './days.ts';
import type { OrderEventName, Posting } from './rows.ts';

/** An event of an order in a statement. Amounts in the smallest currency unit. */
interface StatementLine {
  order_id: string;
  reference: string;
  event: OrderEventName;
  /** `YYYY-MM-DD` */
  day: string;
  gross: number;
  discount: number;
  fees: number;
  shipping: number;
  gift_cards: number;
  captured: number;
  refunded: number;
  commission: number;
}

/** The members of a line, in the order of the reference: the columns of its CSV files. */
export const STATEMENT_LINE_COLUMNS = [
  'order_id',
  'reference',
  'event',
  'day',
  'gross',
  'discount',
  'fees',
  'shipping',
  'gift_cards',
  'captured',
  'refunded',
  'commission',
] as const satisfies readonly (keyof StatementLine)[];

const isOfOrder = ({ money }: Posting): boolean => money !== undefined;

const presentLine = (day: string, { event, reference, money }: Posting): StatementLine => ({
  order_id: money?.orderId ?? '',
  reference,
  event: event as OrderEventName,
  day,
  gross: money?.gross ?? 0,
  discount: money?.discount ?? 0,
  fees: money?.fees ?? 0,
  shipping: money?.shipping ?? 0,
  gift_cards: money?.giftCards ?? 0,
  captured: money?.captured ?? 0,
  refunded: money?.refunded ?? 0,
  commission: money?.commission ?? 0,
});

/** Events of orders in a month's statement, oldest first. */
export const readStatementLines = async (
  company: CompanyRow,
  { month, limit, after }: { month: string; limit: number; after?: PostingPosition | undefined },
): Promise<{ lines: StatementLine[]; next: PostingPosition | undefined }> => {
  const days = await postedDaysBetween(company, { from: `${month}-01`, to: lastDayOf(month) });
  const { found, next } = await postingsPage(days, { limit, after, isSelected: isOfOrder });
  return { lines: found.map(({ day, posting }) => presentLine(day.day, posting)), next };
};

/**
 * Slug of the company that buys from itself every ten minutes (functions/schedules/synthetic-sale.ts). No other company
 * may use it. Its rows expire, and are not counted, posted, mailed or listed.
 */
export const SYNTHETIC_COMPANY = 'synthetic-sale';

/** `User-Agent` of its requests, by which the access log leaves them out of its metrics (lib/constructs/access-figures.ts). */
export const SYNTHETIC_AGENT = 'gift-commerce-synthetic-sale';

/** Whether a row, such as an order or item, is of that company. */
export const isSynthetic = (row: object | undefined): boolean =>
  row !== undefined && 'company' in row && row.company === SYNTHETIC_COMPANY;

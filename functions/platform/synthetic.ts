/**
 * Slug of the company for synthetic sales (functions/schedules/synthetic-sale.ts). No other company may use it. Its
 * rows expire, and are not counted, posted, emailed or listed.
 */
export const SYNTHETIC_COMPANY = 'synthetic-sale';

/**
 * `User-Agent` of synthetic requests. The metrics of the access log use it to exclude them
 * (lib/constructs/access-figures.ts).
 */
export const SYNTHETIC_AGENT = 'gift-commerce-synthetic-sale';

/** Whether a row, such as an order or item, belongs to the synthetic company. */
export const isSynthetic = (row: object | undefined): boolean =>
  row !== undefined && 'company' in row && row.company === SYNTHETIC_COMPANY;

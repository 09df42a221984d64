import { spendRate, type RateLimit } from '../../../../storage/rate-window.ts';
import { visitsKey } from './rows.ts';

/** Far beyond what a household does at an on-sale, and soon reached by a script. */
export const VIEWS_PER_MINUTE = 300;
export const ORDERS_PER_MINUTE = 20;
/** Postcodes that one buyer types, also one who mistypes. */
const PICKUP_LOOKUPS_PER_MINUTE = 12;
const MINUTE_MS = 60_000;

export interface Visitor {
  company: string;
  address: string;
}

/** Counts a view of a company's page. Throws `RateExceeded`. */
export const spendView = ({ company, address }: Visitor): Promise<void> =>
  spendRate({ key: visitsKey(company, address, 'views'), most: VIEWS_PER_MINUTE, windowMs: MINUTE_MS });

/** Counts an order. Throws `RateExceeded`. */
export const spendOrder = ({ company, address }: Visitor): Promise<void> =>
  spendRate({ key: visitsKey(company, address, 'orders'), most: ORDERS_PER_MINUTE, windowMs: MINUTE_MS });

/** Counts a lookup of pickup points. Throws `RateExceeded`. */
export const spendVisitorLookup = ({ company, address }: Visitor): Promise<void> =>
  spendRate({
    key: visitsKey(company, address, 'pickup-lookups'),
    most: PICKUP_LOOKUPS_PER_MINUTE,
    windowMs: MINUTE_MS,
  });

/** Far beyond what people in one shop's network look up; a guest who mistypes has enough tries. */
const LOOKS_PER_MINUTE = 120;
const MISSES_PER_HOUR = 20;
const HOUR_MS = 60 * MINUTE_MS;
/** They count over all companies: whoever guesses chooses the company as well. */
const ALL_COMPANIES = '*';

/** How often one address may look a code up, whatever it is. */
export const codeLooks = (address: string): RateLimit => ({
  key: visitsKey(ALL_COMPANIES, address, 'codes'),
  most: LOOKS_PER_MINUTE,
  windowMs: MINUTE_MS,
});

/** How often it may ask for codes that are none. */
export const codeMisses = (address: string): RateLimit => ({
  key: visitsKey(ALL_COMPANIES, address, 'code-misses'),
  most: MISSES_PER_HOUR,
  windowMs: HOUR_MS,
});

/** Far beyond what people in one network open; each may have to be rendered. */
export const DOCUMENTS_PER_MINUTE = 60;

/** Counts a document that is read by its link, whichever company it is of. Throws `RateExceeded`. */
export const spendDocument = (address: string): Promise<void> =>
  spendRate({ key: visitsKey(ALL_COMPANIES, address, 'documents'), most: DOCUMENTS_PER_MINUTE, windowMs: MINUTE_MS });

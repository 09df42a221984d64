import { keyedHash } from '../../../../platform/secrets.ts';
import type { Key } from '../../../../storage/table.ts';

const NAME_BYTES = 16;

type VisitAction =
  | 'views'
  | 'orders'
  | 'codes'
  | 'unknown-codes'
  | 'gift-card-misses'
  | 'documents'
  | 'pickup-lookups'
  | 'pictures'
  | 'picture-checks'
  | 'wallet-logs';

/**
 * Requests of one IP address, or of one form, to the pages of one company, or of all (`*`), in the current window. The
 * IP address itself is not stored.
 */
export const visitsKey = (company: string, address: string, what: VisitAction): Key => ({
  pk: `VISITS#${company}#${keyedHash('visits', address).subarray(0, NAME_BYTES).toString('base64url')}`,
  sk: what,
});

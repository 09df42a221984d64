import { keyedHash } from '../../../../platform/secrets.ts';
import type { Key } from '../../../../storage/table.ts';

const NAME_BYTES = 16;

/** What one address did on the pages of one company in its running minute or hour. The address itself is not kept. */
export const visitsKey = (
  company: string,
  address: string,
  what: 'views' | 'orders' | 'codes' | 'code-misses' | 'documents' | 'pickup-lookups',
): Key => ({
  pk: `VISITS#${company}#${keyedHash('visits', address).subarray(0, NAME_BYTES).toString('base64url')}`,
  sk: what,
});

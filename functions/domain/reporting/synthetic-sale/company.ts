import { nowMs } from '../../../platform/clock.ts';
import { SYNTHETIC_COMPANY } from '../../../platform/synthetic.ts';
import { putRows } from '../../../storage/put-rows.ts';
import { SHORT_LIFE_SECONDS } from '../../../storage/short-lived.ts';
import { getRows, type Row } from '../../../storage/table.ts';
import { derivedKey } from '../../company/api-keys/derived-key.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';

/** Smallest currency unit. */
export const AMOUNT = 10_000;
export const MODE = 'synthetic';

const SCOPES = ['orders:create', 'orders:read', 'orders:settle', 'items:read', 'items:write'] as const;

/**
 * The company of the synthetic sale sells one gift card by settlement. Without checkout, it has no shop and no payment
 * page.
 */
const companyRow = (): CompanyRow => ({
  ...companyKey(SYNTHETIC_COMPANY),
  type: 'company',
  v: 1,
  slug: SYNTHETIC_COMPANY,
  name: 'Synthetic sale',
  active: true,
  currency: 'EUR',
  language: 'en',
  time_zone: 'UTC',
  assigned: [],
  contract: {
    checkout: false,
    invoice_settlement: false,
    settlement_modes: [MODE],
    payment_methods: ['card'],
    gateway: 'stripe',
  },
  approved_urls: [],
  reminders: false,
  defaults: {},
  gift_card: {
    name: 'Synthetic gift card',
    minimum_amount: AMOUNT,
    maximum_amount: AMOUNT,
    quantity: { minimum: 1, maximum: 1 },
    order_fee: 0,
    validity_months: 36,
    images: [],
    categories: [],
  },
  delivery: { recipient_email: { available: true }, sender_email: { available: true } },
  greeting: { max_length: 400, designs: [], amount_images: [] },
  categories: [],
  campaigns: [],
});

const isFresh = (row: Row | undefined): boolean => (row?.ttl ?? 0) > nowMs() / 1000 + SHORT_LIFE_SECONDS / 2;

/**
 * Returns the plain text of the company's key. Creates the company and the key, which expire like everything that they
 * sell, and renews them in time.
 */
export const keyOfSyntheticCompany = async (): Promise<string> => {
  const { key, row } = derivedKey('synthetic-sale', SYNTHETIC_COMPANY, SCOPES);
  const company = companyRow();
  const known = await getRows([company, row], { consistent: true });
  if (!isFresh(known.get(company)) || !isFresh(known.get(row))) await putRows([company, row]);
  return key;
};

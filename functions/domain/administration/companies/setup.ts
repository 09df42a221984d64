import { config } from '../../../platform/config.ts';
import type { PageLanguage } from '../../../platform/page-languages.ts';
import { hasPublished } from '../../catalog/listing/has-published.ts';
import { hasPaidOrders } from '../../checkout/orders/has-orders.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { hasSeveralUsers } from '../../company/users/list-users.ts';
import { ownLanguage, pageLanguageOf } from '../../storefront/order-page/languages.ts';
import { liveValues, missingDetails } from '../../storefront/order-page/opening.ts';
import type { PageValues } from '../../storefront/order-page/schema.ts';
import { loadCompany } from '../../company/companies/load.ts';
import { SETUP_TITLES, type SetupStepId } from './setup-texts.ts';

interface Step {
  id: SetupStepId;
  isDone: (setup: SetupData) => boolean;
  isRequired: () => boolean;
  /** Path of a desk screen, or of the shop. */
  path: (setup: SetupData) => string;
}

/** Data from which the steps are derived. */
interface SetupData {
  company: CompanyRow;
  values: PageValues;
  hasProduct: boolean;
  hasTeam: boolean;
  hasSold: boolean;
}

const always = (): boolean => true;
const never = (): boolean => false;

const hasTerms = ({ company, values }: SetupData): boolean => !missingDetails(company, values).includes('terms');

const hasDetails = ({ company, values }: SetupData): boolean =>
  missingDetails(company, values).every((member) => member === 'terms');

const hasBrand = ({ company: { brand } }: SetupData): boolean =>
  [brand?.display_name, brand?.tagline, brand?.colors, brand?.typography, brand?.assets].some(
    (chosen) => chosen !== undefined && (typeof chosen === 'string' || Object.keys(chosen).length > 0),
  );

const isShopOpen = ({ values }: SetupData): boolean => values['open'] === true;

const ORDER_PAGE = '/desk/order-page';

const STEPS: readonly Step[] = [
  { id: 'company_details', isDone: hasDetails, isRequired: always, path: () => '/desk/company' },
  { id: 'terms', isDone: hasTerms, isRequired: always, path: () => '/desk/company/terms' },
  { id: 'brand', isDone: hasBrand, isRequired: never, path: () => '/desk/brand' },
  { id: 'first_product', isDone: ({ hasProduct }) => hasProduct, isRequired: always, path: () => '/desk/products' },
  {
    id: 'order_page',
    isDone: isShopOpen,
    isRequired: always,
    path: () => ORDER_PAGE,
  },
  {
    id: 'payment_account',
    isDone: ({ company }) => company.contract.checkout,
    isRequired: () => config.environment() === 'production',
    path: () => '/desk/company#contract',
  },
  { id: 'team_member', isDone: ({ hasTeam }) => hasTeam, isRequired: never, path: () => '/desk/users' },
  {
    id: 'test_sale',
    isDone: ({ hasSold }) => hasSold,
    isRequired: never,
    // A shop that is not open sells nothing, and its address returns 404 if it was never open.
    path: (setup) => (isShopOpen(setup) ? `/shop/${setup.company.slug}` : ORDER_PAGE),
  },
];

const readSetupData = async (slug: string): Promise<SetupData> => {
  const company = await loadCompany(slug);
  const [values, hasProduct, hasTeam, hasSold] = await Promise.all([
    liveValues(slug),
    hasPublished(company),
    hasSeveralUsers(slug),
    hasPaidOrders(slug),
  ]);
  return { company, values, hasProduct, hasTeam, hasSold };
};

/**
 * GET /v2/companies/{slug}/setup: the steps to a first sale, derived from current data
 * (lib/reference/companies.md#set-up). Titles are in the language `lang`, or in the language of the company by default.
 * Throws 404 for an inactive company.
 */
export const readSetup = async (slug: string, lang?: string) => {
  const setup = await readSetupData(slug);
  const language: PageLanguage = pageLanguageOf(lang) ?? ownLanguage(setup.company.language);
  const steps = STEPS.map(({ id, isDone, isRequired, path }) => ({
    id,
    done: isDone(setup),
    required: isRequired(),
    title: SETUP_TITLES[language][id],
    url: `${config.baseUrl()}${path(setup)}`,
  }));
  return { object: 'setup' as const, ready: steps.every(({ done, required }) => done || !required), steps };
};

export type CompanySetup = Awaited<ReturnType<typeof readSetup>>;

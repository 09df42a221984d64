import type { Text } from '../../../platform/messages/message.ts';
import { validation } from '../../../platform/messages/validation.ts';
import { decimalsOf } from '../../../platform/currencies.ts';
import { isApprovedUrl, isPermittedScheme } from '../../company/companies/approved-urls.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { isAvailable, METHODS } from '../../catalog/delivery/rules.ts';
import type { Family } from '../../catalog/products/ids.ts';
import { ownLanguage } from './languages.ts';
import type { FieldPath } from './paths.ts';
import type { FieldType, Texts } from './schema.ts';
import { PAGE_LANGUAGES } from '../../../platform/page-languages.ts';
import { FIELD_TEXTS } from './texts/all.ts';

/** Data that the catalog of fields is derived from. */
interface FieldContext {
  company: CompanyRow;
  /** Families of products that the company has, in the order of catalogs. */
  families: readonly Family[];
  /** Ids of products that may be featured: all products of the company, or only those in the values. */
  products: readonly string[];
  /** Whether URLs on this machine may be plain http. */
  allowsLoopback: boolean;
}

interface ListItems {
  type: 'choice' | 'integer';
  choices?: readonly string[];
  /** Limits of each entry. */
  minimum?: number;
  maximum?: number;
}

/** A field of the page: its accepted values and its default. */
export interface PageFieldDefinition {
  path: FieldPath;
  type: FieldType;
  /** Whether the value is an object of texts by language. */
  localized: boolean;
  /** Whether an empty list or text is rejected. */
  required: boolean;
  default: unknown;
  /** Whether the default has no language. It then applies until a text in the page's default language is set. */
  isFallback?: boolean;
  /** Maximum number of characters, including the markup of a rich text. */
  maxLength?: number;
  choices?: readonly string[];
  items?: ListItems;
  /**
   * Whether there are too many choices to list in an error. `items.choices` may then have only those that were looked
   * up.
   */
  many?: boolean;
  /** Maximum number of entries of a list. */
  entriesMax?: number;
  group: string;
  /** Further check of a text. */
  refuses?: (text: string) => Text | undefined;
}

const TITLE_MAX = 120;
const INTRODUCTION_MAX = 5000;
const CLOSED_MESSAGE_MAX = 1000;
const CONSENT_MAX = 500;
const TERMS_MAX = 20_000;
const CONTACT_MAX = 254;
const PHONE_MAX = 40;
const SEO_DESCRIPTION_MAX = 320;
const URL_MAX = 2048;
const FEATURED_MAX = 12;
const AMOUNTS_MAX = 8;

const inEveryLanguage = (text: (language: (typeof PAGE_LANGUAGES)[number]) => string): Texts =>
  Object.fromEntries(PAGE_LANGUAGES.map((language) => [language, text(language)]));

const flag = (path: FieldPath, group: string, byDefault: boolean): PageFieldDefinition => ({
  path,
  type: 'boolean',
  localized: false,
  required: true,
  default: byDefault,
  group,
});

const localizedField = (
  path: FieldPath,
  group: string,
  maxLength: number,
  more: Partial<PageFieldDefinition> & { type?: 'text' | 'rich_text' } = {},
): PageFieldDefinition => ({
  path,
  type: 'text',
  localized: true,
  required: false,
  default: {},
  maxLength,
  group,
  ...more,
});

const plain = (path: FieldPath, group: string, type: FieldType, maxLength: number): PageFieldDefinition => ({
  path,
  type,
  localized: false,
  required: false,
  default: '',
  maxLength,
  group,
});

const choices = (
  path: FieldPath,
  group: string,
  from: readonly string[],
  more: { required: boolean; default: readonly string[] },
): PageFieldDefinition => ({
  path,
  type: 'list',
  localized: false,
  items: { type: 'choice', choices: from },
  group,
  ...more,
});

/** The catalog of fields of one company. */
export const fieldsFor = (context: FieldContext): PageFieldDefinition[] => [
  ...pageFields(context),
  ...saleFields(context),
];

const pageFields = ({ company }: FieldContext): PageFieldDefinition[] => {
  const closedMessage = inEveryLanguage((language) => FIELD_TEXTS[language].closedMessage);
  return [
    flag('open', 'page', false),
    choices('languages', 'page', PAGE_LANGUAGES, { required: true, default: PAGE_LANGUAGES }),
    {
      path: 'default_language',
      type: 'choice',
      localized: false,
      required: true,
      default: ownLanguage(company.language),
      choices: PAGE_LANGUAGES,
      group: 'page',
    },
    localizedField('title', 'page', TITLE_MAX, {
      required: true,
      default: inEveryLanguage(() => company.name),
      isFallback: true,
    }),
    localizedField('introduction', 'page', INTRODUCTION_MAX, { type: 'rich_text' }),
    localizedField('closed_message', 'page', CLOSED_MESSAGE_MAX, { required: true, default: closedMessage }),
  ];
};

const saleFields = (context: FieldContext): PageFieldDefinition[] => {
  const { company, families, products } = context;
  const methods = METHODS.filter((method) => isAvailable(company, method));
  return [
    choices('families', 'products', families, { required: false, default: families }),
    {
      ...choices('featured_products', 'products', products, { required: false, default: [] }),
      entriesMax: FEATURED_MAX,
      many: true,
    },
    suggestedAmounts(company),
    flag('greeting.enabled', 'greeting', true),
    flag('greeting.own_picture', 'greeting', true),
    choices('delivery.methods', 'delivery', methods, { required: methods.length > 0, default: methods }),
    flag('discount_code.enabled', 'checkout', true),
    localizedField('marketing_consent.text', 'checkout', CONSENT_MAX),
    localizedField('terms.text', 'checkout', TERMS_MAX, { type: 'rich_text' }),
    plain('contact.email', 'contact', 'email', CONTACT_MAX),
    plain('contact.phone', 'contact', 'text', PHONE_MAX),
    localizedField('seo.title', 'search', TITLE_MAX),
    localizedField('seo.description', 'search', SEO_DESCRIPTION_MAX),
    { ...plain('return_url', 'checkout', 'url', URL_MAX), refuses: checkApproved(context) },
  ];
};

const checkApproved =
  ({ company, allowsLoopback }: FieldContext) =>
  (url: string): Text | undefined =>
    isApprovedUrl(company.approved_urls, url) && isPermittedScheme(url, allowsLoopback)
      ? undefined
      : validation('return_address_not_approved');

const suggestedAmounts = ({ gift_card: card, currency }: CompanyRow): PageFieldDefinition => ({
  path: 'suggested_amounts',
  type: 'list',
  localized: false,
  required: false,
  default: card ? roundAmounts(card.minimum_amount, card.maximum_amount, decimalsOf(currency)) : [],
  items: { type: 'integer', minimum: card?.minimum_amount ?? 0, maximum: card?.maximum_amount ?? 0 },
  entriesMax: AMOUNTS_MAX,
  group: 'products',
});

const STEPS = [1, 2, 3, 5];
const SHOWN_AMOUNTS = 5;
const HIGHEST_POWER = 9;

/**
 * Up to five round amounts from the middle of a range, such as DKK 200, 300, 500, 1000 and 2000. They are returned in
 * the smallest currency unit.
 */
const roundAmounts = (minimum: number, maximum: number, decimals: number): number[] => {
  const round = Array.from({ length: HIGHEST_POWER + 1 }, (_, power) => power).flatMap((power) =>
    STEPS.map((step) => step * 10 ** (power + decimals)),
  );
  const within = round.filter((amount) => minimum <= amount && amount <= maximum);
  const first = Math.floor(Math.max(0, within.length - SHOWN_AMOUNTS) / 2);
  return within.slice(first, first + SHOWN_AMOUNTS);
};

import { FAMILIES, type Family } from '../../catalog/products/ids.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import type { DeliveryMethod } from '../../catalog/delivery/rules.ts';
import { fieldsFor } from './fields.ts';
import { productsNamedIn, valuesThatCount } from './rules.ts';
import type { PageValues, Texts } from './schema.ts';
import type { PageLanguage } from '../../../platform/page-languages.ts';

export interface PageSettings {
  open: boolean;
  languages: PageLanguage[];
  defaultLanguage: PageLanguage;
  title: Texts;
  /** Sanitized markup. */
  introduction: Texts;
  closedMessage: Texts;
  families: Family[];
  /** Ids in order; some may no longer be on sale. */
  featured: string[];
  /** Smallest currency unit. */
  suggestedAmounts: number[];
  greeting: boolean;
  ownPicture: boolean;
  methods: DeliveryMethod[];
  discountCodes: boolean;
  /** Wording of the newsletter consent; empty: not offered. */
  consent: Texts;
  /** Sanitized markup. */
  terms: Texts;
  contact: { email: string; phone: string };
  seo: { title: Texts; description: Texts };
  returnUrl: string;
}

/** The contact of the page, or that of the company if the page has none. Either is sufficient to open a page. */
const contactOf = ({ contact }: CompanyRow, email: string, phone: string): PageSettings['contact'] =>
  email === '' && phone === '' ? { email: contact?.email ?? '', phone: contact?.phone ?? '' } : { email, phone };

/**
 * The settings derived from values. Families and products are not checked, because their availability is known only
 * when the products are read.
 */
export const pageSettingsOf = (company: CompanyRow, values: PageValues, allowsLoopback: boolean): PageSettings => {
  const products = productsNamedIn(values);
  const fields = fieldsFor({ company, families: FAMILIES, products, allowsLoopback });
  const value = valuesThatCount(fields, values);
  const texts = (path: string): Texts => value[path] as Texts;
  const flag = (path: string): boolean => value[path] === true;
  return {
    open: flag('open'),
    languages: value['languages'] as PageLanguage[],
    defaultLanguage: value['default_language'] as PageLanguage,
    title: texts('title'),
    introduction: texts('introduction'),
    closedMessage: texts('closed_message'),
    families: value['families'] as Family[],
    featured: value['featured_products'] as string[],
    suggestedAmounts: value['suggested_amounts'] as number[],
    greeting: flag('greeting.enabled'),
    ownPicture: flag('greeting.own_picture'),
    methods: value['delivery.methods'] as DeliveryMethod[],
    discountCodes: flag('discount_code.enabled'),
    consent: texts('marketing_consent.text'),
    terms: texts('terms.text'),
    contact: contactOf(company, String(value['contact.email']), String(value['contact.phone'])),
    seo: { title: texts('seo.title'), description: texts('seo.description') },
    returnUrl: String(value['return_url']),
  };
};

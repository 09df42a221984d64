import { config } from '../../../platform/config.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import type { PageValues } from './schema.ts';

type Details = Pick<CompanyRow, 'vat_number' | 'address' | 'contact' | 'terms'>;

const hasText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

const hasAnyText = (values: object | undefined, members: readonly string[]): boolean =>
  Object.entries(values ?? {}).some(([name, value]) => members.includes(name) && hasText(value));

const hasAddress = ({ address }: Details): boolean =>
  address !== undefined && [address.street, address.postcode, address.city].every(hasText);

/** The page's own terms in any language, else those of the company. */
const hasTerms = ({ terms }: Details, values: PageValues): boolean =>
  Object.values(values['terms.text'] ?? {}).some(hasText) ||
  hasAnyText(terms, ['url', 'html']) ||
  Object.values(terms?.languages ?? {}).some(({ html }) => hasText(html));

const hasContact = ({ contact }: Details, values: PageValues): boolean =>
  hasAnyText(values, ['contact.email', 'contact.phone']) || hasAnyText(contact, ['email', 'phone']);

/**
 * Why values may not be live; undefined when they may. On production an open shop names its seller and its terms, which
 * buyers have a right to; elsewhere shops are tried before they are complete.
 */
export const openingFault = (company: Details, values: PageValues): string | undefined => {
  if (values['open'] !== true || config.environment() !== 'production') return undefined;
  const missing = [
    ...(hasText(company.vat_number) ? [] : ['VAT number']),
    ...(hasAddress(company) ? [] : ['address']),
    ...(hasContact(company, values) ? [] : ['contact']),
    ...(hasTerms(company, values) ? [] : ['terms']),
  ];
  return missing.length === 0
    ? undefined
    : `The page cannot be opened on production while the company lacks: ${missing.join(', ')}.`;
};

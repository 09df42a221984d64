import { config } from '../../../platform/config.ts';
import type { Message } from '../../../platform/messages/message.ts';
import { pages, type SellerDetail } from '../../../platform/messages/pages.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { getRow } from '../../../storage/table.ts';
import { pageCodec, pageKey } from './rows.ts';
import type { PageValues } from './schema.ts';

type Details = Pick<CompanyRow, 'vat_number' | 'address' | 'contact' | 'terms'>;

const hasText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

const hasAnyText = (values: object | undefined, members: readonly string[]): boolean =>
  Object.entries(values ?? {}).some(([name, value]) => members.includes(name) && hasText(value));

const hasAddress = ({ address }: Details): boolean =>
  address !== undefined && [address.street, address.postcode, address.city].every(hasText);

/** Whether the page or its company has terms, in any language. */
const hasTerms = ({ terms }: Details, values: PageValues): boolean =>
  Object.values(values['terms.text'] ?? {}).some(hasText) ||
  hasAnyText(terms, ['url', 'html']) ||
  Object.values(terms?.languages ?? {}).some(({ html }) => hasText(html));

const hasContact = ({ contact }: Details, values: PageValues): boolean =>
  hasAnyText(values, ['contact.email', 'contact.phone']) || hasAnyText(contact, ['email', 'phone']);

/** Required details that a company lacks; without them its page cannot be opened. */
export const missingDetails = (company: Details, values: PageValues): SellerDetail[] => [
  ...(hasText(company.vat_number) ? [] : (['vat_number'] as const)),
  ...(hasAddress(company) ? [] : (['address'] as const)),
  ...(hasContact(company, values) ? [] : (['contact'] as const)),
  ...(hasTerms(company, values) ? [] : (['terms'] as const)),
];

/**
 * Why values cannot be live; undefined when they can. In production an open shop must show its seller and its terms;
 * elsewhere an incomplete shop may be open for tests.
 */
export const openingFault = (company: Details, values: PageValues): Message | undefined => {
  if (values['open'] !== true || config.environment() !== 'production') return undefined;
  const details = missingDetails(company, values);
  return details.length === 0 ? undefined : pages('details_missing', { details });
};

/** The values of the live page of a company; none before the first revision. */
export const liveValues = async (slug: string): Promise<PageValues> => {
  const raw = await getRow(pageKey(slug), { consistent: true });
  return raw ? pageCodec.read(raw).values : {};
};

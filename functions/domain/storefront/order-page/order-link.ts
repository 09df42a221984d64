import { config } from '../../../platform/config.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import { pageLanguageOf } from './languages.ts';
import { receiptSignature } from './receipt-link.ts';
import type { Shop } from './shop.ts';

/** The unguessable URL of an order's receipt page. Undefined when the company has no page or has never opened it. */
export const orderPageLink = (
  { company, id }: Pick<OrderRow, 'company' | 'id'>,
  language: string,
  shop: Shop | undefined,
): string | undefined => {
  if (!shop || shop.state === 'never') return undefined;
  const { languages, defaultLanguage } = shop.settings;
  const requested = pageLanguageOf(language);
  const pageLanguage = languages.find((each) => each === requested) ?? defaultLanguage;
  return `${config.baseUrl()}/shop/${company}/${pageLanguage}/orders/${id}/${receiptSignature(company, id)}`;
};

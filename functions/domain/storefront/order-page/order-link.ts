import { config } from '../../../platform/config.ts';
import type { OrderRow } from '../../checkout/orders/rows.ts';
import { pageLanguageOf } from './languages.ts';
import { receiptSignature } from './receipt-link.ts';
import type { Shop } from './shop.ts';

/** The unguessable address of an order's receipt page. Undefined when the company has never opened its page. */
export const orderPageLink = (
  { company, id }: Pick<OrderRow, 'company' | 'id'>,
  language: string,
  shop: Shop | undefined,
): string | undefined => {
  if (!shop || shop.state === 'never') return undefined;
  const { languages, defaultLanguage } = shop.settings;
  const wanted = pageLanguageOf(language);
  const spoken = languages.find((each) => each === wanted) ?? defaultLanguage;
  return `${config.baseUrl()}/shop/${company}/${spoken}/orders/${id}/${receiptSignature(company, id)}`;
};

import type { Texts } from '../../domain/storefront/order-page/schema.ts';
import type { PageLanguage } from '../../platform/page-languages.ts';
import type { Shop } from '../../domain/storefront/order-page/shop.ts';
import { consumeOrderLimit } from '../../domain/company/users/visits/visitor-limits.ts';
import type { PictureForm } from '../../domain/catalog/greeting-images/upload-form-picture.ts';
import type { PublicRequest } from '../../pipeline/public-endpoint.ts';
import type { FormToken } from './form/token.ts';
import type { Links } from './links.ts';
import type { ShopTexts } from './texts/en.ts';

/** One request to a shop with its visitor, shop and language. */
export interface Visit {
  request: PublicRequest;
  shop: Shop;
  language: PageLanguage;
  t: ShopTexts;
  links: Links;
  /** Returns a text of the company in the language of the page, or in the nearest language that it has. */
  own: (texts: Texts) => { text: string; language: PageLanguage } | undefined;
  /** The browser's settings selected the language, not the URL. */
  isNegotiated: boolean;
}

/** Counts an order against the visitor's limit. Throws `LimitExceeded`. */
export const consumeOrderLimitOfVisit = ({ shop, request }: Visit): Promise<void> =>
  consumeOrderLimit({ company: shop.company.slug, address: request.address });

/** The visitor's form, whose picture slots are limited. */
export const pictureForm = ({ shop, request }: Visit, { nonce }: FormToken): PictureForm => ({
  company: shop.company.slug,
  address: request.address,
  form: nonce,
});

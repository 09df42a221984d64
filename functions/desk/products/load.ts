import { readGiftCard } from '../../domain/administration/catalog/gift-card.ts';
import { readManagedProduct } from '../../domain/administration/catalog/read.ts';
import { ownLanguage } from '../../domain/storefront/order-page/languages.ts';
import { ApiError, notFound } from '../../platform/errors.ts';
import { productTexts } from '../texts/products.ts';
import type { DeskVisit } from '../visit.ts';
import { productFieldsOf } from './fields.ts';

export interface LoadedOption {
  id: number;
  option_id: string;
  values: Record<string, unknown>;
}

/** A product as the editor shows it. */
export interface LoadedProduct {
  family: string;
  /** `new` for a product that does not exist yet. */
  id: string;
  productId: string | undefined;
  /** The entity tag of its version. */
  tag: string;
  values: Record<string, unknown>;
  images: { url: string }[];
  options: LoadedOption[];
  withheld: readonly string[];
  /** Suggested values for a new product, by path. */
  initials: Readonly<Record<string, unknown>>;
}

export const NEW = 'new';
export const GIFT_CARD = 'gift-card';

export const productPath = (family: string, id: string): string =>
  `/desk/products/${encodeURIComponent(family)}/${encodeURIComponent(id)}`;

/** Throws 404 for an unknown family or product. */
export const loadProduct = async (visit: DeskVisit): Promise<LoadedProduct> => {
  const { family = '', id = '' } = visit.request.params;
  if (productFieldsOf(family).length === 0) throw notFound('family');
  if (family === GIFT_CARD) return loadGiftCard(visit);
  if (id === NEW) return { ...empty(family), initials: family === 'events' ? ownVenue(visit) : {} };
  const { tag, body } = await readManagedProduct(visit.company.slug, family, id);
  const { options, ...values } = body;
  return {
    family,
    id,
    productId: body.product_id,
    tag,
    values,
    images: imagesOf(values),
    options: options.map(({ option_id, ...option }) => ({
      id: Number((option as Record<string, unknown>)['id']),
      option_id,
      values: option,
    })),
    withheld: body.withheld,
    initials: {},
  };
};

const imagesOf = (values: Record<string, unknown>): { url: string }[] => {
  const images = values['images'];
  return Array.isArray(images) ? (images as { url: string }[]) : [];
};

const empty = (family: string): LoadedProduct => ({
  family,
  id: NEW,
  productId: undefined,
  tag: '',
  values: {},
  images: [],
  options: [],
  withheld: [],
  initials: {},
});

/** Suggests the company's address, because most events take place there. */
const ownVenue = ({ company: { name, address } }: DeskVisit): Record<string, unknown> =>
  address
    ? {
        'venue.name': name,
        'venue.address': `${address.street}, ${address.postcode} ${address.city}`,
        'venue.postcode': address.postcode,
      }
    : {};

const loadGiftCard = async ({ company }: DeskVisit): Promise<LoadedProduct> => {
  try {
    const { headers, body } = await readGiftCard(company.slug);
    const values = body as Record<string, unknown>;
    const giftCard = {
      ...empty(GIFT_CARD),
      id: 'value',
      productId: 'gift_card_value',
      values,
      images: imagesOf(values),
    };
    return { ...giftCard, tag: headers?.['ETag'] ?? '' };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    // Buyers see this name, so it is in the company's language.
    const texts = productTexts(ownLanguage(company.language));
    return { ...empty(GIFT_CARD), tag: '*', initials: { name: texts[GIFT_CARD] } };
  }
};

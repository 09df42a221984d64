import type { CompanyRow } from '../../company/companies/rows.ts';
import type { EventProduct, Experience, SpecialOffer } from './product-schema.ts';

/** Kinds of products in the order in which catalogs list them. */
export const FAMILIES = ['gift_card', 'gift_card_variant', 'event_ticket', 'special_offer'] as const;
export type Family = (typeof FAMILIES)[number];

/** Catalog ids of the API (lib/reference/catalog.md#ids). */
export const VALUE_PRODUCT_ID = 'gift_card_value';

type ExperienceOption = Experience['options'][number];
export type EventOption = EventProduct['options'][number];
export type OfferOption = SpecialOffer['options'][number];
export type ProductOption = ExperienceOption | EventOption | OfferOption;

export const isEventOption = (option: ProductOption): option is EventOption => 'add_on' in option;
export const isOfferOption = (option: ProductOption): option is OfferOption => 'redeem_at_regular' in option;

const KINDS = {
  experience: { product: 'gcv', option: 'gcvo', family: 'gift_card_variant' },
  event: { product: 'evt', option: 'evto', family: 'event_ticket' },
  'special-offer': { product: 'so', option: 'sov', family: 'special_offer' },
} as const satisfies Record<string, { product: string; option: string; family: Family }>;

/** Row types of products. */
export type ProductKind = keyof typeof KINDS;

/** Families whose products have rows of their own; the gift card is a setting of its company. */
export type ProductFamily = Exclude<Family, 'gift_card'>;

export const isProductFamily = (family: Family): family is ProductFamily => family !== 'gift_card';

/** Id prefix of a family, such as `gcv`. */
export const prefixOf = (family: ProductFamily): string =>
  Object.values(KINDS).find((kind) => kind.family === family)?.product ?? '';

export const productIdOf = (product: { type: ProductKind; id: number }): string =>
  `${KINDS[product.type].product}_${product.id}`;

export const optionIdOf = (product: { type: ProductKind }, option: { id: number }): string =>
  `${KINDS[product.type].option}_${option.id}`;

export const familyOf = (product: { type: ProductKind }): Family => KINDS[product.type].family;

/** Whether a string has the shape of an experience, event or offer id; only these have rows. */
export const isProductId = (text: string): boolean => /^(gcv|evt|so)_[1-9]\d{0,15}$/.test(text);

export const isOptionId = (text: string): boolean => /^(gcvo|evto|sov)_[1-9]\d{0,15}$/.test(text);

export const categoryIdOf = (id: number): string => `cat_${id}`;
export const collectionPointIdOf = (id: number): string => `epp_${id}`;
export const priorityIdOf = (id: number): string => `spri_${id}`;
export const designIdOf = (id: number): string => `gid_${id}`;

/** The design of a company by its API id: `gid_7`. */
export const designWith = (
  { greeting }: Pick<CompanyRow, 'greeting'>,
  designId: string,
): CompanyRow['greeting']['designs'][number] | undefined =>
  greeting.designs.find(({ id }) => designIdOf(id) === designId);

/** The number in `cat_3` or `3`; NaN, which matches no product, for any other string. */
export const categoryNumber = (text: string): number => Number(/^(?:cat_)?(\d{1,15})$/.exec(text)?.[1] ?? NaN);

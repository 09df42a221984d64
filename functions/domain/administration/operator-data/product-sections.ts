import type { ProductKind } from '../../catalog/products/ids.ts';

/** Sections of the file that contain products, with the type of their rows. */
export const PRODUCT_SECTIONS = [
  ['experiences', 'experience'],
  ['events', 'event'],
  ['special_offers', 'special-offer'],
] as const satisfies readonly (readonly [string, ProductKind])[];

export type ProductSection = (typeof PRODUCT_SECTIONS)[number][0];

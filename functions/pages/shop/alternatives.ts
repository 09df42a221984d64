import { readShelf, type ListedProduct } from '../../domain/catalog/listing/browse.ts';
import { isProductFamily } from '../../domain/catalog/products/ids.ts';
import { presentValueProduct } from '../../domain/catalog/listing/present.ts';
import { nowMs } from '../../platform/clock.ts';
import type { FormLine } from './form/lines.ts';
import type { Visit } from './visit.ts';

/** A product that is on sale and can replace one that is not. */
export interface Purchasable {
  product: ListedProduct;
  /** Absent for a gift card, which has no options. */
  option: { id: string; name: string; amount: number } | undefined;
}

const SHOWN_MAX = 12;

const purchasableOf = (product: ListedProduct): Purchasable[] => {
  if (!('options' in product)) return [{ product, option: undefined }];
  return product.options
    .filter((option) => option.availability.in_stock && !('add_on' in option && option.add_on))
    .map((option) => ({ product, option }));
};

const kindOf = (productId: string): string => productId.split('_')[0] ?? '';

/** Products that can replace sold-out lines: first options of the same product, then products of the same family. */
export const alternativesFor = async ({ shop }: Visit, gone: readonly FormLine[]): Promise<Purchasable[]> => {
  const { company, settings } = shop;
  const shelves = await Promise.all(
    settings.families.filter(isProductFamily).map((family) => readShelf(company.slug, family)),
  );
  const ids = new Set(gone.map(({ productId }) => productId));
  const kinds = new Set(gone.map(({ productId }) => kindOf(productId)));
  const nearness = (id: string): number => (ids.has(id) ? 2 : kinds.has(kindOf(id)) ? 1 : 0);
  const value = settings.families.includes('gift_card') ? presentValueProduct(company, nowMs()) : undefined;
  const listed = shelves
    .flatMap((shelf) => shelf(company).products)
    .toSorted((a, b) => nearness(b.id) - nearness(a.id))
    .slice(0, SHOWN_MAX)
    .map(({ present }) => present());
  const near = listed.filter(({ id }) => nearness(id) > 0);
  const otherProducts = listed.filter(({ id }) => nearness(id) === 0);
  return [...near, ...(value ? [value] : []), ...otherProducts].flatMap(purchasableOf).slice(0, SHOWN_MAX);
};

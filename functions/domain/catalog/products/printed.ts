import { getRows, type RowSet } from '../../../storage/table.ts';
import { productKey, type ProductRow } from './rows.ts';

/** Product data printed on a card. */
export interface PrintedProduct {
  /** HTML. */
  formalities?: string;
  /** URLs of pictures of the product, and of each option by its id in the catalog. */
  images: readonly string[];
  optionImages: ReadonlyMap<number, readonly string[]>;
}

/** Print data of products, by product id; omits deleted products. */
export const printedProducts = async (
  company: string,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, PrintedProduct>> =>
  printedIn(await getRows(productIds.map((id) => productKey(company, id))), company, productIds);

/** Like `printedProducts`, from rows that have already been read. */
export const printedIn = (
  rows: RowSet,
  company: string,
  productIds: readonly string[],
): ReadonlyMap<string, PrintedProduct> =>
  new Map(
    productIds.flatMap((id) => {
      const product = rows.get<ProductRow>(productKey(company, id));
      return product ? [[id, printedOf(product)] as const] : [];
    }),
  );

const printedOf = (product: ProductRow): PrintedProduct => ({
  ...('formalities' in product && product.formalities ? { formalities: product.formalities } : {}),
  images: addresses(product.images),
  optionImages: new Map(
    product.options.map((option) => [option.id, addresses('images' in option ? option.images : [])]),
  ),
});

const addresses = (images: readonly { url: string }[]): string[] => images.map(({ url }) => url);

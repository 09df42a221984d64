import { getRows } from '../../storage/table.ts';
import { productKey, type ProductRow } from './rows.ts';

/** Formalities (HTML) of products, by product id; products without any, or no longer there, are left out. */
export const formalitiesOf = async (
  company: string,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await getRows(productIds.map((id) => productKey(company, id)));
  return new Map(
    productIds.flatMap((id) => {
      const product = rows.get<ProductRow>(productKey(company, id));
      const formalities = product && 'formalities' in product ? product.formalities : undefined;
      return formalities ? [[id, formalities] as const] : [];
    }),
  );
};

import { getRow } from '../../../storage/table.ts';
import { productKey, type ProductRow } from './rows.ts';

/** The product as it is now, published or not. */
export const findProduct = (company: string, productId: string): Promise<ProductRow | undefined> =>
  getRow<ProductRow>(productKey(company, productId), { consistent: true });

import { notFound } from '../../../platform/errors.ts';
import { queryAll, type Row } from '../../../storage/table.ts';
import { isOptionId, optionIdOf, productIdOf, type ProductOption } from '../../catalog/products/ids.ts';
import { familyCollection, type ProductRow } from '../../catalog/products/rows.ts';
import type { CounterName, StockFigures } from '../../catalog/stock/rows.ts';
import { figuresOf, readSpreadCounter } from '../../catalog/stock/shares.ts';
import { optionsOf } from '../operator-data/stored-catalog.ts';
import { MANAGED_FAMILIES } from './families.ts';

/** Units of an option. Figures that are not counted are 0. */
interface Stock {
  object: 'stock';
  option_id: string;
  limited: boolean;
  /** Null if unlimited. */
  remaining: number | null;
  held: number;
  sold: number;
  on_sale: boolean;
}

/** An option with its product and counter. */
export interface OptionWithCounter {
  product: ProductRow;
  option: ProductOption;
  counter: CounterName;
}

/** Throws 404 unless the company has an option with this id that was not removed. */
export const loadOption = async (company: string, optionId: string): Promise<OptionWithCounter> => {
  if (!isOptionId(optionId)) throw notFound('option');
  for (const { family, kind } of Object.values(MANAGED_FAMILIES)) {
    if (optionIdOf({ type: kind }, { id: 1 }).split('_')[0] !== optionId.split('_')[0]) continue;
    const rows = await queryAll<Row>({ ...familyCollection(company, family), consistent: true });
    for (const product of rows.filter((row): row is ProductRow => row.type === kind)) {
      const option = optionsOf(product).find((each) => optionIdOf(product, each) === optionId);
      if (!option || product.removedOptions?.includes(option.id)) continue;
      return { product, option, counter: { productId: productIdOf(product), optionId } };
    }
  }
  throw notFound('option');
};

/** Figures of an option without a counter. */
export const NOTHING: StockFigures = { remaining: 0, held: 0, sold: 0 };

export const presentStock = (
  { option, counter }: OptionWithCounter,
  { remaining, held, sold }: StockFigures,
  isLimited: boolean,
): Stock => ({
  object: 'stock',
  option_id: counter.optionId,
  limited: isLimited,
  remaining: isLimited ? remaining : null,
  held,
  sold,
  on_sale: option.on_sale ?? false,
});

export const figuresNow = async (company: string, { option, counter }: OptionWithCounter): Promise<StockFigures> => {
  const spread = await readSpreadCounter(company, counter);
  return spread.root ? figuresOf(spread) : { ...NOTHING, remaining: option.stock ?? 0 };
};

/** GET /v2/catalog/options/{option_id}/stock. Throws 404. */
export const readStock = async (company: string, optionId: string): Promise<Stock> => {
  const target = await loadOption(company, optionId);
  return presentStock(target, await figuresNow(company, target), target.option.stock !== undefined);
};

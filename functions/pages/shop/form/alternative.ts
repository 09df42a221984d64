import type { ListedProduct } from '../../../domain/catalog/listing/browse.ts';
import { lineField } from '../../../domain/checkout/pricing/lines.ts';
import { linesOf, withoutLines } from './lines.ts';
import type { FormValues } from '../../kit/form-values.ts';

/** Name of the button that replaces unavailable lines with an alternative. */
export const CHOOSE = 'choose';
/** Name of the field for the alternative: a product and its option. */
export const CHOICE = 'choice';

export const choiceValue = (productId: string, optionId = ''): string => `${productId}:${optionId}`;

/** The form with the alternative as its only line. A comment for the same event is kept. */
export const withAlternative = (typed: FormValues): FormValues => {
  const [productId = '', optionId = ''] = typed.get(CHOICE).split(':');
  const lines = linesOf(typed);
  const comment = lines
    .filter((line) => line.productId === productId)
    .map(({ index }) => typed.get(lineField(index, 'ticket.comment')))
    .find((text) => text !== '');
  return withoutLines(typed, lines).with({
    [CHOICE]: undefined,
    ...(comment === undefined ? {} : { [lineField(0, 'ticket.comment')]: comment }),
    [lineField(0, 'product_id')]: productId,
    ...(optionId === '' ? {} : { [lineField(0, 'product_option_id')]: optionId }),
    [lineField(0, 'quantity')]: '1',
  });
};

/** The form with the lowest quantity that is sold of the alternative. */
export const withLowestQuantity = (typed: FormValues, products: ReadonlyMap<string, ListedProduct>): FormValues => {
  const [line] = linesOf(typed);
  const product = products.get(line?.productId ?? '');
  if (!line || !product) return typed;
  const sold = 'options' in product ? product.options.find(({ id }) => id === line.optionId) : product;
  return typed.with({ [lineField(line.index, 'quantity')]: String(sold?.quantity.minimum ?? 1) });
};

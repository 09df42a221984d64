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

import { lineField } from '../../../domain/checkout/pricing/lines.ts';
import type { FormValues } from '../../kit/form-values.ts';
import { linesOf, takenLines, type FormLine } from './lines.ts';

const fieldOf = ({ index }: FormLine): string => lineField(index, 'ticket.comment');

/** The line of a product that has the field for its comment: the first one that is ordered. */
export const commentLine = (typed: FormValues, lines: readonly FormLine[], productId: string): FormLine | undefined => {
  const isOfProduct = (line: FormLine): boolean => line.productId === productId;
  return takenLines(typed, lines).find(isOfProduct) ?? lines.find(isOfProduct);
};

/**
 * The form with the comment of each event in the field that is shown for it. A comment belongs to the event, so it is
 * kept if its line is not ordered or no longer sold. `lines` are the lines that are sold.
 */
export const withComments = (typed: FormValues, lines: readonly FormLine[]): FormValues =>
  [...new Set(lines.map(({ productId }) => productId))].reduce(
    (form, productId) => form.with(commentOf(form, lines, productId)),
    typed,
  );

const commentOf = (
  typed: FormValues,
  lines: readonly FormLine[],
  productId: string,
): Record<string, string | undefined> => {
  const place = commentLine(typed, lines, productId);
  const commented = linesOf(typed).filter((line) => line.productId === productId && typed.get(fieldOf(line)) !== '');
  const [first, ...others] = commented;
  // Different comments are reported as a fault.
  if (!place || !first || others.length > 0 || first.index === place.index) return {};
  return { [fieldOf(first)]: undefined, [fieldOf(place)]: typed.get(fieldOf(first)) };
};

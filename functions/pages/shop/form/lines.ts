import { lineField } from '../../../domain/checkout/pricing/lines.ts';
import { VALUE_PRODUCT_ID } from '../../../domain/catalog/products/ids.ts';
import { amountText, typedAmount } from '../../kit/amount.ts';
import { FormValues } from '../../kit/form-values.ts';

/** A line of a form. Its fields have the names of the order's members. */
export interface FormLine {
  /** Number in the names of its fields. */
  index: number;
  productId: string;
  /** Empty for a gift card, which has no options. */
  optionId: string;
}

const LINES_MAX = 20;

/** The lines of a form, ordered by their number. */
export const linesOf = (typed: FormValues): FormLine[] =>
  typed
    .entries()
    .flatMap(([name]) => /^items\.(\d{1,2})\.product_id$/.exec(name)?.[1] ?? [])
    .map(Number)
    .toSorted((a, b) => a - b)
    .slice(0, LINES_MAX)
    .map((index) => ({
      index,
      productId: typed.get(lineField(index, 'product_id')),
      optionId: typed.get(lineField(index, 'product_option_id')),
    }));

/** The fields of all lines. */
export const lineFields = (typed: FormValues): Record<string, string> =>
  Object.fromEntries(typed.entries().filter(([name]) => /^items\.\d+\./.test(name)));

/** Returns the form without some of its lines. */
export const withoutLines = (typed: FormValues, lines: readonly FormLine[]): FormValues => {
  const gone = new Set(lines.map(({ index }) => `items.${index}.`));
  return new FormValues(typed.entries().filter(([name]) => !gone.has(/^items\.\d+\./.exec(name)?.[0] ?? '')));
};

const isTaken = (typed: FormValues, { index }: FormLine): boolean => {
  const quantity = typed.get(lineField(index, 'quantity'));
  return quantity !== '' && !/^0+$/.test(quantity);
};

/**
 * The lines that are ordered. If there are several lines, those with quantity 0 are omitted. The quantity of a single
 * line is validated instead.
 */
export const takenLines = (typed: FormValues, lines: readonly FormLine[]): readonly FormLine[] =>
  lines.length === 1 ? lines : lines.filter((line) => isTaken(typed, line));

interface LineChoice {
  productId: string;
  optionId?: string;
  quantity: string;
  /** The amount as the text of its field. */
  amount?: string;
  /** The part of the link, or the id, that the selection was read from. */
  text: string;
}

type Query = Record<string, string[]>;

/** Parses `PRODUCT[:OPTION]:QUANTITY[:AMOUNT]`; the amount is in the smallest currency unit. */
const fromItem = (text: string, money: Money): LineChoice | undefined => {
  const [productId = '', ...rest] = text.slice(0, 200).toWellFormed().split(':');
  const optionId = /^(gcvo|evto|sov)_\d+$/.test(rest[0] ?? '') ? rest.shift() : undefined;
  const [quantity = '1', amount, ...more] = rest;
  if (productId === '' || more.length > 0 || !/^\d{1,4}$/.test(quantity)) return undefined;
  if (amount !== undefined && !/^\d{1,10}$/.test(amount)) return undefined;
  return {
    productId,
    ...(optionId === undefined ? {} : { optionId }),
    quantity,
    ...(amount === undefined ? {} : { amount: amountText(Number(amount), money.currency, money.tag) }),
    text,
  };
};

interface Money {
  currency: string;
  tag: string;
}

const last = (query: Query, name: string): string | undefined => query[name]?.at(-1)?.slice(0, 200).toWellFormed();

/** The selection on a product page. */
const fromChoice = (query: Query, money: Money): LineChoice[] => {
  const productId = last(query, 'product');
  if (!productId) return [];
  const quantity = last(query, 'quantity') ?? '1';
  if (productId === VALUE_PRODUCT_ID) {
    const chosen = last(query, 'amount') ?? 'other';
    const typedMinor = typedAmount(last(query, 'other') ?? '', money.currency, money.tag);
    const other =
      typedMinor === undefined ? (last(query, 'other') ?? '') : amountText(typedMinor, money.currency, money.tag);
    const amount = /^\d{1,10}$/.test(chosen) ? amountText(Number(chosen), money.currency, money.tag) : other;
    return [{ productId, quantity, amount, text: productId }];
  }
  const optionId = last(query, 'option');
  if (optionId) return [{ productId, optionId, quantity, text: optionId }];
  return Object.entries(query).flatMap(([name, values]): LineChoice[] => {
    const option = /^quantity\.([\w]{1,40})$/.exec(name)?.[1];
    const count = values.at(-1)?.trim() ?? '';
    return option && count !== '' && count !== '0'
      ? [{ productId, optionId: option, quantity: count, text: option }]
      : [];
  });
};

/** Converts a link or the selection on a product page to form fields. `unread` contains the invalid parts. */
export const linesFromQuery = (query: Query, money: Money): { values: [string, string][]; unread: string[] } => {
  const items = query['item'] ?? [];
  const read = items.slice(0, LINES_MAX).map((text) => ({ text, wanted: fromItem(text, money) }));
  const selections = [...read.flatMap(({ wanted }) => wanted ?? []), ...fromChoice(query, money)].slice(0, LINES_MAX);
  const values = selections.flatMap(({ productId, optionId, quantity, amount }, index): [string, string][] => [
    [lineField(index, 'product_id'), productId],
    ...(optionId === undefined ? [] : [[lineField(index, 'product_option_id'), optionId] as [string, string]]),
    [lineField(index, 'quantity'), quantity],
    ...(amount === undefined ? [] : [[lineField(index, 'amount'), amount] as [string, string]]),
  ]);
  return { values, unread: read.flatMap(({ text, wanted }) => (wanted ? [] : [text.slice(0, 60)])) };
};

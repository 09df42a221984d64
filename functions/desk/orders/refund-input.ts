import { normalizeCode } from '../../domain/catalog/codes/rules.ts';
import { invalid } from '../../platform/errors.ts';
import { typedAmount } from '../../pages/kit/amount.ts';
import type { FormValues } from '../../pages/kit/form-values.ts';
import { codeFrom } from '../codes.ts';
import { tagTypedIn } from '../typed-in.ts';
import type { DeskVisit } from '../visit.ts';

export interface RefundFormInput {
  amount?: number;
  items?: string[];
  shipping?: true;
  fees?: true;
}

const ITEM = 'item.';
/** Name of the checkbox of an item, by its code. */
export const itemField = (code: string): string => `${ITEM}${code}`;

/** Name of the field for the codes of items on other pages. */
export const CODES_FIELD = 'codes';

const tickedCodes = (form: FormValues): string[] =>
  form.entries().flatMap(([name]) => (name.startsWith(ITEM) ? [name.slice(ITEM.length)] : []));

const typedCodes = (form: FormValues): string[] =>
  form
    .get(CODES_FIELD)
    .split(/[\n,;]+/)
    .map((text) => normalizeCode(codeFrom(text)))
    .filter((code) => code !== '');

/** Ticked and typed codes, without duplicates. */
const codesOf = (form: FormValues): string[] => [...new Set([...tickedCodes(form), ...typedCodes(form)])];

/** The typed codes, followed by those that were ticked on other pages. */
export const codesElsewhere = (form: FormValues, shown: readonly string[]): string => {
  const named = new Set([...shown, ...typedCodes(form)]);
  return [form.get(CODES_FIELD), ...tickedCodes(form).filter((code) => !named.has(code))]
    .filter((text) => text !== '')
    .join('\n');
};

/**
 * The input of the form, with the amount in the smallest unit of the order's currency. Throws 422 for an invalid
 * amount, and if nothing is selected.
 */
export const refundFormInput = (visit: DeskVisit, currency: string): RefundFormInput => {
  const { form, t } = visit;
  const input: RefundFormInput = {};
  const typed = form.get('amount');
  if (typed !== '') {
    const amount = typedAmount(typed, currency, tagTypedIn(visit));
    if (amount === undefined || amount <= 0) throw invalid('amount', t.counter.notAmount);
    input.amount = amount;
  }
  if (form.get('scope') === 'all') return input;
  const items = codesOf(form);
  if (items.length > 0) input.items = items;
  if (form.has('shipping')) input.shipping = true;
  if (form.has('fees')) input.fees = true;
  if (!input.items && !input.shipping && !input.fees) throw invalid('scope', t.refund.notNamed);
  return input;
};

import type { HistoryEntry } from '../../domain/value/items/ledger/history.ts';
import type { ItemRow } from '../../domain/value/items/rows.ts';
import { isSpentByAmount, isSpentByPiece } from '../../domain/value/items/kinds.ts';
import { portionBody, portionFrom, type PortionInput } from '../../domain/value/items/schema.ts';
import { decimalFromMinor } from '../../platform/decimals.ts';
import { invalid } from '../../platform/errors.ts';
import { validate } from '../../pipeline/parse.ts';
import { typedAmount } from '../../pages/kit/amount.ts';
import { findCodeAtCounter } from '../code-lookup.ts';
import { tagTypedIn } from '../typed-in.ts';
import type { DeskVisit } from '../visit.ts';

type TypedPortion = ReturnType<typeof portionFrom>;

/** The portion from a form, as typed and parsed. Throws 422 for invalid input. */
export const typedPortion = async (
  visit: DeskVisit,
  code: string,
): Promise<{ input: PortionInput; portion: TypedPortion }> => {
  const { form, t } = visit;
  const type = form.get('type');
  const note = form.get('note');
  const input = validate(portionBody(), {
    ...(type === 'all' ? shownPortion(visit) : { type }),
    ...(type === 'amount' ? { amount: amountOf(visit, await currencyOf(visit, code)) } : {}),
    ...(type === 'piece' ? { number: numberOf(form.get('number'), t.counter.notNumber) } : {}),
    ...(note === '' ? {} : { claim_note: note }),
  });
  return { input, portion: portionFrom(input) };
};

/**
 * "All of an item" means the value that its page showed. If less is left, nothing is redeemed; value that was added
 * since is not redeemed.
 */
const shownPortion = ({ form }: DeskVisit): Record<string, unknown> => {
  const [amount, number] = [form.get('shown_amount'), form.get('shown_number')];
  if (amount !== '') return { type: 'amount', amount: Number(amount) };
  return number === '' ? { type: 'all' } : { type: 'piece', number: Number(number) };
};

/** The currency of the item, which may differ from the company's current one. */
const currencyOf = async (visit: DeskVisit, code: string): Promise<string> =>
  (await findCodeAtCounter(visit, code))?.item?.currency ?? visit.company.currency;

const amountOf = (visit: DeskVisit, currency: string): number => {
  const minor = typedAmount(visit.form.get('amount'), currency, tagTypedIn(visit));
  if (minor === undefined || minor <= 0) throw invalid('amount', visit.t.counter.notAmount);
  return decimalFromMinor(minor, currency);
};

const numberOf = (text: string, fault: string): number => {
  if (!/^\d{1,6}$/.test(text) || Number(text) === 0) throw invalid('number', fault);
  return Number(text);
};

/** The portion that reverses exactly one entry of the history. */
export const portionOfEntry = (item: ItemRow, entry: HistoryEntry): TypedPortion => {
  if (isSpentByAmount(item)) return { type: 'amount', amount: -entry.amount, note: null };
  if (isSpentByPiece(item)) return { type: 'piece', number: -entry.pieces, note: null };
  return { type: 'all', note: null };
};

import { ApiError, invalid, invalidFields, type FieldErrors } from '../../../../platform/errors.ts';
import { decimalText, minorFromDecimal } from '../../../../platform/decimals.ts';
import { minorOf } from '../amount.ts';
import { isSpentByAmount, isSpentByPiece } from '../kinds.ts';
import { freeOf } from '../ledger/holds.ts';
import type { ItemRow } from '../rows.ts';
import { claimError, decideClaim, obstacleOf, type ItemTerms, type ItemPortion } from '../rules.ts';
import type { RedemptionInput } from './schema.ts';

/** The part that one item contributes. Amounts in the smallest currency unit. */
export interface PlannedSource {
  /** Position of the source in the request. */
  index: number;
  item: ItemRow;
  portion: ItemPortion;
  minor: number;
  /** 0 for a value card. */
  pieces: number;
}

export interface RedemptionPlan {
  currency: string;
  sources: PlannedSource[];
  outstandingMinor: number;
}

/**
 * Decides the part of each item. Throws 422: per source for faults that would make a claim fail, `currency_mismatch` on
 * `sources`, and `insufficient_value` on `amount`.
 */
export const planRedemption = (items: readonly ItemRow[], input: RedemptionInput, terms: ItemTerms): RedemptionPlan => {
  const currency = items[0]?.currency ?? '';
  if (items.some((item) => item.currency !== currency)) {
    throw invalid('sources', 'All sources must have the same currency.', 'currency_mismatch');
  }
  const faults: FieldErrors = {};
  const named = items.map((item, index) => namedPortion(item, index, { input, terms, faults }));
  if (Object.keys(faults).length > 0) throw invalidFields(faults);
  const sources =
    input.amount === undefined
      ? items.flatMap((item, index) => planGiven(item, index, named[index] ?? allOf(item, terms), terms))
      : coverAmount(items, named, { input, terms, amountMinor: minorOf(input.amount, currency) });
  const sum = sources.reduce((total, { minor }) => total + minor, 0);
  const outstandingMinor = input.amount === undefined ? 0 : minorOf(input.amount, currency) - sum;
  const hasNoSource = sources.length === 0;
  if (hasNoSource || (outstandingMinor > 0 && !input.partial)) {
    const available = `${decimalText(sum, currency)} ${currency}`;
    throw invalid('amount', `The sources have ${available} available.`, 'insufficient_value');
  }
  return { currency, sources: sources.toSorted((a, b) => a.index - b.index), outstandingMinor };
};

interface PlanInput {
  input: RedemptionInput;
  terms: ItemTerms;
  faults: FieldErrors;
}

/** The portion that a source requests; undefined if it requests none. Adds its faults to those of the request. */
const namedPortion = (item: ItemRow, index: number, { input, terms, faults }: PlanInput): ItemPortion | undefined => {
  const { amount, number } = input.sources[index] ?? {};
  const path = `sources.${index}`;
  const hasNamed = amount !== undefined || number !== undefined;
  // A fully reserved source contributes nothing if the request has an amount to cover or accepts partial coverage.
  // Otherwise, the source is at fault.
  const isEmpty = obstacleOf(item, terms) === 'held' && !hasNamed && (input.amount !== undefined || input.partial);
  const reason = isEmpty ? null : claimError(item, terms);
  if (reason !== null) {
    faults[`${path}.code`] = [reason];
    return undefined;
  }
  if (!hasNamed) return undefined;
  const amountMinor = amount === undefined ? undefined : minorFromDecimal(amount, item.currency);
  try {
    if (amount !== undefined) minorOf(amount, item.currency);
    const portion: ItemPortion =
      number === undefined ? { type: 'amount', amountMinor: amountMinor ?? 0 } : { type: 'piece', number };
    decideClaim(item, portion, terms);
    return portion;
  } catch (error) {
    if (!(error instanceof ApiError) || !error.fields) throw error;
    const [message = error.reason] = Object.values(error.faults)[0] ?? [];
    faults[`${path}.${number === undefined ? 'amount' : 'number'}`] = [message];
    return undefined;
  }
};

/** The free part of an item; undefined if there is none. */
const allOf = (item: ItemRow, terms: ItemTerms): ItemPortion | undefined => {
  const free = freeOf(item, terms.nowMs);
  if (free.pieces <= 0) return undefined;
  if (isSpentByAmount(item)) return { type: 'amount', amountMinor: free.minor };
  return isSpentByPiece(item) ? { type: 'piece', number: free.pieces } : { type: 'all' };
};

/** A source that is fully reserved contributes nothing to a partial redemption. */
const planGiven = (item: ItemRow, index: number, portion: ItemPortion | undefined, terms: ItemTerms): PlannedSource[] =>
  portion ? [planSource(item, index, portion, terms)] : [];

const planSource = (item: ItemRow, index: number, portion: ItemPortion, terms: ItemTerms): PlannedSource => {
  const { change } = decideClaim(item, portion, terms);
  const pieces = isSpentByAmount(item) ? 0 : -change.deltaPieces;
  return { index, item, portion, minor: -change.deltaMinor, pieces };
};

/**
 * Covers an amount. Sources with a portion contribute the portion; the others contribute their free value, up to the
 * remaining amount.
 */
const coverAmount = (
  items: readonly ItemRow[],
  named: readonly (ItemPortion | undefined)[],
  { input, terms, amountMinor }: { input: RedemptionInput; terms: ItemTerms; amountMinor: number },
): PlannedSource[] => {
  const sources = items.flatMap((item, index) => planGiven(item, index, named[index], terms));
  let uncovered = amountMinor - sources.reduce((sum, { minor }) => sum + minor, 0);
  if (uncovered < 0) throw invalid('amount', 'The sources name more than this amount.');
  const open = [...items.entries()].filter(([index]) => named[index] === undefined);
  const ordered =
    input.allocation === 'as_sent' ? open : open.toSorted(([, a], [, b]) => a.validUntilMs - b.validUntilMs);
  for (const [index, item] of ordered) {
    const all = allOf(item, terms);
    if (!all || uncovered === 0) continue;
    const source = planSource(item, index, upTo(all, uncovered), terms);
    // An item without value, such as a free ticket, is not used up for nothing.
    if (source.minor === 0) continue;
    if (source.minor > uncovered) {
      const message =
        'This item is redeemed whole or by piece, and is worth more than the amount that is left to cover.';
      throw invalid(`sources.${index}.code`, message);
    }
    sources.push(source);
    uncovered -= source.minor;
  }
  return sources;
};

const upTo = (portion: ItemPortion, mostMinor: number): ItemPortion =>
  portion.type === 'amount' ? { type: 'amount', amountMinor: Math.min(portion.amountMinor, mostMinor) } : portion;

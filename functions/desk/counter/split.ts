import { SOURCES_MAX } from '../../domain/value/items/redemptions/schema.ts';
import { minorFromDecimal } from '../../platform/decimals.ts';
import { typedAmount } from '../../pages/kit/amount.ts';
import { codeFrom } from '../codes.ts';
import { findCodeAtCounter, type Item } from '../code-lookup.ts';
import { SUM_TEXTS } from '../texts/sum.ts';
import type { DeskVisit } from '../visit.ts';

/** A card and the amount to take from it, in the smallest currency unit. */
interface CardPart {
  item: Item;
  minor: number;
}

/**
 * A sum split across several cards, in the order in which they were scanned. Amounts are in the smallest currency unit.
 */
export interface Split {
  /** The sum as typed. */
  sum: string;
  /** Undefined while no valid sum is typed. */
  sumMinor: number | undefined;
  currency: string;
  parts: CardPart[];
  /** The total of all parts. */
  takenMinor: number;
  /** Why the sum or the last scanned card was not accepted. */
  fault: string | undefined;
  /** The last scanned code, if it can only be redeemed at the counter. */
  alone: string | undefined;
}

/** Name of the field for a card's code, by position. */
export const cardField = (at: number): string => `card.${at}`;

/** The codes of the cards in the input, one for each position; empty texts for unused positions. */
export const cardsIn = (sent: (name: string) => string | undefined): string[] =>
  Array.from({ length: SOURCES_MAX }, (_, at) => sent(cardField(at)) ?? '');

/**
 * Reads the cards and splits the sum: each card contributes its value, up to the remaining amount. `added` is the code
 * scanned last.
 */
export const splitOf = async (
  visit: DeskVisit,
  sent: { sum: string; cards: readonly string[]; added: string; tag: string },
): Promise<Split> => {
  const t = SUM_TEXTS[visit.language];
  const added = codeFrom(sent.added);
  const codes = [...new Set([...sent.cards.map(codeFrom), added])].filter((code) => code !== '');
  const items: Item[] = [];
  let fault = codes.length > SOURCES_MAX ? t.maximum : undefined;
  let alone: string | undefined;
  for (const code of codes.slice(0, SOURCES_MAX)) {
    const lookup = await findCodeAtCounter(visit, code);
    const item = lookup?.item;
    const currency = items[0]?.currency ?? item?.currency;
    if (!lookup) fault = t.unknown(code);
    else if (!item || lookup.isDormant) [fault, alone] = [t.alone(code), code];
    else if (!item.available_amount_claim) fault = item.claim_error ?? t.notUsable(code);
    else if (item.currency !== currency) fault = t.currency(code);
    else if (items.every(({ code: other }) => other !== item.code)) items.push(item);
  }
  const currency = items[0]?.currency ?? visit.company.currency;
  const typed = sent.sum === '' ? undefined : typedAmount(sent.sum, currency, sent.tag);
  const sumMinor = typed !== undefined && typed > 0 ? typed : undefined;
  if (sent.sum !== '' && sumMinor === undefined) fault = visit.t.counter.notAmount;
  const parts = partsOf(items, sumMinor ?? 0);
  const takenMinor = parts.reduce((total, { minor }) => total + minor, 0);
  return { sum: sent.sum, sumMinor, currency, parts, takenMinor, fault, alone };
};

const partsOf = (items: readonly Item[], sumMinor: number): CardPart[] => {
  let remaining = sumMinor;
  return items.map((item) => {
    const minor = Math.min(remaining, minorFromDecimal(item.available_amount, item.currency) ?? 0);
    remaining -= minor;
    return { item, minor };
  });
};

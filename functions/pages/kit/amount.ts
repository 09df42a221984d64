import { decimalsOf } from '../../platform/currencies.ts';
import { decimalFromMinor, minorFromDecimal } from '../../platform/decimals.ts';
import { ownMember } from '../../platform/own-member.ts';

/** The decimal sign of a language. */
const decimalSign = (tag: string): string =>
  new Intl.NumberFormat(tag).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';

const isGrouped = ([first = '', ...others]: readonly string[]): boolean =>
  /^[1-9]\d{0,2}$/.test(first) && others.every(({ length }) => length === 3);

/** Languages whose currency symbols are accepted: `kr.` in one is `Dkr` in another. */
const TAGS = ['da-DK', 'en-GB', 'de-DE', 'sv-SE', 'nb-NO'];
/** Further symbols in use. */
const FURTHER_SIGNS: Readonly<Record<string, string>> = { JPY: '円', CNY: '元' };

/** Cached, because creating a number format is slow. */
const knownSigns = new Map<string, readonly string[]>();

const signsOf = (currency: string): readonly string[] => {
  const known = knownSigns.get(currency);
  if (known) return known;
  const written = TAGS.flatMap((tag) =>
    (['symbol', 'narrowSymbol'] as const).map((currencyDisplay) => {
      const parts = new Intl.NumberFormat(tag, { style: 'currency', currency, currencyDisplay }).formatToParts(1);
      return (parts.find(({ type }) => type === 'currency')?.value ?? currency).toLowerCase();
    }),
  );
  const further = ownMember(FURTHER_SIGNS, currency);
  const signs = new Set([
    currency.toLowerCase(),
    ...(further ? [further] : []),
    ...written,
    ...written.map((sign) => sign.replace(/\.$/, '')),
  ]);
  // Longest first, so that `kr.` is removed completely.
  const sorted = [...signs].toSorted((one, other) => other.length - one.length);
  knownSigns.set(currency, sorted);
  return sorted;
};

/** Endings that mean no decimals: `500,-`, `500,--`, `500.-` and `500:-`, with a dash of any kind or a minus sign. */
const NO_DECIMALS = /[.,:][\p{Pd}\u2212]{1,2}$/u;

/** Full-width characters, from Japanese keyboards. Characters such as `²` are not digits. */
const WIDE = /[\uFF01-\uFF5E\uFFE0-\uFFE6]/g;

/**
 * Removes the currency from an amount. Any other word makes the amount invalid: `5k` is not 5, and other currencies are
 * not converted.
 */
const withoutCurrency = (text: string, currency: string): string => {
  const typed = text
    .replaceAll(WIDE, (sign) => sign.normalize('NFKC'))
    .replaceAll(/[\s'’]/g, '')
    .toLowerCase();
  const signs = signsOf(currency);
  const before = signs.find((sign) => typed.startsWith(sign)) ?? '';
  const unsigned = typed.slice(before.length);
  const bare = unsigned.replace(NO_DECIMALS, '');
  const after = before === '' ? (signs.find((sign) => bare.endsWith(sign)) ?? '') : '';
  return bare.slice(0, bare.length - after.length).replace(NO_DECIMALS, '');
};

/**
 * Parses a typed amount into the smallest unit: `500`, `1.250,50`, `1,250.50`, `kr 500,-`. A point and a comma can both
 * separate thousands or decimals; `1.500` in a currency with three decimals is read as in the language `tag`. The
 * currency may be before or after the amount, as code or symbol. Undefined for an invalid amount: more decimals than
 * the currency has, groups that do not have three digits, or any other word.
 */
export const typedAmount = (text: string, currency: string, tag: string): number | undefined => {
  const figures = withoutCurrency(text, currency);
  if (!/^[\d.,]*\d$/.test(figures)) return undefined;
  const parts = figures.split(/[.,]/);
  const signs = figures.match(/[.,]/g) ?? [];
  const fraction = parts.at(-1) ?? '';
  const isDecimals = beginsDecimals(parts, signs, { decimals: decimalsOf(currency), sign: decimalSign(tag) });
  const groups = isDecimals ? parts.slice(0, -1) : parts;
  // One sign separates thousands and the other separates decimals.
  if (new Set(signs.slice(0, groups.length - 1)).size > 1) return undefined;
  if (groups.length > 1 && !isGrouped(groups)) return undefined;
  if (isDecimals && fraction.length > decimalsOf(currency)) return undefined;
  const whole = groups.join('') || '0';
  return minorFromDecimal(isDecimals ? `${whole}.${fraction}` : whole, currency);
};

/** Whether the last part is decimals rather than thousands. */
const beginsDecimals = (
  parts: readonly string[],
  signs: readonly string[],
  { decimals, sign }: { decimals: number; sign: string },
): boolean => {
  if (signs.length === 0) return false;
  if (signs.length > 1) return signs.at(-1) !== signs[0];
  if (!isGrouped(parts)) return true;
  return decimals === 3 && signs[0] === sign;
};

/** An amount as the text of a form field. */
export const amountText = (amountMinor: number, currency: string, tag: string): string => {
  const isWhole = amountMinor % 10 ** decimalsOf(currency) === 0;
  const decimals = isWhole ? 0 : decimalsOf(currency);
  const format = new Intl.NumberFormat(tag, {
    useGrouping: false,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return format.format(decimalFromMinor(amountMinor, currency));
};

import { decimalsOf } from '../../../platform/currencies.ts';
import { decimalFromMinor, minorFromDecimal } from '../../../platform/decimals.ts';

/**
 * The smallest units of an amount as people type it: `500`, `1.250,50`, `1,250.50`, `kr 500,-`. A separator before the last
 * digits begins the decimals when there are no more of them than the currency has; every other one parts thousands.
 * Undefined for what is no amount.
 */
export const typedAmount = (text: string, currency: string): number | undefined => {
  const figures = text.replaceAll(/[\s\u00A0'’]/g, '').replaceAll(/^[^\d-]+|[^\d]+$/g, '');
  if (!/^\d[\d.,]*$/.test(figures)) return undefined;
  const [, whole = figures, fraction = ''] = /^(.*)[.,](\d+)$/.exec(figures) ?? [];
  const isDecimals = fraction !== '' && fraction.length <= decimalsOf(currency) && !/^\d{3}$/.test(fraction);
  const digits = (isDecimals ? whole : figures).replaceAll(/[.,]/g, '');
  return minorFromDecimal(isDecimals ? `${digits}.${fraction}` : digits, currency);
};

/** An amount as it stands in a field. */
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

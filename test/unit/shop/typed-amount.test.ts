import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountText, typedAmount } from '../../../functions/pages/kit/amount.ts';
import { decimalsOf } from '../../../functions/platform/currencies.ts';

const TAGS = ['en-GB', 'da-DK', 'de-DE', 'sv-SE', 'nb-NO'];
const CURRENCIES = ['DKK', 'EUR', 'JPY', 'ISK', 'KWD', 'BHD'];

describe('a typed amount', () => {
  it.each([
    ['500', 'DKK', 50_000],
    ['500,-', 'DKK', 50_000],
    ['500.-', 'DKK', 50_000],
    ['500:-', 'SEK', 50_000],
    ['500,–', 'EUR', 50_000],
    ['500,−', 'NOK', 50_000],
    ['500,--', 'EUR', 50_000],
    ['１５００', 'JPY', 1_500],
    ['￥１，５００', 'JPY', 1_500],
    ['1500円', 'JPY', 1_500],
    ['kr 500', 'DKK', 50_000],
    ['kr 500,-', 'NOK', 50_000],
    ['500,- kr', 'DKK', 50_000],
    ['500 kr.', 'ISK', 500],
    ['KR.500', 'DKK', 50_000],
    ['500 dkk', 'DKK', 50_000],
    ['DKK 1.250,50', 'DKK', 125_050],
    ['Dkr 500', 'DKK', 50_000],
    ['25 EUR', 'EUR', 2_500],
    ['€25.50', 'EUR', 2_550],
    ['25,50 €', 'EUR', 2_550],
    ['£25', 'GBP', 2_500],
    ['25 KWD', 'KWD', 25_000],
    ['kr. 1.250,50', 'DKK', 125_050],
    ['1.250,50 kr.', 'DKK', 125_050],
    ['1,250.50', 'DKK', 125_050],
    ['1 250,5', 'DKK', 125_050],
    ['1’250.50', 'DKK', 125_050],
    ['1250.5', 'DKK', 125_050],
    ['1.250.500,25', 'DKK', 125_050_025],
    ['1.500', 'DKK', 150_000],
    ['1,500', 'DKK', 150_000],
    ['.5', 'DKK', 50],
    ['0,50', 'DKK', 50],
    ['1.500', 'JPY', 1_500],
    ['0.500', 'KWD', 500],
    ['1.5', 'KWD', 1_500],
    ['1250.500', 'KWD', 1_250_500],
    ['1,250.500', 'KWD', 1_250_500],
    ['1.250,500', 'KWD', 1_250_500],
  ])('%s in %s is %i in every language', (text, currency, minor) => {
    for (const tag of TAGS) expect([tag, typedAmount(text, currency, tag)]).toEqual([tag, minor]);
  });

  it('with three decimals is interpreted by the decimal sign of the page’s language', () => {
    expect([typedAmount('1.500', 'KWD', 'en-GB'), typedAmount('1,500', 'KWD', 'en-GB')]).toEqual([1_500, 1_500_000]);
    expect([typedAmount('1.500', 'KWD', 'da-DK'), typedAmount('1,500', 'KWD', 'da-DK')]).toEqual([1_500_000, 1_500]);
  });

  it.each([
    ['', 'DKK'],
    ['none', 'DKK'],
    ['-5', 'DKK'],
    ['1.2345', 'DKK'],
    ['0.0005', 'DKK'],
    ['12.3456', 'DKK'],
    ['1250.500', 'DKK'],
    ['1.00.000', 'DKK'],
    ['1..5', 'DKK'],
    ['1,2,3', 'DKK'],
    ['1,250,50', 'DKK'],
    ['1.250,500.25', 'DKK'],
    ['5 or 6', 'DKK'],
    ['5k', 'DKK'],
    ['1,5k', 'DKK'],
    ['5 K', 'SEK'],
    ['25 EUR', 'KWD'],
    ['25 €', 'DKK'],
    ['€ 25', 'GBP'],
    ['500 SEK', 'DKK'],
    ['25 kr', 'EUR'],
    ['5 %', 'DKK'],
    ['5 pcs', 'EUR'],
    ['about 500', 'DKK'],
    ['500-', 'DKK'],
    ['500,', 'DKK'],
    ['kr', 'DKK'],
    [',-', 'DKK'],
    ['12.5', 'JPY'],
    ['12⁵⁰', 'EUR'],
    ['500円', 'EUR'],
    ['½', 'EUR'],
    ['1,50', 'JPY'],
    ['0.0005', 'KWD'],
    ['1.2345', 'KWD'],
  ])('%s in %s is invalid', (text, currency) => {
    for (const tag of TAGS) expect([tag, typedAmount(text, currency, tag)]).toEqual([tag, undefined]);
  });

  it('is parsed from the value that a field of the page shows', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9_999_999_999 }),
        fc.constantFrom(...CURRENCIES),
        fc.constantFrom(...TAGS),
        (minor, currency, tag) => {
          expect(typedAmount(amountText(minor, currency, tag), currency, tag)).toBe(minor);
          const shown = new Intl.NumberFormat(tag, { style: 'currency', currency }).format(
            minor / 10 ** decimalsOf(currency),
          );
          expect([shown, typedAmount(shown, currency, tag)]).toEqual([shown, minor]);
        },
      ),
    );
  });
});

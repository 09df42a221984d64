import { describe, expect, test } from 'vitest';
import { faultOfSentence, giftCardTexts, REFUSALS } from '../../../functions/pages/kit/gift-cards/texts.ts';

describe('a refused gift card', () => {
  test.each(Object.entries(REFUSALS))('%s is explained to the buyer as %s', (sentence, fault) => {
    expect(faultOfSentence(sentence.replaceAll('{}', 'x'))).toBe(fault);
  });

  test('is explained without the API’s remarks about other uses of the card', () => {
    expect(faultOfSentence('100 DKK of the item are reserved until 24.12.2026 10:00.')).toBe('held');
    expect(faultOfSentence('Something new.')).toBe('other');
  });

  test('is explained in the language of the page, English for an unknown one', () => {
    expect(giftCardTexts('nn-NO').heading).toBe('Gåvekort');
    expect(giftCardTexts('no')).toBe(giftCardTexts('nb'));
    expect(giftCardTexts('fr-FR')).toBe(giftCardTexts('en'));
  });
});

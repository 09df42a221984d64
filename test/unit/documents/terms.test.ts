import { describe, expect, it } from 'vitest';
import { documentLanguage } from '../../../functions/domain/fulfillment/documents/texts.ts';
import { termsOfFamily } from '../../../functions/domain/company/companies/terms.ts';
import { htmlLanguage } from '../../../functions/pages/kit/markup.ts';

const shownTo = (language: string, translations: readonly string[], own = 'da') => {
  const languages = Object.fromEntries(translations.map((tag) => [tag, { html: tag }]));
  return termsOfFamily({ language: own, terms: { html: 'own', languages } }, 'gift_card', language)?.html;
};

describe('the terms of an order', () => {
  it.each([
    [['no'], 'no'],
    [['nb'], 'nb'],
    [['nb-NO', 'en'], 'nb-NO'],
    [['nn'], 'nn'],
    [['no', 'nb'], 'nb'],
    [['sv', 'en'], 'own'],
  ])('in Norwegian are the same on the order page and on the card: %j', (translations, expected) => {
    const ofCard = documentLanguage(htmlLanguage('no'), 'da');
    expect([shownTo('no', translations), shownTo(ofCard, translations)]).toEqual([expected, expected]);
  });

  it('are those of the company in its own language', () => {
    expect(['nb', 'no', 'nn'].map((own) => shownTo('no', ['en', 'sv'], own))).toEqual(['own', 'own', 'own']);
    expect(shownTo('no', ['nn'], 'nb')).toBe('own');
    expect(shownTo('nn', ['no', 'nn'])).toBe('nn');
  });
});

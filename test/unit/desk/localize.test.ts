import { describe, expect, it } from 'vitest';
import { localize } from '../../../functions/http/desk/localize.ts';
import { REFUSALS } from '../../../functions/http/desk/texts/refusals.ts';

describe('what the desk says when something is refused', () => {
  it('is in the language of the page, with what it names', () => {
    const text =
      '#eeeeee on #ffffff has a contrast of 1.16:1 and cannot be read well; at least 4.5:1 is needed. The nearest colour that passes is #767676.';
    expect(localize({ language: 'da' }, text)).toBe(
      '#eeeeee på #ffffff har en kontrast på 1.16:1 og kan ikke læses godt; der skal mindst 4.5:1 til. Den nærmeste farve, der går, er #767676.',
    );
    expect(localize({ language: 'en' }, text)).toBe(text);
  });

  it('has amounts as people write them', () => {
    const text = 'At most 12422 (smallest unit of KWD) can still be refunded.';
    expect(localize({ language: 'en' }, text)).toBe('At most KWD\u00a012.422 can still be refunded.');
    expect(localize({ language: 'da' }, text)).toBe('Der kan højst gives 12,422\u00a0KWD tilbage.');
  });

  it('falls back to the words of the legacy API, and then to English', () => {
    expect(localize({ language: 'no' }, 'The item has been cancelled.')).toBe('Koden er annullert.');
    expect(localize({ language: 'de' }, 'Nobody has translated this.')).toBe('Nobody has translated this.');
  });

  it('names in every language all that it names in English', () => {
    const places = (text: string): number => text.split('{}').length;
    for (const [text, translation] of Object.entries(REFUSALS)) {
      for (const spoken of Object.values(translation)) expect([spoken, places(spoken)]).toEqual([spoken, places(text)]);
    }
  });
});

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatAmount } from '../../../functions/domain/fulfillment/documents/format.ts';
import { textsOf } from '../../../functions/desk/language.ts';
import { localize, localizeAll } from '../../../functions/desk/localize.ts';
import { FORM_REFUSALS } from '../../../functions/desk/texts/form-refusals.ts';
import { ITEM_REFUSALS } from '../../../functions/desk/texts/item-refusals.ts';
import { MISSING_TEXTS } from '../../../functions/desk/texts/missing.ts';
import { noteIn, systemIn } from '../../../functions/desk/texts/own-names.ts';
import { OPENING_REFUSALS } from '../../../functions/desk/texts/opening.ts';
import { PAGE_REFUSALS } from '../../../functions/desk/texts/page-refusals.ts';
import { PICTURE_REFUSALS } from '../../../functions/desk/texts/picture-refusals.ts';
import { REFUSALS } from '../../../functions/desk/texts/refusals.ts';
import { typedAmount } from '../../../functions/pages/kit/amount.ts';
import { decimalText } from '../../../functions/platform/decimals.ts';
import { sentencePattern } from '../../../functions/platform/sentence-pattern.ts';

const FUNCTIONS = join(import.meta.dirname, '../../../functions');
const sourcesIn = (pattern: string): string[] =>
  globSync(pattern, { cwd: FUNCTIONS }).map((path) => readFileSync(join(FUNCTIONS, path), 'utf8'));
/** Texts in the quotes of a pattern in the sources. */
const written = (pattern: RegExp, folder = ''): string[] => [
  ...new Set(
    sourcesIn(`${folder}**/*.ts`).flatMap((source) => [...source.matchAll(pattern)].flatMap(([, text]) => text ?? [])),
  ),
];
/** Forbidden parts of a PDF in refusals. */
const hostile = written(/^ {2}\w+: '([A-Za-z ]+)',$/gm, 'adapters/pdf/').filter((what) => /^(?:a|e|r|s)/.test(what));
/** Languages as documents name them. */
const SPOKEN_TAGS = { en: 'en', da: 'da', de: 'de', sv: 'sv', no: 'nb' } as const;
const OTHERS = ['da', 'de', 'sv', 'no'] as const;
const places = (text: string): number => text.split('{}').length;

describe('refusals in the desk’s languages', () => {
  it('ends with one full stop, also after an amount with its own', () => {
    const localized = localize(
      { language: 'da' },
      '10000 (smallest unit of DKK) is not from 50000 (smallest unit of DKK) to 100000 (smallest unit of DKK).',
    );
    expect(localized).toMatch(/1\.000\skr\.$/);
  });

  it('is in the language of the page, with what it names', () => {
    const text =
      '#eeeeee on #ffffff has a contrast of 1.16:1 and cannot be read well; at least 4.5:1 is needed. The nearest colour that passes is #767676.';
    expect(localize({ language: 'da' }, text)).toBe(
      '#eeeeee på #ffffff har en kontrast på 1,16:1 og kan ikke læses godt; der skal mindst 4,5:1 til. Den nærmeste farve, der går, er #767676.',
    );
    expect(localize({ language: 'en' }, text)).toBe(text);
  });

  it('has amounts as people write them', () => {
    const text = 'At most 12422 (smallest unit of KWD) can still be refunded.';
    expect(localize({ language: 'en' }, text)).toBe('At most KWD\u00a012.422 can still be refunded.');
    expect(localize({ language: 'da' }, text)).toBe('Der kan højst gives 12,422\u00a0KWD tilbage.');
  });

  it.each(['en', ...OTHERS] as const)('formats in %s the value of an item, as it can be typed there', (language) => {
    const { tag } = textsOf(language);
    for (const [minor, currency] of [
      [12_345, 'KWD'],
      [101_234, 'DKK'],
      [50_000, 'DKK'],
      [1_000_000, 'KWD'],
      [1_234_500, 'JPY'],
    ] as const) {
      for (const verb of ['claimed', 'given back']) {
        const refusal = `At most ${decimalText(minor, currency)} ${currency} of the item can be ${verb}.`;
        const localized = localize({ language }, refusal);
        const amount = formatAmount(minor, currency, SPOKEN_TAGS[language]);
        expect(localized).toContain(` ${amount} `);
        expect([localized, typedAmount(amount, currency, tag)]).toEqual([localized, minor]);
      }
    }
  });

  it('writes no amount of an item with the point of the service', () => {
    expect(localize({ language: 'de' }, 'At most 12.345 KWD of the item can be claimed.')).toBe(
      'Höchstens 12,345\u00a0KWD des Codes können eingelöst werden.',
    );
    expect(localize({ language: 'de' }, 'At most 1012.34 DKK of the item can be given back.')).toBe(
      'Höchstens 1.012,34\u00a0DKK des Codes können zurückgebucht werden.',
    );
  });

  it('counts the pieces of an item in the language of the page', () => {
    for (const [verb, localized] of [
      ['claimed', 'Höchstens 3 Stück des Codes können eingelöst werden.'],
      ['given back', 'Höchstens 3 Stück des Codes können zurückgebucht werden.'],
    ] as const) {
      expect(localize({ language: 'de' }, `At most 3 pieces of the item can be ${verb}.`)).toBe(localized);
    }
  });

  it('falls back to the words of the legacy API, and then to English', () => {
    expect(localize({ language: 'no' }, 'The item has been cancelled.')).toBe('Koden er annullert.');
    expect(localize({ language: 'de' }, 'Nobody has translated this.')).toBe('Nobody has translated this.');
  });

  it('is found behind the name of what it is about, and before the number of others', () => {
    const spent = 'This item has been used: only what is unspent of it can be refunded.';
    const localized = `AAAA-BBBB-CCCC-DDDD: ${spent} (and 2 more)`;
    expect([localized, ...OTHERS.map((language) => localize({ language }, localized))]).toEqual([
      localize({ language: 'en' }, localized),
      'AAAA-BBBB-CCCC-DDDD: Koden er brugt: kun det, der er tilbage på den, kan gives tilbage. (og 2 mere)',
      'AAAA-BBBB-CCCC-DDDD: Der Code wurde verwendet: Nur was davon übrig ist, kann erstattet werden. (und 2 weitere)',
      'AAAA-BBBB-CCCC-DDDD: Koden är använd: bara det som är kvar på den kan ges tillbaka. (och 2 till)',
      'AAAA-BBBB-CCCC-DDDD: Koden er brukt: bare det som er igjen på den, kan gis tilbake. (og 2 til)',
    ]);
    expect(localize({ language: 'da' }, 'AAAA: Nobody has translated this. (and 1 more)')).toBe(
      'AAAA: Nobody has translated this. (and 1 more)',
    );
  });

  it('has words for every refusal of a refund, with a code before it or without', () => {
    const refusals = [
      ...written(/['"]((?:No|This|Nothing) [^\n]+\.)['"]/g, 'domain/payments/refunds/'),
      ...written(
        /(?:'order_(?:not_refundable|fully_refunded)',|'refund_in_progress',)\s*['"]([^\n]+\.)['"]/g,
        'domain/checkout/orders/',
      ),
    ];
    expect(refusals.length).toBe(13);
    for (const language of OTHERS) {
      for (const text of refusals.flatMap((each) => [each, `AAAA-BBBB: ${each}`])) {
        expect([language, localize({ language }, text)]).not.toEqual([language, text]);
      }
    }
  });

  it('has translations for every refusal of keys, webhooks, brand and templates', () => {
    const localized = [
      ...written(/TemplateRefused\(\s*['`]((?:The|A) [^\n]+\.)['`]/g, 'adapters/pdf/'),
      ...written(
        /templateInvalid\(\s*(?:fieldOf\(at\)|where|'file'),\s*['`]([^\n]+\.)['`]/g,
        'domain/fulfillment/templates/',
      ),
      ...written(/conflict\(\s*'\w+',\s*['`]([^\n]+\.)['`]/g, 'domain/fulfillment/templates/'),
      ...written(/(?:invalid\('url'|conflict\('\w+'), ['`]([^\n]+\.)['`]/g, 'domain/notifications/webhooks/'),
      ...written(/invalid\('label', ['`]([^\n]+\.)['`]/g, 'domain/company/api-keys/'),
      ...written(/['`](This must [^\n'`]+\.)['`]/g, 'domain/company/brand/').filter(
        (text) => !text.includes('data: URL'),
      ),
      ...written(/conflict\('\w+', '([^\n]+\.)'/g, 'storage/'),
      ...written(/invalid\('guid', '([^\n]+\.)'/g, 'desk/'),
      'This must have at least 1 entry.',
      'This must have at least 3 entries.',
      'This must not be empty.',
    ].flatMap((text) => {
      const [before, after] = text.split('${what}');
      if (after !== undefined) return hostile.map((what) => `${before}${what}${after}`);
      if (text.includes('${answer.died}'))
        return ['time', 'memory'].map((died) => text.replace('${answer.died}', died));
      return text.replace('${shown}', '10 by 20 points').replaceAll(/\$\{[^}]+\}/g, '7');
    });
    expect(localized.length).toBeGreaterThan(40);
    for (const text of localized) {
      for (const language of OTHERS) expect([language, localize({ language }, text)]).not.toEqual([language, text]);
    }
  });

  it('has translations for every refusal of a brand’s picture', () => {
    const localized = [
      ...written(/PictureRefused\(\s*'\w+',\s*['`]([^\n]+\.)['`]/g, 'adapters/images/'),
      ...written(/PictureRefused\(\s*'\w+',\s*['`]([^\n]+\.)['`]/g, 'domain/company/pictures/'),
      ...written(/PictureRefused\(\s*'\w+',\s*['`]([^\n]+\.)['`]/g, 'domain/company/brand/'),
      ...written(/\b(?:invalid|unavailable)\('\w+', '([^\n]+\.)'/g, 'domain/company/brand/'),
      ...written(/ApiError\(415, '\w+', `([^\n]+\.)`/g, 'domain/company/brand/'),
      ...written(/const message = `([^\n]+\.)`/g, 'domain/company/brand/'),
    ].map((text) => text.replaceAll(/\$\{[^}]+\}/g, 'image/png'));
    expect(localized.length).toBeGreaterThan(14);
    for (const text of localized) {
      for (const language of OTHERS) expect([language, localize({ language }, text)]).not.toEqual([language, text]);
    }
    for (const [text, translation] of Object.entries(PICTURE_REFUSALS)) {
      expect(localized.map((each) => sentencePattern(text).test(each))).toContain(true);
      // Texts that mean nothing more to people than an error are left out.
      for (const spoken of Object.values(translation)) expect(places(spoken)).toBeLessThanOrEqual(places(text));
    }
  });

  it('has translations for every refusal of an item, an order and an order page', () => {
    const localized = [
      ...written(/\b(?:invalid|conflict)\('\w+', '([^\n]+\.)'/g, 'domain/value/items/redemption/'),
      ...written(/\b(?:invalid|conflict)\('\w+', '([^\n]+\.)'/g, 'domain/value/items/withdrawal/'),
      ...written(/\b(?:invalid|conflict)\('\w+', ['`]([^\n]+\.)['`]/g, 'domain/value/items/search/'),
      ...written(/\brateLimited\(\s*['`]([^\n]+\.)['`]/g, 'domain/value/items/'),
      ...written(/'(The (?:item|payment|money)[^\n']+\.)'/g, 'domain/value/items/').filter(
        (text) => !/awaits payment/.test(text),
      ),
      ...written(/\.add\('\w+', '(This [^\n]+\.)'\)/g, 'domain/checkout/orders/'),
      ...written(/\b(?:invalid|conflict)\('\w+', ['`]([^\n]+\.)['`]/g, 'domain/storefront/order-page/'),
      ...written(/`(\$\{shown\((?:entry|chosen)\)\}[^\n`]+\.)`/g, 'domain/storefront/order-page/'),
      ...written(/faults\.push\('(This [^\n]+\.)'\)/g, 'domain/storefront/order-page/'),
      ...written(/\? '(This [^\n]+\.)' :/g, 'domain/storefront/order-page/'),
      'The request budget of this user is empty. Nothing was done.',
      'This must have at most 8 entries.',
    ].map((text) => text.replace('${status}', 'published').replaceAll(/\$\{[^}]+\}/g, '7'));
    expect(localized.length).toBeGreaterThan(30);
    for (const text of localized) {
      for (const language of OTHERS) expect([language, localize({ language }, text)]).not.toEqual([language, text]);
    }
  });

  it('shows for a card and an order why they cannot be used, in the desk’s words', () => {
    const disputed = 'The payment for the item is disputed: it cannot be claimed until that is decided.';
    expect(localizeAll({ language: 'de' }, { claim_error: disputed, item_info: 'Paid', status_name: 'Paid' })).toEqual({
      claim_error: 'Die Zahlung für den Code wird bestritten: Bis zur Entscheidung kann er nicht eingelöst werden.',
      item_info: 'Paid',
      status_name: 'Bezahlt',
    });
    expect(localize({ language: 'da' }, `The order cannot be claimed as a group. AAAA-BBBB: ${disputed}`)).toBe(
      'Ordren kan ikke indløses samlet. AAAA-BBBB: Der er gjort indsigelse mod betalingen.',
    );
  });

  it('names in every language all that it names in English', () => {
    for (const [text, translation] of Object.entries({
      ...REFUSALS,
      ...FORM_REFUSALS,
      ...ITEM_REFUSALS,
      ...PAGE_REFUSALS,
      ...OPENING_REFUSALS,
    })) {
      for (const spoken of Object.values(translation)) expect([spoken, places(spoken)]).toEqual([spoken, places(text)]);
    }
  });
});

describe('what the service calls things itself', () => {
  const nouns = ['resource', ...written(/notFound\('([^']+)'\)/g)];

  it('translates every possible missing detail, and nothing else', () => {
    expect(nouns.length).toBeGreaterThan(20);
    for (const noun of nouns) {
      const text = `No such ${noun}.`;
      for (const language of OTHERS) expect([text, localize({ language }, text)]).not.toEqual([text, text]);
    }
    expect(Object.keys(MISSING_TEXTS).filter((text) => !nouns.includes(text.slice('No such '.length, -1)))).toEqual([]);
  });

  it('has words for every part of it that does something, and for every note that it writes', () => {
    const systems = written(/\bsystem: '([^']+)'/g).filter((name) => /^[a-z-]+$/.test(name));
    const notes = [
      ...written(/\bnote: '([^']+)'/g, 'domain/value/items/'),
      ...written(/\bNOTE = '([^']+)'/g, 'domain/value/items/'),
    ];
    expect([systems.length, notes.length]).toEqual([9, 5]);
    for (const language of OTHERS) {
      for (const name of [...systems, 'test-gateway'])
        expect([language, systemIn(language, name)]).not.toEqual([language, name]);
      for (const note of notes) expect([language, noteIn(language, note)]).not.toEqual([language, note]);
    }
    expect(noteIn('de', 'Table 4')).toBe('Table 4');
  });
});

it.each([
  ['en', '1 row', '2 rows'],
  ['da', '1 række', '2 rækker'],
  ['de', '1 Zeile', '2 Zeilen'],
  ['sv', '1 rad', '2 rader'],
  ['no', '1 rad', '2 rader'],
] as const)('a report counts its rows in %s', (language, one, two) => {
  const { rows } = textsOf(language).reports;
  expect([rows(1, 1), rows(2, 2)]).toEqual([one, two]);
});

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { textsOf } from '../../../functions/desk/language.ts';
import { localize, localizeAll } from '../../../functions/desk/localize.ts';
import { MESSAGES } from '../../../functions/desk/texts/messages/all.ts';
import type { DeskTranslation } from '../../../functions/desk/texts/messages/figures.ts';
import { noteIn, systemIn } from '../../../functions/desk/texts/own-names.ts';
import { issuing } from '../../../functions/platform/messages/issuing.ts';
import { itemChanges } from '../../../functions/platform/messages/item-changes.ts';
import { items } from '../../../functions/platform/messages/items.ts';
import { management } from '../../../functions/platform/messages/management.ts';
import type { Message } from '../../../functions/platform/messages/message.ts';
import { pages } from '../../../functions/platform/messages/pages.ts';
import { refunds } from '../../../functions/platform/messages/refunds.ts';
import { templates } from '../../../functions/platform/messages/templates.ts';
import { validation } from '../../../functions/platform/messages/validation.ts';
import { typedAmount } from '../../../functions/pages/kit/amount.ts';
import { formatMoney } from '../../../functions/platform/currencies.ts';
import { decimalFromMinor, decimalText } from '../../../functions/platform/decimals.ts';

const FUNCTIONS = join(import.meta.dirname, '../../../functions');
const sourcesIn = (pattern: string): string[] =>
  globSync(pattern, { cwd: FUNCTIONS }).map((path) => readFileSync(join(FUNCTIONS, path), 'utf8'));
/** Texts that a pattern captures in the sources, without duplicates. */
const written = (pattern: RegExp, folder = ''): string[] => [
  ...new Set(
    sourcesIn(`${folder}**/*.ts`).flatMap((source) => [...source.matchAll(pattern)].flatMap(([, text]) => text ?? [])),
  ),
];
const OTHERS = ['da', 'de', 'sv', 'no'] as const;

describe('errors in the desk’s languages', () => {
  it('request a country, not its code, because the desk lists names', () => {
    expect(localize({ language: 'en' }, validation('country_code_malformed'))).toBe('Choose a country.');
  });

  it('end with one period, even after an amount that ends with one', () => {
    const [entry = '', minimum = '', maximum = ''] = [100, 500, 1000].map((amount) => formatMoney('da', 'DKK', amount));
    const localized = localize({ language: 'da' }, pages('entry_out_of_range', { entry, minimum, maximum }));
    expect(localized).toMatch(/1\.000,00\skr\.$/);
  });

  it('are in the language of the page, with the same arguments', () => {
    const text = templates('contrast_too_low', {
      color: '#eeeeee',
      background: '#ffffff',
      ratio: 1.16,
      minimum: 4.5,
      nearest: '#767676',
    });
    expect(localize({ language: 'da' }, text)).toBe(
      '#eeeeee på #ffffff har en kontrast på 1,16:1 og kan ikke læses godt; der skal mindst 4,5:1 til. Den nærmeste farve, der går, er #767676.',
    );
    expect(localize({ language: 'en' }, text)).toBe(String(text));
  });

  it('format amounts in the language of the page', () => {
    const text = refunds('refund_above_refundable', { minor: 12_422, currency: 'KWD' });
    expect(localize({ language: 'en' }, text)).toBe('At most KWD\u00a012.422 can still be refunded.');
    expect(localize({ language: 'da' }, text)).toBe('Der kan højst refunderes 12,422\u00a0KWD.');
  });

  it.each(['en', ...OTHERS] as const)(
    'format the value of an item in %s so that it can be typed into a form',
    (language) => {
      const { tag } = textsOf(language);
      for (const [minor, currency] of [
        [12_345, 'KWD'],
        [101_234, 'DKK'],
        [50_000, 'DKK'],
        [1_000_000, 'KWD'],
        [1_234_500, 'JPY'],
      ] as const) {
        const maximum = { amount: decimalText(minor, currency), currency };
        for (const refusal of [
          itemChanges('claim_above_amount', { ...maximum, held: null }),
          itemChanges('undo_above_amount', maximum),
        ]) {
          const localized = localize({ language }, refusal);
          const amount = formatMoney(tag, currency, decimalFromMinor(minor, currency));
          expect(localized).toContain(` ${amount} `);
          expect([localized, typedAmount(amount, currency, tag)]).toEqual([localized, minor]);
        }
      }
    },
  );

  it('do not write an amount of an item with the decimal point of the API', () => {
    const claim = itemChanges('claim_above_amount', { amount: '12.345', currency: 'KWD', held: null });
    const undo = itemChanges('undo_above_amount', { amount: '1012.34', currency: 'DKK' });
    expect(localize({ language: 'de' }, claim)).toBe('Höchstens 12,345\u00a0KWD des Codes können eingelöst werden.');
    expect(localize({ language: 'de' }, undo)).toBe(
      'Höchstens 1.012,34\u00a0DKK des Codes können zurückgebucht werden.',
    );
  });

  it.each([
    [
      itemChanges('status_refused', { status: 'Used' }),
      'The status of the item is Used.',
      'Kodens status er Brugt.',
      'Der Status des Codes ist Eingelöst.',
    ],
    [
      refunds('order_value_held'),
      'Some of the value of this order is reserved by redemptions that are not finished. Refund it when they have ended.',
      'Noget af ordrens værdi er reserveret af indløsninger, der ikke er gennemført endnu. Refundér den, når de er slut.',
      'Wert dieser Bestellung ist durch Einlösungen reserviert, die noch nicht abgeschlossen sind. Bitte danach erstatten.',
    ],
    [
      issuing('activation_below_minimum', { amount: '100.00', currency: 'DKK' }),
      'The amount must be at least DKK\u00a0100.00.',
      'Beløbet skal være mindst 100,00\u00a0kr.',
      'Der Betrag muss mindestens 100,00\u00a0DKK sein.',
    ],
    [
      issuing('activation_above_maximum', { amount: '1000.50', currency: 'DKK' }),
      'The amount must be at most DKK\u00a01,000.50.',
      'Beløbet må højst være 1.000,50\u00a0kr.',
      'Der Betrag darf höchstens 1.000,50\u00a0DKK sein.',
    ],
    [
      issuing('code_value_fixed', { amount: '250.00', currency: 'DKK' }),
      'This code is worth DKK\u00a0250.00; leave the amount out.',
      'Koden har den faste værdi 250,00\u00a0kr.; udelad beløbet.',
      'Der Code hat den festen Wert 250,00\u00a0DKK; bitte den Betrag weglassen.',
    ],
  ])('report that an item or its value cannot be used: %s', (text, en, da, de) => {
    expect((['en', 'da', 'de'] as const).map((language) => localize({ language }, text))).toEqual([en, da, de]);
  });

  it('describe form fields, not members of a JSON file', () => {
    expect(localize({ language: 'en' }, management('member_required'))).toBe('This field is required.');
    expect(localize({ language: 'en' }, validation('email_malformed'))).toBe('This must be an email address.');
    expect(localize({ language: 'en' }, management('slug_malformed'))).toBe(
      'Use lower-case letters, digits, hyphens and underscores.',
    );
  });

  it('count the pieces of an item in the language of the page', () => {
    const claim = itemChanges('claim_above_pieces', { pieces: 3, held: null });
    const undo = itemChanges('undo_above_pieces', { pieces: 3 });
    expect(localize({ language: 'de' }, claim)).toBe('Höchstens 3 Stück des Codes können eingelöst werden.');
    expect(localize({ language: 'de' }, undo)).toBe('Höchstens 3 Stück des Codes können zurückgebucht werden.');
  });

  it('contain no terms of the API in English', () => {
    const lines = readFileSync(join(FUNCTIONS, '../test/unit/platform/messages.txt'), 'utf8').split('\n');
    const ofApi = new Map(lines.map((line) => [line.replace(/: .*$/, ''), line.replace(/^.*?: /, '')]));
    // The desk forms always send the fields that these errors require.
    const sent = new Set(['claim_amount_missing', 'claim_pieces_missing', 'days_missing', 'search_without_filter']);
    const shown = Object.entries(MESSAGES).flatMap(([id, entry]) =>
      typeof entry === 'function' || entry === undefined || sent.has(id)
        ? []
        : [(entry as DeskTranslation).en ?? ofApi.get(id) ?? ''],
    );
    expect(shown.length).toBeGreaterThan(150);
    const words = /If-Match|ETag|idempot|claim|cursor|captur|Content-Type|RFC|slug|bytes|request|[a-z]_[a-z]/;
    expect(shown.filter((text) => text === '' || words.test(text))).toEqual([]);
  });

  it('state the reserved amount after the maximum that can be claimed', () => {
    const held = items('amount_reserved', { amount: '100.00', currency: 'DKK', until: '2027-05-01 19:00:00' });
    const refusal = itemChanges('claim_above_amount', { amount: '400.00', currency: 'DKK', held });
    expect(String(refusal)).toBe(
      'At most 400.00 DKK of the item can be claimed. 100.00 DKK of the item are reserved until 2027-05-01 19:00:00.',
    );
    expect(localize({ language: 'en' }, refusal)).toBe(
      'At most DKK\u00a0400.00 of the item can be redeemed. DKK\u00a0100.00 of the item are reserved until 1 May 2027 19:00:00.',
    );
    expect(localize({ language: 'da' }, refusal)).toBe(
      'Højst 400,00\u00a0kr. af koden kan indløses. 100,00\u00a0kr. er reserveret til 1. maj 2027 19:00:00.',
    );
  });

  it('fall back to the texts of the legacy API, and then to English', () => {
    expect(localize({ language: 'no' }, 'Paid')).toBe('Betalt');
    expect(localize({ language: 'de' }, 'Nobody has translated this.')).toBe('Nobody has translated this.');
  });

  it('are recognized after the name of their subject, and before the number of other errors', () => {
    const localized = validation('first_fault', {
      field: 'AAAA-BBBB-CCCC-DDDD',
      fault: refunds('item_spent'),
      others: 2,
    });
    expect([String(localized), ...OTHERS.map((language) => localize({ language }, localized))]).toEqual([
      localize({ language: 'en' }, localized),
      'AAAA-BBBB-CCCC-DDDD: Koden er brugt: kun det, der er tilbage på den, kan refunderes. (og 2 mere)',
      'AAAA-BBBB-CCCC-DDDD: Der Code wurde verwendet: Nur was davon übrig ist, kann erstattet werden. (und 2 weitere)',
      'AAAA-BBBB-CCCC-DDDD: Koden är använd: bara det som är kvar på den kan betalas tillbaka. (och 2 till)',
      'AAAA-BBBB-CCCC-DDDD: Koden er brukt: bare det som er igjen på den, kan refunderes. (og 2 til)',
    ]);
    const fault = refunds('refund_above_refundable', { minor: 12_422, currency: 'KWD' });
    expect(localize({ language: 'en' }, validation('first_fault', { field: 'amount', fault, others: 1 }))).toBe(
      'amount: At most KWD\u00a012.422 can still be refunded. (and 1 more)',
    );
    expect(localize({ language: 'da' }, 'AAAA: Nobody has translated this. (and 1 more)')).toBe(
      'AAAA: Nobody has translated this. (and 1 more)',
    );
  });

  it('explain for a card and an order why they cannot be used, in the desk’s words', () => {
    const disputed = items('item_disputed');
    expect(localizeAll({ language: 'de' }, { claim_error: disputed, item_info: 'Paid', status_name: 'Paid' })).toEqual({
      claim_error: 'Die Zahlung für den Code wird bestritten: Bis zur Entscheidung kann er nicht eingelöst werden.',
      item_info: 'Paid',
      status_name: 'Bezahlt',
    });
    const group = (reason: Message) => itemChanges('group_not_claimable', { code: 'AAAA-BBBB', reason });
    expect(localize({ language: 'da' }, group(disputed))).toBe(
      'Ordren kan ikke indløses samlet. AAAA-BBBB: Der er gjort indsigelse mod betalingen.',
    );
    expect(localize({ language: 'sv' }, group(itemChanges('item_partly_used')))).toBe(
      'Ordern kan inte lösas in i sin helhet. AAAA-BBBB: En del av den är redan använd.',
    );
    expect(localize({ language: 'de' }, group(items('item_expired', { day: '2027-01-31' })))).toBe(
      'Die Bestellung kann nicht als Ganzes eingelöst werden. AAAA-BBBB: Der Code ist am 31. Januar 2027 abgelaufen.',
    );
  });
});

describe('names and notes that the service writes', () => {
  it('are translated for every system actor and every note', () => {
    const systems = written(/\bsystem: '([^']+)'/g).filter((name) => /^[a-z-]+$/.test(name));
    const notes = [
      ...written(/\bnote: '([^']+)'/g, 'domain/value/items/'),
      ...written(/\bNOTE = '([^']+)'/g, 'domain/value/items/'),
    ];
    // Otherwise an expression that finds nothing would pass.
    expect(
      [systems.length, notes.length],
      'Add the new name to functions/desk/texts/own-names.ts, and correct these numbers',
    ).toEqual([9, 5]);
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
  expect([rows('1', '1'), rows('2', '2')]).toEqual([one, two]);
});

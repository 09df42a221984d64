import { expect, test } from 'vitest';
import { localize } from '../../../functions/desk/localize.ts';
import { translateFault } from '../../../functions/pages/shop/form/translate-fault.ts';
import { unprintableFault } from '../../../functions/platform/printable.ts';
import { faultTexts } from '../../../functions/pages/shop/texts/faults.ts';

test.each([
  ['en', 'Only 1 seat left.', 'Only 2 seats left.', 'At most 1 ticket to this event'],
  ['da', 'Der er kun 1 plads tilbage.', 'Der er kun 2 pladser tilbage.', 'Højst 1 billet til'],
  ['de', 'Es gibt nur noch 1 Platz.', 'Es gibt nur noch 2 Plätze.', 'Höchstens 1 Ticket für'],
  ['sv', 'Det finns bara 1 plats kvar.', 'Det finns bara 2 platser kvar.', 'Högst 1 biljett till'],
  ['no', 'Det er bare 1 plass igjen.', 'Det er bare 2 plasser igjen.', 'Høyst 1 billett til'],
] as const)('texts of the shop have a singular and a plural: %s', (language, one, two, ticket) => {
  const texts = faultTexts(language);
  expect([texts.seatsLeft(1), texts.seatsLeft(2)]).toEqual([one, two]);
  expect(texts.ticketsPerEvent(1)).toContain(ticket);
});

test('no sentence ends with a Danish amount, whose period would be doubled', () => {
  expect(faultTexts('da').amount('100 kr.', '5.000 kr.')).toBe('Beløb fra 100 kr. til 5.000 kr. kan vælges.');
});

test('letters that cannot be printed are reported as such', () => {
  const fault = unprintableFault('Hi Ꮳ');
  const field = { isEmpty: false, isCode: false, range: ['1', '2'] } as const;
  expect(translateFault(fault ?? '', faultTexts('de'), field)).toBe(
    'Hier stehen Zeichen, die wir nicht drucken können.',
  );
  expect(localize({ language: 'da' }, fault ?? '')).toBe('Der er tegn, som ikke kan trykkes på et kort: Ꮳ (U+13E3).');
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codeOfLink, extractCode } from '../../../functions/domain/catalog/codes/extract.ts';
import { deriveCode } from '../../../functions/domain/catalog/codes/rules.ts';

const aCode = fc.tuple(fc.string({ minLength: 1 }), fc.string()).map(([seed, scope]) => deriveCode(seed, scope));
const LINK = 'https://gifts.example/c/nordlys-two/';

/** Characters that a computer with another keyboard layout receives when a scanner types a string for a US keyboard. */
const typedOn = (from: string, to: string) => {
  const keys = new Map(Array.from(from, (character, at) => [character, to.charAt(at)]));
  return (text: string) => Array.from(text, (character) => keys.get(character) ?? character).join('');
};
const swapCase = (text: string): string =>
  Array.from(text, (each) =>
    each === 'ß' ? each : each === each.toUpperCase() ? each.toLowerCase() : each.toUpperCase(),
  ).join('');
const layouts: [string, (text: string) => string][] = [
  ['Danish', typedOn(':/-', 'Æ-+')],
  ['Norwegian', typedOn(':/-', 'Ø-+')],
  ['Swedish', typedOn(':/-', 'Ö-+')],
  ['German', typedOn(':/-yzYZ', 'Ö-ßzyZY')],
  ['French', typedOn(':/-.,aqzwmAQZWM1234567890', 'M!):;qawz,QAWZ?&é"\'(-è_çà')],
];

describe('codes in the input of a scanner', () => {
  test.each(layouts)('are found on a %s keyboard, with and without Caps Lock', (_, typed) => {
    fc.assert(
      fc.property(aCode, (code) => {
        for (const text of [code, `${LINK}${code}`, `Code: ${code}`]) {
          expect([text, extractCode(typed(text))]).toEqual([text, code]);
          expect([text, extractCode(swapCase(typed(text)))]).toEqual([text, code]);
        }
      }),
      // Read as typed on a German keyboard, this code also has valid check characters.
      { examples: [['SGYW-HPYZ-YXR5-MFVK-F5R0']] },
    );
  });

  test('are recognized by uniform separators among several candidates, in any layout', () => {
    // In the US layout, the word before the code and its first four groups also have valid check characters.
    expect(extractCode('CodeÖ 4QH1ß3WBWß65YFß5C69ß6MQX')).toBe('4QH1-3WBW-65ZF-5C69-6MQX');
  });

  test.each([
    'Code: %',
    'Kode:%\r\n',
    'VOUCHER%',
    ']Q3%',
    '¨Q3%',
    ']C1%\t',
    '"%"',
    'Your gift card % is valid until 2027-01-01.',
    'HTTPS://GIFTS.EXAMPLE/C/NORDLYS/%?utm=abcd',
    'https://gifts.example/c/nordlys/%/apple.pkpass',
  ])('are found within %j', (frame) => {
    fc.assert(
      fc.property(aCode, fc.constantFrom('-', '.', '_', '/', ' ', '+', '*', ' - '), (code, separator) => {
        expect(extractCode(frame.replace('%', code.replaceAll('-', separator)))).toBe(code);
      }),
      // Four-letter words next to a code match its check characters once in a thousand.
      { seed: 1 },
    );
  });

  test.each(['Code: %', ']Q3%', '%, thanks'])('are found without separators within %j', (frame) => {
    fc.assert(
      fc.property(aCode, (code) => {
        expect(extractCode(frame.replace('%', code.replaceAll('-', '')))).toBe(code);
      }),
    );
  });

  test('are not found in other ids', () => {
    const hex = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(hex, fc.uuid(), (id, guid) => {
        expect([extractCode(`po_${id}`), extractCode(id), extractCode(guid)]).toEqual([
          undefined,
          undefined,
          undefined,
        ]);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('printed URLs of codes without check characters', () => {
  test.each(layouts)('are read as a %s keyboard types them', (_, typed) => {
    for (const scanned of [typed(`${LINK}SPRING-0001`), swapCase(typed(`${LINK}SPRING-0001`))])
      expect([scanned, codeOfLink(scanned)?.toUpperCase()]).toEqual([scanned, 'SPRING-0001']);
  });

  test('are read unchanged, and other texts are not codes', () => {
    expect(codeOfLink(`${LINK}SPRING%2D0001?a=b`)).toBe('SPRING-0001');
    for (const text of ['SPRING-0001', 'anna-c-nordlys-hansen', 'Ole Æbelø']) expect(codeOfLink(text)).toBeUndefined();
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compactCode,
  deriveCode,
  isWellFormedCode,
  lastOfCode,
  normalizeCode,
} from '../../../functions/domain/catalog/codes/rules.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const aCode = fc.tuple(fc.string({ minLength: 1 }), fc.string()).map(([seed, scope]) => deriveCode(seed, scope));

describe('item codes', () => {
  test('are five groups of four letters and digits, without look-alikes', () => {
    fc.assert(
      fc.property(aCode, (code) => {
        expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){4}$/);
      }),
    );
  });

  test('depend only on seed and scope', () => {
    expect(deriveCode('seed', 'line\n0')).toBe(deriveCode('seed', 'line\n0'));
    const codes = new Set(Array.from({ length: 2000 }, (_, at) => deriveCode('seed', `line\n${at}`)));
    expect(codes.size).toBe(2000);
    expect(deriveCode('other seed', 'line\n0')).not.toBe(deriveCode('seed', 'line\n0'));
  });

  test('every change to one character is detected', () => {
    fc.assert(
      fc.property(aCode, fc.nat(23), fc.constantFrom(...ALPHABET), (code, at, character) => {
        fc.pre(code[at] !== '-' && code[at] !== character);
        expect(isWellFormedCode(code.slice(0, at) + character + code.slice(at + 1))).toBe(false);
      }),
    );
  });

  test('every swap of two adjacent random characters is detected', () => {
    fc.assert(
      fc.property(aCode, fc.nat(16), (code, at) => {
        const compact = code.replaceAll('-', '');
        fc.pre(compact[at] !== compact[at + 1]);
        const swapped = `${compact.slice(0, at)}${compact[at + 1]}${compact[at]}${compact.slice(at + 2)}`;
        expect(isWellFormedCode(swapped)).toBe(false);
      }),
    );
  });

  test('are read regardless of case, with and without hyphens, and with look-alike letters', () => {
    fc.assert(
      fc.property(aCode, (code) => {
        const typed = ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'i')} `;
        expect(normalizeCode(typed)).toBe(code);
        expect(normalizeCode(normalizeCode(typed))).toBe(code);
      }),
    );
  });

  test('are read as email clients and word processors reformat them', () => {
    const wide = (code: string): string =>
      code.replaceAll(/[0-9A-Z]/g, (sign) => String.fromCodePoint(sign.charCodeAt(0) + 0xfee0));
    const pasted: ((code: string) => string)[] = [
      (code) => code.replaceAll('-', '\u2013'),
      (code) => code.replaceAll('-', '\u2011'),
      (code) => code.replaceAll('-', ' \u2014\u00A0'),
      (code) => code.replaceAll('-', '\u2212'),
      (code) => code.replaceAll('-', '\u2043'),
      (code) => `${code}\u200B`,
      (code) => `\u200F${code}\u200E`,
      (code) => `\u2067${code}\u2069`,
      (code) => code.replaceAll('-', '-\u00AD'),
      (code) => `${code}.`,
      (code) => `${code}.\uFEFF `,
      wide,
    ];
    fc.assert(
      fc.property(aCode, fc.constantFrom(...pasted), (code, paste) => {
        expect([isWellFormedCode(paste(code)), normalizeCode(paste(code))]).toEqual([true, code]);
      }),
    );
  });

  test('are unchanged by parsing, and no other text becomes a code', () => {
    fc.assert(
      fc.property(aCode, (code) => {
        expect(normalizeCode(code)).toBe(code);
        expect(compactCode(code)).toBe(code.replaceAll('-', ''));
        for (const separator of ['_', '.', '/', '+', 'ß', ' - ', ''])
          expect(normalizeCode(`"${code.replaceAll('-', separator)}",`)).toBe(code);
        for (const other of [`${code}A`, `Q${code}`, code.slice(1), `${code} 1`])
          expect([other, isWellFormedCode(other)]).toEqual([other, false]);
      }),
    );
  });

  test.each([
    ['SPRING\u20130001', 'SPRING-0001'],
    ['spring-1.', 'SPRING-1'],
    ['\uFF33\uFF30\uFF32\uFF29\uFF2E\uFF27', 'SPRING'],
    ['SPR\u200BING\uFE0F\u00AD', 'SPRING'],
    ['\u00A0\u200E spring \t', 'SPRING'],
    ['straße', 'STRASSE'],
    ['STRAẞE', 'STRASSE'],
    ['İZMİR', 'IZMIR'],
    ['ızmır', 'IZMIR'],
    ['Ωμέγας', 'ΩΜΈΓΑΣ'],
    ['e\u0301te\u0301', 'ÉTÉ'],
    ['summer  2026', 'SUMMER 2026'],
    ['...', '...'],
  ])('%j of a campaign is normalized to %s, and normalizing again does not change it', (typed, stored) => {
    expect([normalizeCode(typed), normalizeCode(stored), isWellFormedCode(typed)]).toEqual([stored, stored, false]);
  });

  test.each([
    ['1234-5678-9ABC-DEFG-HJKM', 'HJKM'],
    ['SPRING', 'ING'],
    ['GIFT', 'FT'],
    ['ABC', 'C'],
    ['A', ''],
    ['A😀B😀', 'B😀'],
    ['SPRING-1😀ABC', '😀ABC'],
  ])('of %s at most %j is shown: half of a short code, and whole characters', (code, shown) => {
    expect(lastOfCode(code)).toBe(shown);
  });

  test('codes of campaigns are trimmed and converted to upper case, and keep their hyphens', () => {
    expect(normalizeCode(' spring-0001 ')).toBe('SPRING-0001');
  });
});

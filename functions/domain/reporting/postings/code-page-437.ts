/** Characters of code page 437 for the bytes from 128 to 255. */
const UPPER =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0';

const BYTES = new Map([...UPPER].map((character, at) => [character, 128 + at]));

/** Characters that the code page lacks, with their usual replacements. */
const SPELLINGS = new Map(
  Object.entries({
    ø: 'o',
    Ø: 'O',
    ð: 'd',
    þ: 'th',
    ł: 'l',
    Ł: 'L',
    œ: 'oe',
    '–': '-',
    '—': '-',
    '’': "'",
    '…': '...',
  }),
);

const bytesOf = (character: string): number[] => {
  const code = character.codePointAt(0) ?? 0;
  if (code < 128) return [code];
  const known = BYTES.get(character);
  if (known !== undefined) return [known];
  const plain = SPELLINGS.get(character) ?? character.normalize('NFD').replace(/\p{M}/gu, '');
  return plain === character ? [0x3f] : [...plain].flatMap(bytesOf);
};

/**
 * Encodes a string in code page 437. Characters that the code page lacks get their usual replacement or lose their
 * accents; all others become `?`.
 */
export const inCodePage437 = (text: string): Uint8Array => Uint8Array.from([...text.normalize('NFC')].flatMap(bytesOf));

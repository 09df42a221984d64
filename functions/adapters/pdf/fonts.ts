import * as fontkit from '@cantoo/fontkit';
import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib';
import { FONT_FILES } from './asset-list.ts';
import { readAsset } from '../../platform/assets.ts';

export type Weight = 'regular' | 'bold';
type FontName = keyof typeof FONT_FILES;

/** Text in one font. */
export interface Run {
  font: FontName;
  text: string;
  /** Width at size 1. */
  width: number;
}

/** Fonts tried in turn for each character. */
const CHAINS: Record<Weight, readonly FontName[]> = {
  regular: ['regular', 'armenian', 'georgian', 'symbols', 'emoji'],
  bold: ['bold', 'armenianBold', 'georgianBold', 'symbols', 'emoji'],
};

/** Printed for a character that no font has and that has no plainer form: something is missing here, and it shows. */
const UNPRINTABLE = '?';

/** Joiners, variation selectors, skin tones and controls: they change other characters and have no shape of their own. */
const SHAPELESS = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Variation_Selector}\p{Emoji_Modifier}]/u;
const MARK = /\p{M}/u;

interface FontFile {
  bytes: Uint8Array;
  font: fontkit.Font;
}

/** Fonts are kept for the life of the instance: reading them takes longer than writing a document. */
const files = new Map<FontName, FontFile>();
const fileOf = (name: FontName): FontFile => {
  const known = files.get(name);
  if (known) return known;
  const bytes = readAsset(FONT_FILES[name]);
  const font = fontkit.create(bytes);
  if (!('hasGlyphForCodePoint' in font)) throw new Error(`${FONT_FILES[name]} is a collection of fonts`);
  const file = { bytes, font };
  files.set(name, file);
  return file;
};
const fontOf = (name: FontName): fontkit.Font => fileOf(name).font;

/** Where the PDF library asks for a parsed font: it gets the one that is kept, which documents only read. */
export const keptFonts = {
  create: (bytes: Uint8Array): fontkit.Font => {
    for (const file of files.values()) if (file.bytes === bytes) return file.font;
    throw new Error('Only the fonts of the font book are embedded');
  },
};

const covers = (name: FontName, character: string): boolean =>
  fontOf(name).hasGlyphForCodePoint(character.codePointAt(0) ?? 0);

/** Width of a text in one font at size 1, as it is drawn: glyph by glyph. */
const widthOf = (name: FontName, text: string): number => {
  const font = fontOf(name);
  let units = 0;
  for (const character of text) {
    units += font.glyphForCodePoint(character.codePointAt(0) ?? 0)?.advanceWidth ?? 0;
  }
  return units / font.unitsPerEm;
};

/** The characters to print for one character, each with a font that has it. */
const printable = (character: string, weight: Weight): { font: FontName; text: string }[] => {
  if (SHAPELESS.test(character)) return [];
  const font = CHAINS[weight].find((name) => covers(name, character));
  if (font) return [{ font, text: character }];
  if (MARK.test(character)) return [];
  const plain = character.normalize('NFKD');
  if (plain !== character) return [...plain].flatMap((part) => printable(part, weight));
  return [{ font: CHAINS[weight][0] as FontName, text: UNPRINTABLE }];
};

/** Splits a text into runs so that every character has a glyph: never an empty box, whatever was typed. */
export const runsOf = (text: string, weight: Weight): Run[] => {
  const runs: { font: FontName; text: string }[] = [];
  for (const character of text.normalize('NFC')) {
    for (const part of printable(character, weight)) {
      const last = runs.at(-1);
      if (last?.font === part.font) last.text += part.text;
      else runs.push(part);
    }
  }
  return runs.map((run) => ({ ...run, width: widthOf(run.font, run.text) }));
};

export const widthOfRuns = (runs: readonly Run[]): number => runs.reduce((sum, run) => sum + run.width, 0);

/** Substitutions would change widths and the text that a reader copies. */
const PLAIN_SHAPING = { liga: false, clig: false, calt: false, dlig: false, kern: false, ccmp: false, locl: false };

/** The fonts of one document: each embedded once, only where used, as the subset that is used. */
export class FontBook {
  readonly #document: PDFDocument;
  readonly #embedded = new Map<FontName, PDFFont>();

  constructor(document: PDFDocument) {
    this.#document = document;
  }

  /** Embeds what a text needs; to be called before it is drawn. */
  async prepare(runs: readonly Run[]): Promise<void> {
    for (const { font } of runs) {
      if (this.#embedded.has(font)) continue;
      const { bytes } = fileOf(font);
      this.#embedded.set(
        font,
        await this.#document.embedFont(bytes, { subset: true, features: PLAIN_SHAPING, customName: `Noto-${font}` }),
      );
    }
  }

  /** The run's characters as the document's font encodes them. */
  encode(run: Run): string {
    return this.#fontOf(run.font).encodeText(run.text).toString();
  }

  entries(): [name: string, font: PDFFont][] {
    return [...this.#embedded.entries()];
  }

  #fontOf(name: FontName): PDFFont {
    const font = this.#embedded.get(name);
    if (!font) throw new Error(`The font ${name} was not prepared`);
    return font;
  }
}

import { PDFName, PDFString, type PDFDocument, type PDFRef } from '@cantoo/pdf-lib';
import { fontFile } from './font-file.ts';
import { addCompressed, addStream } from './streams.ts';
import type { OpenFont } from './shaper.ts';
import { toUnicodeMap } from './to-unicode.ts';
import type { Run } from './typesetter.ts';

interface EmbeddedFont {
  font: OpenFont;
  name: string;
  ref: PDFRef;
  /** Codes by glyph and text, because one glyph may represent several strings. */
  codes: Map<string, { code: number; glyph: number; text: string }>;
}

const isColored = ({ name }: OpenFont): boolean => name.startsWith('emoji/');

/**
 * Fonts and colored glyphs of one document. Each is embedded once, if it is used, with only the glyphs that are
 * needed.
 */
export class GlyphBook {
  readonly #document: PDFDocument;
  readonly #fonts = new Map<OpenFont, EmbeddedFont>();
  readonly #pictures = new Map<string, { name: string; ref: PDFRef }>();

  constructor(document: PDFDocument) {
    this.#document = document;
  }

  /** Name of the font in content streams. */
  nameOf(font: OpenFont): string {
    return this.#usedOf(font).name;
  }

  /** The code for a glyph that represents certain text. */
  codeOf(font: OpenFont, glyph: number, text: string): number {
    const { codes } = this.#usedOf(font);
    const key = `${glyph} ${text}`;
    const known = codes.get(key);
    if (known) return known.code;
    const code = codes.size + 1;
    codes.set(key, { code, glyph, text });
    return code;
  }

  #usedOf(font: OpenFont): EmbeddedFont {
    const known = this.#fonts.get(font);
    if (known) return known;
    const used = { font, name: `F${this.#fonts.size + 1}`, ref: this.#document.context.nextRef(), codes: new Map() };
    this.#fonts.set(font, used);
    return used;
  }

  /**
   * Name of the picture of a glyph, in its own colors if it has any. The unit of the picture is one em, and its base
   * line is at 0.
   */
  picture(font: OpenFont, glyph: number): string {
    const key = `${font.name} ${glyph}`;
    const known = this.#pictures.get(key);
    if (known) return known.name;
    const name = `E${this.#pictures.size + 1}`;
    this.#pictures.set(key, { name, ref: this.#draw(font, glyph) });
    return name;
  }

  #draw(font: OpenFont, glyph: number): PDFRef {
    const scale = 1 / font.unitsPerEm;
    const layers = font
      .layersOf(glyph)
      .filter(({ path }) => path !== '')
      .map(({ path, color }) => `${color === undefined ? '' : `${rgb(color)} rg `}${operatorsOf(path)} f`);
    const content = `${scale} 0 0 ${scale} 0 0 cm ${layers.join(' ')}`;
    return addStream(this.#document, content, {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [-1, -1, 2, 2],
    });
  }

  static isColored(run: Run): boolean {
    return isColored(run.font);
  }

  /** Resources that every page needs. */
  resources(): { fonts: [string, PDFRef][]; pictures: [string, PDFRef][] } {
    return {
      fonts: [...this.#fonts.values()].map(({ name, ref }) => [name, ref]),
      pictures: [...this.#pictures.values()].map(({ name, ref }) => [name, ref]),
    };
  }

  /** Embeds the fonts, after everything is drawn. */
  async embed(): Promise<void> {
    for (const used of this.#fonts.values()) await this.#embedFont(used);
  }

  async #embedFont({ font, ref, codes }: EmbeddedFont): Promise<void> {
    const { context } = this.#document;
    const all = [...codes.values()];
    const ids = [...new Set(all.map(({ glyph }) => glyph))].sort((a, b) => a - b);
    const file = addCompressed(this.#document, await fontFile(font, ids));
    const name = PDFName.of(font.name.replace('/', '-'));
    const descriptor = context.register(
      context.obj({
        Type: 'FontDescriptor',
        FontName: name,
        Flags: 4,
        FontBBox: [-500, Math.round(font.descender * 1000), 1500, Math.round(font.ascender * 1000)],
        ItalicAngle: 0,
        Ascent: Math.round(font.ascender * 1000),
        Descent: Math.round(font.descender * 1000),
        CapHeight: 700,
        StemV: font.name.endsWith('bold') ? 140 : 80,
        FontFile2: file,
      }),
    );
    const descendant = context.register(
      context.obj({
        Type: 'Font',
        Subtype: 'CIDFontType2',
        BaseFont: name,
        CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('Identity'), Supplement: 0 },
        FontDescriptor: descriptor,
        DW: 1000,
        W: [1, all.map(({ glyph }) => Math.round(font.widthOf(glyph) * 1000))],
        CIDToGIDMap: addStream(this.#document, glyphMap(all)),
      }),
    );
    context.assign(
      ref,
      context.obj({
        Type: 'Font',
        Subtype: 'Type0',
        BaseFont: name,
        Encoding: 'Identity-H',
        DescendantFonts: [descendant],
        ToUnicode: addStream(this.#document, toUnicodeMap(new Map(all.map(({ code, text }) => [code, text])))),
      }),
    );
  }
}

/** The glyph of each code, two bytes each; code 0 is unused. */
const glyphMap = (codes: readonly { glyph: number }[]): Uint8Array => {
  const map = new Uint8Array((codes.length + 1) * 2);
  for (const [at, { glyph }] of codes.entries()) map.set([glyph >> 8, glyph & 255], (at + 1) * 2);
  return map;
};

/** The characters of a cluster, up to the beginning of the next cluster. */
export const textOfCluster = ({ text, glyphs }: Pick<Run, 'text' | 'glyphs'>, cluster: number): string => {
  let end = text.length;
  for (const other of glyphs) if (other.cluster > cluster && other.cluster < end) end = other.cluster;
  return text.slice(cluster, end);
};

const rgb = (color: string): string =>
  [1, 3, 5].map((at) => Math.round((Number.parseInt(color.slice(at, at + 2), 16) / 255) * 1000) / 1000).join(' ');

/** Converts an SVG path with absolute commands to PDF operators. Quadratic curves become cubic ones. */
const operatorsOf = (path: string): string => {
  const operators: string[] = [];
  let [x, y] = [0, 0];
  for (const [, command = '', rest = ''] of path.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    const numbers = rest
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(Number);
    const [a = 0, b = 0, c = 0, d = 0] = numbers;
    if (command === 'M') operators.push(`${a} ${b} m`);
    if (command === 'L') operators.push(`${a} ${b} l`);
    if (command === 'C') operators.push(`${numbers.join(' ')} c`);
    if (command === 'Q') {
      const third = (from: number, via: number): number => Math.round((from + (2 / 3) * (via - from)) * 100) / 100;
      operators.push(`${third(x, a)} ${third(y, b)} ${third(c, a)} ${third(d, b)} ${c} ${d} c`);
    }
    if (command === 'Z') operators.push('h');
    else [x, y] = [numbers.at(-2) ?? x, numbers.at(-1) ?? y];
  }
  return operators.join(' ');
};

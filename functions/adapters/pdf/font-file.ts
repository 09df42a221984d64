import { deflate } from './streams.ts';
import type { OpenFont } from './shaper.ts';
import { subsetFont } from './subset.ts';

/** Characters of most texts in the five page languages. */
const USUAL_TEXT =
  ' !"#$%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]_`abcdefghijklmnopqrstuvwxyz{|}~' +
  'ÄÅÆÉÖØÜßàáäåæçèéêëíñóôöøúü€£·–—‘’“”„«»•…×\u00a0';

interface UsualGlyphs {
  ids: ReadonlySet<number>;
  /** The font file with only these glyphs. It is created for the first document that needs no others. */
  file?: Uint8Array;
}

const usual = new WeakMap<OpenFont, UsualGlyphs>();

const usualGlyphsOf = (font: OpenFont): UsualGlyphs => {
  const known = usual.get(font);
  if (known) return known;
  // The text is shaped letter by letter, because letters that are shaped together may become one glyph.
  const ids = [...USUAL_TEXT].flatMap((letter) => font.shape(letter, false, 'en').map(({ id }) => id));
  const usualGlyphs: UsualGlyphs = { ids: new Set(ids) };
  usual.set(font, usualGlyphs);
  return usualGlyphs;
};

/**
 * The deflated file of a font with at least these glyphs, which keep their numbers. Documents with common letters share
 * one file, because creating a subset takes longer than setting the text of a document and the shared file is only 5 KB
 * larger.
 */
export const fontFile = async (font: OpenFont, glyphs: readonly number[]): Promise<Uint8Array> => {
  const shared = usualGlyphsOf(font);
  if (!glyphs.every((glyph) => shared.ids.has(glyph))) return deflate(await subsetFont(font.bytes, glyphs));
  const file = shared.file ?? deflate(await subsetFont(font.bytes, [...shared.ids]));
  shared.file = file;
  return file;
};

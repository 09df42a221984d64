import { deflate } from './streams.ts';
import type { OpenFont } from './shaper.ts';
import { subsetFont } from './subset.ts';

/** Characters of most texts in the five languages of pages. */
const USUAL_TEXT =
  ' !"#$%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]_`abcdefghijklmnopqrstuvwxyz{|}~' +
  'ÄÅÆÉÖØÜßàáäåæçèéêëíñóôöøúü€£·–—‘’“”„«»•…×\u00a0';

interface UsualGlyphs {
  ids: ReadonlySet<number>;
  /** Made when a document first needs no other glyph. */
  file?: Uint8Array;
}

const usual = new WeakMap<OpenFont, UsualGlyphs>();

const usualGlyphsOf = (font: OpenFont): UsualGlyphs => {
  const known = usual.get(font);
  if (known) return known;
  // Letter by letter, because letters that are shaped together may become one glyph.
  const ids = [...USUAL_TEXT].flatMap((letter) => font.shape(letter, false, 'en').map(({ id }) => id));
  const made: UsualGlyphs = { ids: new Set(ids) };
  usual.set(font, made);
  return made;
};

/**
 * The deflated file of a font with at least these glyphs, keeping their numbers. Documents with common letters share
 * one: creating a subset takes longer than setting the text of a document, and the file is only 5 KB larger.
 */
export const fontFile = async (font: OpenFont, glyphs: readonly number[]): Promise<Uint8Array> => {
  const shared = usualGlyphsOf(font);
  if (!glyphs.every((glyph) => shared.ids.has(glyph))) return deflate(await subsetFont(font.bytes, glyphs));
  const file = shared.file ?? deflate(await subsetFont(font.bytes, [...shared.ids]));
  shared.file = file;
  return file;
};

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type * as HarfBuzz from 'harfbuzzjs';
import { decompress } from 'wawoff2';
import { readAsset, readFont } from '../../platform/assets.ts';
import { FONT_FILES, type FontFamily, type Weight } from './asset-list.ts';

/** A font in one weight, such as `arabic/bold`. */
type FontName = `${FontFamily}/${Weight}`;

/** A positioned glyph. Lengths are in ems of its font. */
export interface Glyph {
  id: number;
  advance: number;
  dx: number;
  dy: number;
  /** Offset of its first character in the text of the run. */
  cluster: number;
}

/** A font that stays open, because opening it takes longer than writing a document. */
export interface OpenFont {
  name: FontName;
  bytes: Uint8Array;
  unitsPerEm: number;
  ascender: number;
  descender: number;
  has: (codePoint: number) => boolean;
  /** Advance width of a glyph in ems. */
  widthOf: (glyph: number) => number;
  shape: (text: string, isRightToLeft: boolean, language: string) => Glyph[];
  /**
   * Layers of a glyph, from back to front: SVG paths in font units, with their colors. A glyph without colors is one
   * layer.
   */
  layersOf: (glyph: number) => { path: string; color?: string }[];
}

let engine: typeof HarfBuzz | undefined;
let emoji: Uint8Array | undefined;

/**
 * URL of the shaper. It uses top-level await, which a CommonJS bundle cannot contain, so it is next to the bundle and
 * imported from there.
 */
const shaperUrl = (): string => {
  const bundled = fileURLToPath(new URL('./assets/index.mjs', import.meta.url));
  return existsSync(bundled)
    ? pathToFileURL(bundled).href
    : pathToFileURL(createRequire(import.meta.url).resolve('harfbuzzjs')).href;
};

/** Loads the shaper and the emoji font. Await it before setting any text. */
export const prepareShaper = async (): Promise<void> => {
  engine ??= (await import(shaperUrl())) as typeof HarfBuzz;
  emoji ??= new Uint8Array(await decompress(readAsset(FONT_FILES.emoji.regular)));
};

const open = new Map<FontName, OpenFont>();

export const fontNamed = (family: FontFamily, weight: Weight): OpenFont => {
  // A family without a bold file has one font for both weights.
  const isPlain = FONT_FILES[family].regular === FONT_FILES[family].bold;
  const name: FontName = `${family}/${isPlain ? 'regular' : weight}`;
  const known = open.get(name);
  if (known) return known;
  const font = openFont(name, family, isPlain ? 'regular' : weight);
  open.set(name, font);
  return font;
};

const openFont = (name: FontName, family: FontFamily, weight: Weight): OpenFont => {
  if (!engine || !emoji) throw new Error('The shaper is not loaded');
  const hb = engine;
  const bytes = family === 'emoji' ? emoji : readFont(FONT_FILES[family][weight]);
  const face = new hb.Face(new hb.Blob(bytes));
  const font = new hb.Font(face);
  const unitsPerEm = face.upem;
  const { ascender, descender } = font.hExtents();
  const covered = new Set(face.collectUnicodes());
  const palette = face.hasColorPalettes() ? (face.getColorPalettes()[0]?.colors ?? []) : [];
  const features = ['liga', 'kern', 'calt'].map((tag) => new hb.Feature(tag, 1));
  return {
    name,
    bytes,
    unitsPerEm,
    ascender: ascender / unitsPerEm,
    descender: descender / unitsPerEm,
    has: (codePoint) => covered.has(codePoint),
    widthOf: (glyph) => font.glyphHAdvance(glyph) / unitsPerEm,
    shape: (text, isRightToLeft, language) => {
      const buffer = new hb.Buffer();
      buffer.addText(text);
      buffer.guessSegmentProperties();
      buffer.setDirection(isRightToLeft ? hb.Direction.RTL : hb.Direction.LTR);
      buffer.setLanguage(language);
      hb.shape(font, buffer, features);
      return buffer.getGlyphInfosAndPositions().map((glyph) => ({
        id: glyph.codepoint,
        cluster: glyph.cluster,
        advance: (glyph.xAdvance ?? 0) / unitsPerEm,
        dx: (glyph.xOffset ?? 0) / unitsPerEm,
        dy: (glyph.yOffset ?? 0) / unitsPerEm,
      }));
    },
    layersOf: (glyph) => {
      const layers = face.getGlyphColorLayers(glyph);
      if (layers.length === 0) return [{ path: font.glyphToPath(glyph) }];
      return layers.map((layer) => {
        const color = layer.colorIndex === undefined ? undefined : palette[layer.colorIndex];
        const hex = (value = 0): string => value.toString(16).padStart(2, '0');
        return {
          path: font.glyphToPath(layer.glyph),
          color: `#${hex(color?.red)}${hex(color?.green)}${hex(color?.blue)}`,
        };
      });
    },
  };
};

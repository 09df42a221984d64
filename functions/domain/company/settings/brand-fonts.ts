/** A font for brands. Its files ship with the service. */
export interface BrandFont {
  id: BrandFontId;
  name: string;
  /** Supported scripts; text in other scripts falls back to a Noto font, glyph by glyph. */
  scripts: readonly string[];
  /** Generic font that is used if the font's file is not loaded. */
  generic: 'sans-serif' | 'serif' | 'cursive';
}

const WIDE = ['latin', 'greek', 'cyrillic', 'vietnamese'] as const;

export const BRAND_FONTS = [
  { id: 'noto-sans', name: 'Noto Sans', scripts: WIDE, generic: 'sans-serif' },
  { id: 'noto-serif', name: 'Noto Serif', scripts: WIDE, generic: 'serif' },
  { id: 'inter', name: 'Inter', scripts: WIDE, generic: 'sans-serif' },
  { id: 'montserrat', name: 'Montserrat', scripts: ['latin', 'cyrillic', 'vietnamese'], generic: 'sans-serif' },
  { id: 'nunito', name: 'Nunito', scripts: ['latin', 'cyrillic', 'vietnamese'], generic: 'sans-serif' },
  { id: 'playfair-display', name: 'Playfair Display', scripts: ['latin', 'cyrillic', 'vietnamese'], generic: 'serif' },
  { id: 'caveat', name: 'Caveat', scripts: ['latin', 'cyrillic'], generic: 'cursive' },
] as const satisfies readonly (Omit<BrandFont, 'id'> & { id: string })[];

export type BrandFontId = (typeof BRAND_FONTS)[number]['id'];

export const FONT_IDS = BRAND_FONTS.map(({ id }) => id) as [BrandFontId, ...BrandFontId[]];

export const DEFAULT_FONT: BrandFontId = 'noto-sans';

export const brandFont = (id: BrandFontId): BrandFont => {
  const font = BRAND_FONTS.find((each) => each.id === id);
  if (!font) throw new Error(`There is no font ${id}`);
  return font;
};

/** `font-family` of a page: the font, then common fallbacks. */
export const fontStack = ({ name, generic }: BrandFont): string => {
  const system = {
    'sans-serif': 'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif',
    serif: 'Georgia,"Times New Roman",serif',
    cursive: '"Segoe Script","Bradley Hand",cursive',
  }[generic];
  return `"${name}",${system}`;
};

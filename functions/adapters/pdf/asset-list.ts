const FONTS = '@expo-google-fonts';

const noto = (folder: string, name: string) => ({
  regular: `${FONTS}/${folder}/400Regular/${name}_400Regular.ttf`,
  bold: `${FONTS}/${folder}/700Bold/${name}_700Bold.ttf`,
});
const plain = (file: string) => ({ regular: file, bold: file });

/** Fonts by family, each in two weights. Where a bold cut is missing, the regular one stands in. */
export const FONT_FILES = {
  'noto-sans': noto('noto-sans', 'NotoSans'),
  'noto-serif': noto('noto-serif', 'NotoSerif'),
  inter: noto('inter', 'Inter'),
  montserrat: noto('montserrat', 'Montserrat'),
  nunito: noto('nunito', 'Nunito'),
  'playfair-display': noto('playfair-display', 'PlayfairDisplay'),
  caveat: noto('caveat', 'Caveat'),
  armenian: noto('noto-sans-armenian', 'NotoSansArmenian'),
  georgian: noto('noto-sans-georgian', 'NotoSansGeorgian'),
  arabic: noto('noto-sans-arabic', 'NotoSansArabic'),
  hebrew: noto('noto-sans-hebrew', 'NotoSansHebrew'),
  thai: noto('noto-sans-thai', 'NotoSansThai'),
  japanese: noto('noto-sans-jp', 'NotoSansJP'),
  chinese: noto('noto-sans-sc', 'NotoSansSC'),
  korean: noto('noto-sans-kr', 'NotoSansKR'),
  symbols: plain(`${FONTS}/noto-sans-symbols-2/400Regular/NotoSansSymbols2_400Regular.ttf`),
  'outlined-emoji': plain(`${FONTS}/noto-emoji/400Regular/NotoEmoji_400Regular.ttf`),
  emoji: plain('twemoji-colr-font/twemoji.woff2'),
} as const;

export type FontFamily = keyof typeof FONT_FILES;
export type Weight = 'regular' | 'bold';

/** The shaper: a module that is loaded as it is, beside its compiled core. */
export const SHAPER_FILES = [
  'harfbuzzjs/dist/index.mjs',
  'harfbuzzjs/dist/harfbuzz.js',
  'harfbuzzjs/dist/harfbuzz.wasm',
] as const;

/** What cuts fonts down to the glyphs that are used. */
export const SUBSETTER = 'harfbuzzjs/dist/harfbuzz-subset.wasm';

/** Files that a function which renders documents needs beside its bundle. */
export const FONT_ASSETS: readonly string[] = [
  ...new Set(Object.values(FONT_FILES).flatMap(({ regular, bold }) => [regular, bold])),
  ...SHAPER_FILES,
  SUBSETTER,
];

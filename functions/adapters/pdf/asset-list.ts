import { packedFont } from '../../platform/assets.ts';

const twoWeights = (name: string) => ({
  regular: packedFont(`${name}_400Regular.ttf`),
  bold: packedFont(`${name}_700Bold.ttf`),
});
const plain = (file: string) => ({ regular: file, bold: file });

/** The renderer that draws PDF pages as pictures. */
export const PAGE_RENDERER = '@embedpdf/pdfium/pdfium.wasm';

/** Font files of scripts that Noto Sans does not have, by the script's name in Unicode, in lower case. */
export const SCRIPT_FONTS = {
  arabic: twoWeights('NotoSansArabic'),
  armenian: twoWeights('NotoSansArmenian'),
  bengali: twoWeights('NotoSansBengali'),
  ethiopic: twoWeights('NotoSansEthiopic'),
  georgian: twoWeights('NotoSansGeorgian'),
  gujarati: twoWeights('NotoSansGujarati'),
  gurmukhi: twoWeights('NotoSansGurmukhi'),
  hebrew: twoWeights('NotoSansHebrew'),
  kannada: twoWeights('NotoSansKannada'),
  khmer: twoWeights('NotoSansKhmer'),
  lao: twoWeights('NotoSansLao'),
  malayalam: twoWeights('NotoSansMalayalam'),
  myanmar: twoWeights('NotoSansMyanmar'),
  oriya: twoWeights('NotoSansOriya'),
  sinhala: twoWeights('NotoSansSinhala'),
  tamil: twoWeights('NotoSansTamil'),
  telugu: twoWeights('NotoSansTelugu'),
  thaana: twoWeights('NotoSansThaana'),
  thai: twoWeights('NotoSansThai'),
} as const;

/** Font files by family, each in two weights. If there is no bold one, the regular one is used. */
export const FONT_FILES = {
  'noto-sans': twoWeights('NotoSans'),
  'noto-serif': twoWeights('NotoSerif'),
  inter: twoWeights('Inter'),
  montserrat: twoWeights('Montserrat'),
  nunito: twoWeights('Nunito'),
  'playfair-display': twoWeights('PlayfairDisplay'),
  caveat: twoWeights('Caveat'),
  ...SCRIPT_FONTS,
  japanese: twoWeights('NotoSansJP'),
  chinese: twoWeights('NotoSansSC'),
  korean: twoWeights('NotoSansKR'),
  symbols: plain(packedFont('NotoSansSymbols2_400Regular.ttf')),
  'outlined-emoji': plain(packedFont('NotoEmoji_400Regular.ttf')),
  emoji: plain('twemoji-colr-font/twemoji.woff2'),
} as const;

export type FontFamily = keyof typeof FONT_FILES;
export type Weight = 'regular' | 'bold';

/** The text shaper: a module that is loaded unbundled, with its WebAssembly next to it. */
const SHAPER_FILES = [
  'harfbuzzjs/dist/index.mjs',
  'harfbuzzjs/dist/harfbuzz.js',
  'harfbuzzjs/dist/harfbuzz.wasm',
] as const;

/** The font subsetter. */
export const SUBSETTER = 'harfbuzzjs/dist/harfbuzz-subset.wasm';

/** Files next to the bundle of a function that renders documents. */
export const FONT_ASSETS: readonly string[] = [
  ...new Set(Object.values(FONT_FILES).flatMap(({ regular, bold }) => [regular, bold])),
  ...SHAPER_FILES,
  SUBSETTER,
];

const FONTS = '@expo-google-fonts';

/** Fonts by what they are for. Where a bold cut is missing, the regular one stands in. */
export const FONT_FILES = {
  regular: `${FONTS}/noto-sans/400Regular/NotoSans_400Regular.ttf`,
  bold: `${FONTS}/noto-sans/700Bold/NotoSans_700Bold.ttf`,
  armenian: `${FONTS}/noto-sans-armenian/400Regular/NotoSansArmenian_400Regular.ttf`,
  armenianBold: `${FONTS}/noto-sans-armenian/700Bold/NotoSansArmenian_700Bold.ttf`,
  georgian: `${FONTS}/noto-sans-georgian/400Regular/NotoSansGeorgian_400Regular.ttf`,
  georgianBold: `${FONTS}/noto-sans-georgian/700Bold/NotoSansGeorgian_700Bold.ttf`,
  symbols: `${FONTS}/noto-sans-symbols-2/400Regular/NotoSansSymbols2_400Regular.ttf`,
  emoji: `${FONTS}/noto-emoji/400Regular/NotoEmoji_400Regular.ttf`,
} as const;

/** Files that a function which renders documents needs beside its bundle. */
export const FONT_ASSETS: readonly string[] = Object.values(FONT_FILES);

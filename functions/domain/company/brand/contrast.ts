import { channelsOf, linearLight } from '../../../platform/colors.ts';

/** WCAG 2.2: minimum contrast of text. */
export const READABLE_RATIO = 4.5;

/** Relative luminance of a color `#rrggbb`, 0 for black to 1 for white (WCAG 2.2). */
export const luminance = (color: string): number => {
  const [red, green, blue] = channelsOf(color);
  return 0.2126 * linearLight(red) + 0.7152 * linearLight(green) + 0.0722 * linearLight(blue);
};

/** Contrast of two colors, 1 to 21 (WCAG 2.2). */
export const contrastRatio = (one: string, other: string): number => {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
};

export const isReadable = (foreground: string, background: string): boolean =>
  contrastRatio(foreground, background) >= READABLE_RATIO;

/** Rounded to two decimals. */
export const shownRatio = (ratio: number): number => Math.round(ratio * 100) / 100;

const BLACK = '#000000';
const WHITE = '#ffffff';

/** Black or white, whichever has more contrast. One of them is always readable. */
export const foregroundOn = (background: string): string =>
  contrastRatio(WHITE, background) >= contrastRatio(BLACK, background) ? WHITE : BLACK;

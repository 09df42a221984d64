import { channelsOf } from '../../../platform/colors.ts';

/** WCAG 2.2: minimum contrast of text. */
export const READABLE_RATIO = 4.5;

const light = (value: number): number => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

/** Relative luminance of a colour `#rrggbb`, 0 for black to 1 for white (WCAG 2.2). */
export const luminance = (color: string): number => {
  const [red, green, blue] = channelsOf(color);
  return 0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue);
};

/** Contrast of two colours, 1 to 21 (WCAG 2.2). */
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

/** Black or white, whichever has more contrast. One of them always passes. */
export const foregroundOn = (background: string): string =>
  contrastRatio(WHITE, background) >= contrastRatio(BLACK, background) ? WHITE : BLACK;

import { contrastRatio, luminance } from '../../domain/company/brand/contrast.ts';
import { brandVariables } from '../../domain/company/brand/css.ts';
import { brandOf, type Brand } from '../../domain/company/brand/rules.ts';
import { mixColors } from '../../platform/colors.ts';
import { shortHash } from '../../platform/short-hash.ts';
import { styles } from './assets.ts';

/** The brand of pages without a shop. */
export const defaultBrand = (): Brand => brandOf({ slug: '', name: '' });

/** Slightly above the contrast that WCAG requires, because browsers round colors. */
const READABLE = 4.6;
const VISIBLE = 3.1;

const first = (candidates: readonly string[], fits: (color: string) => boolean, otherwise: string): string =>
  candidates.find(fits) ?? otherwise;

/**
 * Further colors of a shop, each with sufficient contrast where it is used: the background of cards, soft text, lines,
 * borders of fields, errors and success.
 */
const shades = ({ colors: { background, text, primary, accent } }: Brand): Record<string, string> => {
  const grounds = [0.05, 0.03, 0.015].map((share) => mixColors(background, primary, share));
  const ground = first(grounds, (color) => contrastRatio(text, color) >= READABLE + 0.4, background);
  const readable = (color: string): boolean =>
    contrastRatio(color, ground) >= READABLE && contrastRatio(color, background) >= READABLE;
  const visible = (color: string): boolean =>
    contrastRatio(color, ground) >= VISIBLE && contrastRatio(color, background) >= VISIBLE;
  return {
    ground,
    soft: first(
      [0.7, 0.8, 0.9].map((share) => mixColors(background, text, share)),
      readable,
      text,
    ),
    line: mixColors(background, text, 0.16),
    border: first(
      [0.5, 0.6, 0.75].map((share) => mixColors(background, text, share)),
      visible,
      text,
    ),
    link: first([accent], readable, text),
    // A border for buttons that are hard to distinguish from the background.
    edge: visible(primary) ? 'transparent' : text,
    focus: first([primary, accent], visible, text),
    bad: first(['#b3261e', '#ffb4ab'], readable, text),
    good: first(['#1a6b3c', '#8fe3b0'], readable, text),
    scheme: luminance(background) < 0.2 ? 'dark' : 'light',
  };
};

/** The style sheet of a shop: the colors and fonts of its brand, and common rules. */
export const shopStyles = (brand: Brand): string => {
  const { scheme, ...colors } = shades(brand);
  const shadeVariables = Object.entries(colors)
    .map(([name, value]) => `--${name}:${value};`)
    .join('');
  return `:root{color-scheme:${scheme};${brandVariables(brand)}${shadeVariables}}\n${styles()}`;
};

/** The URL of a shop's style sheet. It contains a hash of the content. */
export const stylePath = (slug: string, brand: Brand): string =>
  `/shop/${slug}/style/${shortHash(shopStyles(brand))}.css`;

import { contrastRatio } from './contrast.ts';
import { fontStack } from '../settings/brand-fonts.ts';
import type { Brand } from './rules.ts';

/** Minimum contrast of non-text: borders of fields, focus rings (WCAG 2.2, 1.4.11). */
const VISIBLE_RATIO = 3;

const isVisible = (color: string, ground: string): boolean => contrastRatio(color, ground) >= VISIBLE_RATIO;

/**
 * `--edge`, the border of buttons on a page with a light and a dark theme: transparent if a button is distinguishable
 * from the background, otherwise the text color `--ink`.
 */
export const buttonEdges = (button: string, paper: { light: string; dark: string }): string => {
  const edgeOn = (ground: string): string =>
    `:root{--edge:${isVisible(button, ground) ? 'transparent' : 'var(--ink)'}}`;
  return `${edgeOn(paper.light)}@media screen and (prefers-color-scheme:dark){${edgeOn(paper.dark)}}`;
};

/**
 * Custom properties of a page in a brand: its colors, readable text colors, and fonts. All values are validated, so
 * they need no escaping.
 *
 * `--brand-primary`, `--brand-on-primary`, `--brand-secondary`, `--brand-on-secondary`, `--brand-background`,
 * `--brand-text`, `--brand-accent` (links and small headings on the background), `--brand-focus` (visible on the
 * background), `--brand-heading-font`, `--brand-body-font`.
 */
export const brandVariables = ({ colors, heading, body }: Brand): string => {
  const focus = isVisible(colors.primary, colors.background) ? colors.primary : colors.text;
  const values = {
    primary: colors.primary,
    'on-primary': colors.onPrimary,
    secondary: colors.secondary,
    'on-secondary': colors.onSecondary,
    background: colors.background,
    text: colors.text,
    accent: colors.accent,
    focus,
    'heading-font': fontStack(heading),
    'body-font': fontStack(body),
  };
  return Object.entries(values)
    .map(([name, value]) => `--brand-${name}:${value};`)
    .join('');
};

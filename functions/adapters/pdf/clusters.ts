import { SCRIPT_FONTS, type FontFamily, type Weight } from './asset-list.ts';
import { fontNamed, type OpenFont } from './shaper.ts';

/** A grapheme cluster with its font. */
export interface Cluster {
  text: string;
  font: OpenFont;
}

/** The visible replacement for characters that no font supports. */
const UNPRINTABLE = '?';

/** Characters that have no glyph of their own and modify others. */
const SHAPELESS = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Variation_Selector}\p{Emoji_Modifier}]/u;
const EMOJI = /\p{Emoji_Presentation}|\uFE0F|\p{Regional_Indicator}/u;
const MARK = /^\p{M}$/u;

/** Characters that control the direction. They affect the order and are not drawn. */
export const ISOLATE = /^[\u2066-\u2069]$/;

const SCRIPT_FAMILIES = Object.keys(SCRIPT_FONTS) as (keyof typeof SCRIPT_FONTS)[];
/** Extensions of scripts include the punctuation that several scripts share. */
const SCRIPTS = SCRIPT_FAMILIES.map((family) => ({
  family,
  pattern: new RegExp(`\\p{Script_Extensions=${family.charAt(0).toUpperCase()}${family.slice(1)}}`, 'u'),
}));

const familiesOfScripts = (text: string): readonly FontFamily[] =>
  SCRIPTS.filter(({ pattern }) => pattern.test(text)).map(({ family }) => family);

const SIGNS: readonly FontFamily[] = ['symbols', 'emoji', 'outlined-emoji'];
/** Signs such as ฿ and ☬ belong to no script, although only the font of one script has them. */
const LAST: readonly FontFamily[] = [...SIGNS, ...SCRIPT_FAMILIES];

/**
 * East Asian families in order of preference. Ideographs look different in each language; other scripts in the text, or
 * its language tag, determine the language.
 */
const eastAsian = (text: string, language: string): readonly FontFamily[] => {
  if (/\p{Script=Hangul}/u.test(text) || language.startsWith('ko')) return ['korean', 'japanese', 'chinese'];
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) || language.startsWith('ja')) {
    return ['japanese', 'chinese', 'korean'];
  }
  return ['chinese', 'japanese', 'korean'];
};

/** Font families for text, in order of preference. */
export const chainFor = (family: FontFamily, text: string, language: string): readonly FontFamily[] => {
  const isPlain = /^[\0-\u04ff\u1e00-\u1fff\u2000-\u206f\u20a0-\u20bf]*$/u.test(text);
  return isPlain
    ? [family, 'noto-sans', ...SIGNS]
    : [family, 'noto-sans', ...familiesOfScripts(text), ...eastAsian(text, language), ...LAST];
};

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

const pointsOf = (text: string): number[] =>
  [...text].filter((character) => !SHAPELESS.test(character)).map((character) => character.codePointAt(0) ?? 0);

const fontFor = (text: string, chain: readonly FontFamily[], weight: Weight): OpenFont | undefined => {
  const points = pointsOf(text);
  if (points.length === 0) return undefined;
  const order = EMOJI.test(text) ? ['emoji' as const, ...chain] : chain;
  for (const family of order) {
    const font = fontNamed(family, weight);
    if (points.every((point) => font.has(point))) return font;
  }
  return undefined;
};

/** Text with one character per cluster. It does not need the segmenter, which is ten times slower. */
const PLAIN = /^[ -~]*$/;

const lettersOf = (text: string): string[] =>
  PLAIN.test(text) ? [...text] : Array.from(segmenter.segment(text), ({ segment }) => segment);

/** Control characters that separate words and that no font supports. */
const SEPARATORS = /[\t\v\f\u0085]/g;
const CONTROL = /\p{Cc}/u;

/** Whether a segment uses the font of the previous one. */
const continues = (segment: string, before: OpenFont): boolean =>
  isScript(before) &&
  COMMON.test(segment) &&
  !ISOLATE.test(segment) &&
  !CONTROL.test(segment) &&
  pointsOf(segment).every((point) => before.has(point));

/** The clusters of text, each with a font that has all its characters, so that no empty box is drawn. */
export const clustersOf = (text: string, chain: readonly FontFamily[], weight: Weight): Cluster[] => {
  const clusters: Cluster[] = [];
  for (const segment of lettersOf(text.normalize('NFC').replace(SEPARATORS, ' '))) {
    const before = clusters.at(-1)?.font;
    if (before && continues(segment, before)) {
      clusters.push({ text: segment, font: before });
    } else clusters.push(...clusterOf(segment, chain, weight));
  }
  return clusters;
};

/** Spaces, digits and punctuation belong to no script, so they use the font of the preceding words. */
const COMMON = /^[\p{Script=Common}\p{Script=Inherited}]+$/u;
const OWN_SCRIPTS = new Set<string>([...SCRIPT_FAMILIES, 'japanese', 'chinese', 'korean']);
const isScript = ({ name }: OpenFont): boolean => OWN_SCRIPTS.has(name.slice(0, name.indexOf('/')));

const clusterOf = (segment: string, chain: readonly FontFamily[], weight: Weight): Cluster[] => {
  if (ISOLATE.test(segment)) return [{ text: segment, font: fontNamed(chain[0] ?? 'noto-sans', weight) }];
  const font = fontFor(segment, chain, weight);
  if (font) return [{ text: segment, font }];
  const characters = [...segment].filter((character) => !SHAPELESS.test(character));
  if (characters.length === 0) return [];
  if (characters.length > 1) return characters.flatMap((character) => clusterOf(character, chain, weight));
  // A mark that no font can combine with its letter is omitted.
  if (MARK.test(segment)) return [];
  const plain = segment.normalize('NFKD');
  if (plain !== segment) return [...plain].flatMap((character) => clusterOf(character, chain, weight));
  return [{ text: UNPRINTABLE, font: fontNamed(chain[0] ?? 'noto-sans', weight) }];
};

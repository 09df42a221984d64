import type { FontFamily, Weight } from './asset-list.ts';
import { fontNamed, type OpenFont } from './shaper.ts';

/** What a person sees as one letter, and the font that prints it. */
export interface Cluster {
  text: string;
  font: OpenFont;
}

/** Printed for what no font has and what has no plainer form: something is missing here, and it shows. */
const UNPRINTABLE = '?';

/** What changes other characters and needs no glyph of its own. */
const SHAPELESS = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Variation_Selector}\p{Emoji_Modifier}]/u;
const EMOJI = /\p{Emoji_Presentation}|\uFE0F|\p{Regional_Indicator}/u;
const MARK = /^\p{M}$/u;

/** Sets a part of a line apart in its direction, or ends that. It orders what is around it, and nothing is drawn for it. */
export const ISOLATE = /^[\u2066-\u2069]$/;

/** Families after the brand's own, in the order in which they are asked. */
const FALLBACKS: readonly FontFamily[] = ['noto-sans', 'armenian', 'georgian', 'arabic', 'hebrew', 'thai'];
const LAST: readonly FontFamily[] = ['symbols', 'emoji', 'outlined-emoji'];

/** Ideographs look different in each language that has them; what else a text holds tells which it is. */
const eastAsian = (text: string, language: string): readonly FontFamily[] => {
  if (/\p{Script=Hangul}/u.test(text) || language.startsWith('ko')) return ['korean', 'japanese', 'chinese'];
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) || language.startsWith('ja')) {
    return ['japanese', 'chinese', 'korean'];
  }
  return ['chinese', 'japanese', 'korean'];
};

/** The families that a text is printed in, first choice first. */
export const chainFor = (own: FontFamily, text: string, language: string): readonly FontFamily[] => {
  const isPlain = /^[\0-\u04ff\u1e00-\u1fff\u2000-\u206f\u20a0-\u20bf]*$/u.test(text);
  return isPlain
    ? [own, ...FALLBACKS.slice(0, 1), ...LAST]
    : [own, ...FALLBACKS, ...eastAsian(text, language), ...LAST];
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

/** No letter of these takes two characters; the segmenter would take ten times as long to say so. */
const PLAIN = /^[ -~]*$/;

const lettersOf = (text: string): string[] =>
  PLAIN.test(text) ? [...text] : Array.from(segmenter.segment(text), ({ segment }) => segment);

/** Whether a segment goes on in the font before it. */
const continues = (segment: string, before: OpenFont): boolean =>
  isScript(before) &&
  COMMON.test(segment) &&
  !ISOLATE.test(segment) &&
  pointsOf(segment).every((point) => before.has(point));

/** The clusters of a text, each with a font that has all of it: never an empty box, whatever was typed. */
export const clustersOf = (text: string, chain: readonly FontFamily[], weight: Weight): Cluster[] => {
  const clusters: Cluster[] = [];
  for (const segment of lettersOf(text.normalize('NFC'))) {
    const before = clusters.at(-1)?.font;
    if (before && continues(segment, before)) {
      clusters.push({ text: segment, font: before });
    } else clusters.push(...clusterOf(segment, chain, weight));
  }
  return clusters;
};

/** Spaces, figures and punctuation are of no script: they go on in the font of the words before them. */
const COMMON = /^[\p{Script=Common}\p{Script=Inherited}]+$/u;
const OWN_SCRIPTS = /^(arabic|hebrew|thai|japanese|chinese|korean|armenian|georgian)\//;
const isScript = ({ name }: OpenFont): boolean => OWN_SCRIPTS.test(name);

const clusterOf = (segment: string, chain: readonly FontFamily[], weight: Weight): Cluster[] => {
  if (ISOLATE.test(segment)) return [{ text: segment, font: fontNamed(chain[0] ?? 'noto-sans', weight) }];
  const font = fontFor(segment, chain, weight);
  if (font) return [{ text: segment, font }];
  const characters = [...segment].filter((character) => !SHAPELESS.test(character));
  if (characters.length === 0) return [];
  if (characters.length > 1) return characters.flatMap((character) => clusterOf(character, chain, weight));
  // A mark that no font can set on its letter is left out; the letter stands without it.
  if (MARK.test(segment)) return [];
  const plain = segment.normalize('NFKD');
  if (plain !== segment) return [...plain].flatMap((character) => clusterOf(character, chain, weight));
  return [{ text: UNPRINTABLE, font: fontNamed(chain[0] ?? 'noto-sans', weight) }];
};

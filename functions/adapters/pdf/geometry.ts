import type { DocumentInput } from './document.ts';
import { middleAt } from './middle.ts';
import { HEADER_HEIGHT, PAGE, STUB_HEIGHT, type Geometry } from './page.ts';
import { termsHeight } from './stub.ts';

const FOOT = 30;
const PERFORATION = 30;
/** Between the head and the first row of the middle. */
export const HEAD_GAP = 32;

/** Heights of the part under the header, tried until the middle is readable. */
const HERO_HEIGHTS = { plain: [300, 250, 200, 150], picture: [300, 262, 220, 180] } as const;
/** Room for the title on paper, under a picture. */
export const PICTURE_TITLE_HEIGHT = 84;

/** The text scale below which the head gives up some of its height. */
const READABLE = 0.9;

/** Divides the page: terms take what they need, the head what the middle leaves. */
export const geometryOf = (input: DocumentInput, hasPicture: boolean): Geometry => {
  const stubY = FOOT + (input.terms ? termsHeight(input.terms) + 16 : 0);
  const middleBottom = stubY + STUB_HEIGHT + PERFORATION;
  const needed = middleAt(input, READABLE).height;
  const heights = HERO_HEIGHTS[hasPicture ? 'picture' : 'plain'];
  const roomUnder = (heroHeight: number): number =>
    middleTop({ hasPicture, heroHeight, stubY, middleBottom }) - middleBottom;
  const heroHeight = heights.find((height) => roomUnder(height) >= needed) ?? heights[heights.length - 1] ?? 150;
  return { hasPicture, heroHeight, stubY, middleBottom };
};

/** Lower edge of picture or coloured field. */
export const heroBottom = (geometry: Geometry): number => PAGE.height - HEADER_HEIGHT - geometry.heroHeight;

/** Where names, facts and message start. */
export const middleTop = (geometry: Geometry): number =>
  heroBottom(geometry) - (geometry.hasPicture ? PICTURE_TITLE_HEIGHT + 14 : HEAD_GAP);

/** Upper edge of the title, and of the amount beside it. */
export const titleTop = (geometry: Geometry): number =>
  geometry.hasPicture ? heroBottom(geometry) - 22 : heroBottom(geometry) + Math.min(160, geometry.heroHeight - 30);

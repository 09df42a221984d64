import { middleAt } from './middle.ts';
import { BAND_HEIGHT, heroBottom, STUB_HEIGHT, type Geometry } from './page.ts';
import type { Sheet } from './sheet.ts';
import { footHeight } from './foot.ts';

const PERFORATION = 26;
/** Distance between the head and the first row below it. */
const HEAD_GAP = 26;
const TITLE_ON_PAPER = 74;

/** Heights of the area below the header, tried in order until the middle is readable. */
const HERO_HEIGHTS = {
  wide: [316, 280, 244, 208, 172],
  tall: [300, 270, 240, 210],
  plain: [290, 256, 222, 188, 154],
} as const;

/** If the text scale is smaller than this, the head is made smaller. */
const READABLE = 1;

/** A picture with a smaller ratio of width to height is placed next to the title. */
const TALL = 1.15;

const heroOf = ({ picture }: Sheet): Geometry['hero'] => {
  if (!picture) return 'plain';
  return picture.width / picture.height < TALL ? 'tall' : 'wide';
};

/** Divides the page. Terms get the space that they need, and the head gets the space that the middle leaves. */
export const geometryOf = (sheet: Sheet): Geometry => {
  const stubY = footHeight(sheet);
  const middleBottom = stubY + STUB_HEIGHT + PERFORATION;
  const hero = heroOf(sheet);
  const titleHeight = hero === 'wide' ? TITLE_ON_PAPER : 0;
  const needed = middleAt(sheet, READABLE).height;
  const geometryWith = (heroHeight: number): Geometry => ({ hero, heroHeight, titleHeight, stubY, middleBottom });
  const heights = HERO_HEIGHTS[hero];
  const fitting = heights.find((height) => middleTop(geometryWith(height)) - middleBottom >= needed);
  return geometryWith(fitting ?? heights[heights.length - 1] ?? 150);
};

/** Upper edge of names, facts and message. */
export const middleTop = (geometry: Geometry): number =>
  heroBottom(geometry) - BAND_HEIGHT - geometry.titleHeight - HEAD_GAP;

import { mixColors } from '../../platform/colors.ts';
import type { Box, Canvas } from './canvas.ts';
import type { DocumentItem } from './document.ts';
import { drawMotif } from './motif.ts';
import { BAND_HEIGHT, faint, HEADER_HEIGHT, heroBottom, INNER, MARGIN, PAGE, type Geometry } from './page.ts';
import { drawFilling, drawWhole } from './picture.ts';
import type { Sheet } from './sheet.ts';
import { cutTo, fitText, setText } from './text.ts';

const AMOUNT_WIDTH = 200;
const AMOUNT_SIZES = [40, 36, 32, 28, 24, 20, 16] as const;
const TITLE_SIZES = [38, 34, 30, 26, 22, 19, 16, 13, 10] as const;
const SUBTITLE_SIZES = [15, 13, 11, 9] as const;
const HEADING = { role: 'heading', weight: 'bold', lineHeight: 1.16 } as const;
const BADGE = { size: 9.5, spacing: 1.7 } as const;
const TITLE_ROOM = 90;
const TALL_PICTURE = { width: 214, inset: 22 } as const;

/** Part of the width for text; the ornament at the right has the rest. */
const SHARE_OF_TEXT = 0.62;
const NAME_HEIGHT = 30;

/** Draws the name or logo on the brand's color, and the kind of card. */
const drawHeader = (canvas: Canvas, sheet: Sheet, geometry: Geometry): void => {
  const { input, type, logo } = sheet;
  const { name, colors, tagline } = input.brand;
  const badge = type.line(input.badge.toLocaleUpperCase(input.language), { role: 'body', weight: 'bold' });
  const letters = badge.runs.reduce((sum, { glyphs }) => sum + glyphs.length, 0);
  const badgeWidth = badge.width * BADGE.size + letters * BADGE.spacing;
  const middle = PAGE.height - HEADER_HEIGHT / 2;
  const width = Math.min(INNER - badgeWidth - 24, geometry.hero === 'plain' ? INNER * SHARE_OF_TEXT : INNER);
  canvas.tagged('P', () => {
    const color = mixColors(colors.onPrimary, colors.primary, 0.12);
    canvas.text(badge, { x: PAGE.width - MARGIN - badgeWidth, y: middle - 3.5 }, { ...BADGE, color });
  });
  if (logo) {
    const box = { x: MARGIN, y: middle - 21, width: Math.min(width, 230), height: 42 };
    canvas.tagged('Figure', () => drawWhole(canvas, logo, box, 0), name);
    return;
  }
  canvas.tagged('P', () => {
    const title = cutTo(
      type,
      fitText(type, name, { width, maxHeight: NAME_HEIGHT }, [21, 18, 15, 12, 10], HEADING),
      NAME_HEIGHT,
    );
    const top = middle + title.height / 2 + (tagline ? 6 : 0);
    const under = canvas.block(title, { x: MARGIN, top, align: 'left' }, colors.onPrimary);
    if (tagline) {
      const small = cutTo(type, setText(type, tagline, width, { size: 9 }), 13);
      canvas.block(small, { x: MARGIN, top: under, align: 'left' }, colors.onPrimary);
    }
  });
};

/** Draws the header, the picture or colored field, and the title. */
export const drawHead = (canvas: Canvas, sheet: Sheet, geometry: Geometry): void => {
  const { colors } = sheet.input.brand;
  const bottom = heroBottom(geometry);
  const field = { x: 0, y: bottom, width: PAGE.width, height: PAGE.height - HEADER_HEIGHT - bottom };
  canvas.artifact(() => {
    canvas.fill({ x: 0, y: bottom, width: PAGE.width, height: PAGE.height - bottom }, colors.primary);
    if (geometry.hero === 'plain') drawMotif(canvas, sheet.input, { ...field, height: PAGE.height - bottom });
    canvas.fill({ x: 0, y: bottom - BAND_HEIGHT, width: PAGE.width, height: BAND_HEIGHT }, colors.secondary);
  });
  drawHeader(canvas, sheet, geometry);
  if (sheet.picture) drawPicture(canvas, sheet, geometry, field);
  drawTitle(canvas, sheet, geometry);
};

const drawPicture = (canvas: Canvas, { picture, input }: Sheet, geometry: Geometry, field: Box): void => {
  if (!picture) return;
  const { inset, width } = TALL_PICTURE;
  const room = { x: MARGIN, y: field.y + inset, width, height: field.height - inset - 6 };
  canvas.tagged(
    'Figure',
    () => {
      if (geometry.hero === 'wide') drawFilling(canvas, picture, field);
      else drawFilling(canvas, picture, room, 10);
    },
    input.title,
  );
};

interface TitlePlace {
  x: number;
  top: number;
  width: number;
  maxHeight: number;
  color: string;
  subColor: string;
  amount: { right: number; top: number; color: string; below: boolean };
}

/** Space above the title in points: 14 in a low field, more in a high one. */
const aboveTitle = (height: number, under: number): number =>
  Math.max(14, Math.min(height * 0.3, height - under - TITLE_ROOM));

/** Positions of the title and the amount: on paper under a wide picture, otherwise in the colored field. */
const placeOf = ({ input }: Sheet, geometry: Geometry): TitlePlace => {
  const { colors } = input.brand;
  const bottom = heroBottom(geometry);
  const hasAmount = input.items.some(({ amount }) => amount !== undefined);
  const subColor = mixColors(colors.onPrimary, colors.primary, 0.18);
  const right = PAGE.width - MARGIN;
  if (geometry.hero === 'wide') {
    const top = bottom - BAND_HEIGHT - 22;
    return {
      x: MARGIN,
      top,
      width: INNER - (hasAmount ? AMOUNT_WIDTH + 20 : 0),
      maxHeight: geometry.titleHeight - 16,
      color: colors.text,
      subColor: faint(colors),
      amount: { right, top, color: colors.accent, below: false },
    };
  }
  const isTall = geometry.hero === 'tall';
  const x = isTall ? MARGIN + TALL_PICTURE.width + 26 : MARGIN;
  const width = isTall ? right - x : INNER * SHARE_OF_TEXT;
  const underTitle = (hasAmount ? 62 : 12) + 14;
  const top = bottom + geometry.heroHeight - (isTall ? 34 : aboveTitle(geometry.heroHeight, underTitle));
  return {
    x,
    top,
    width,
    maxHeight: top - bottom - underTitle,
    color: colors.onPrimary,
    subColor,
    amount: { right: x + width, top: bottom + 66, color: colors.onPrimary, below: true },
  };
};

const drawTitle = (canvas: Canvas, sheet: Sheet, geometry: Geometry): void => {
  const { input, type } = sheet;
  const { x, top, width, maxHeight, color, subColor } = placeOf(sheet, geometry);
  // The subtitle is always shown, so it gets only a part of the space.
  const second = { width, maxHeight: Math.min(40, maxHeight * 0.4) };
  const subtitle = input.subtitle ? fitText(type, input.subtitle, second, SUBTITLE_SIZES) : undefined;
  const room = maxHeight - (subtitle ? subtitle.height + 5 : 0);
  const title = fitText(type, input.title, { width, maxHeight: room }, TITLE_SIZES, HEADING);
  let under = top;
  canvas.tagged('H1', () => {
    under = canvas.block(title, { x, top }, color);
  });
  if (subtitle) canvas.tagged('P', () => canvas.block(subtitle, { x, top: under - 5 }, subColor));
};

/** Draws the value of an item in large letters. */
export const drawAmount = (canvas: Canvas, sheet: Sheet, item: DocumentItem, geometry: Geometry): void => {
  if (!item.amount) return;
  const { amount, x } = placeOf(sheet, geometry);
  const maxWidth = amount.below ? amount.right - x : AMOUNT_WIDTH;
  const box = { width: maxWidth, maxHeight: 54 };
  const block = cutTo(sheet.type, fitText(sheet.type, item.amount, box, AMOUNT_SIZES, HEADING), 54);
  const at = { x: amount.right - maxWidth, top: amount.top, align: amount.below ? 'left' : 'right' } as const;
  canvas.tagged('P', () => canvas.block(block, at, amount.color));
};

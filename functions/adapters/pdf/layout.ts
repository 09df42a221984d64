import type { Canvas } from './canvas.ts';
import { mixed } from '../../platform/colors.ts';
import type { DocumentInput, DocumentItem } from './document.ts';
import { runsOf, widthOfRuns, type Run } from './fonts.ts';
import { heroBottom, middleTop, PICTURE_TITLE_HEIGHT, titleTop } from './geometry.ts';
import { drawMiddle } from './middle.ts';
import { FAINT, HEADER_HEIGHT, INNER, MARGIN, PAGE, PAPER, TINT, type Geometry } from './page.ts';
import { drawPicture, type EmbeddedPicture } from './picture.ts';
import { drawStub, drawStubItem, drawTerms } from './stub.ts';
import { cutTo, fitText, setText } from './text.ts';

export const PICTURE_NAME = 'Picture';
const AMOUNT_WIDTH = 190;
const BADGE = { size: 9, spacing: 1.6 } as const;

/** What all pages of a document share. */
export const drawShared = (
  canvas: Canvas,
  input: DocumentInput,
  geometry: Geometry,
  picture: EmbeddedPicture | undefined,
): void => {
  canvas.fill({ x: 0, y: 0, ...PAGE }, PAPER);
  if (picture) drawPictureHead(canvas, input, geometry, picture);
  else drawPlainHead(canvas, input, geometry);
  drawMiddle(canvas, input, { top: middleTop(geometry), bottom: geometry.middleBottom });
  drawStub(canvas, input, geometry);
  if (input.terms) drawTerms(canvas, input.terms, input.brand.colors.text, geometry);
};

/** What differs from page to page: amount, code, validity, QR. */
export const drawItem = (canvas: Canvas, input: DocumentInput, item: DocumentItem, geometry: Geometry): void => {
  if (item.amount) drawAmount(canvas, input, item.amount, geometry);
  drawStubItem(canvas, input, item, geometry);
};

const characters = (runs: readonly Run[]): number => runs.reduce((sum, run) => sum + [...run.text].length, 0);

/** The company's name on its colour, and what kind of thing this is. */
const drawHeader = (canvas: Canvas, input: DocumentInput): void => {
  const { name, colors, tagline } = input.brand;
  const badge = runsOf(input.badge.toLocaleUpperCase(input.language), 'bold');
  const badgeWidth = widthOfRuns(badge) * BADGE.size + characters(badge) * BADGE.spacing;
  const base = PAGE.height - HEADER_HEIGHT / 2 - 5;
  canvas.text(badge, { x: PAGE.width - MARGIN - badgeWidth, y: base + 1.5 }, { ...BADGE, color: colors.accent });
  const width = INNER - badgeWidth - 24;
  const title = fitText(name, { width, maxHeight: 26 }, [16, 13, 10], { weight: 'bold' });
  const [line = []] = title.lines;
  canvas.text(line, { x: MARGIN, y: base + (tagline ? 5 : 0) }, { size: title.size, color: colors.onPrimary });
  if (tagline) {
    const small = cutTo(setText(tagline, width, { size: 8 }), 11);
    canvas.block(small, { x: MARGIN, top: base + 1 }, colors.onPrimary);
  }
};

/** Name bar, greeting picture, then the title on paper. */
const drawPictureHead = (canvas: Canvas, input: DocumentInput, geometry: Geometry, picture: EmbeddedPicture): void => {
  const { colors } = input.brand;
  canvas.fill({ x: 0, y: PAGE.height - HEADER_HEIGHT, width: PAGE.width, height: HEADER_HEIGHT }, colors.primary);
  drawHeader(canvas, input);
  const bottom = heroBottom(geometry);
  const box = { x: 0, y: bottom, width: PAGE.width, height: geometry.heroHeight };
  canvas.fill(box, TINT);
  drawPicture(canvas, PICTURE_NAME, picture, box);
  canvas.fill({ x: 0, y: bottom - 4, width: PAGE.width, height: 4 }, colors.accent);
  const style = { color: colors.primary, subColor: FAINT, maxHeight: PICTURE_TITLE_HEIGHT - 22 };
  drawTitle(canvas, input, { ...style, top: titleTop(geometry) });
};

/** The title stands large on the company's colour. */
const drawPlainHead = (canvas: Canvas, input: DocumentInput, geometry: Geometry): void => {
  const { colors } = input.brand;
  const bottom = heroBottom(geometry);
  const box = { x: 0, y: bottom, width: PAGE.width, height: PAGE.height - bottom };
  canvas.fill(box, colors.primary);
  canvas.clipped(box, () => {
    for (const radius of [70, 110, 150, 190, 230, 270]) {
      const centre = { x: PAGE.width - 60, y: bottom + geometry.heroHeight * 0.6 };
      canvas.circle(centre, radius, mixed(colors.primary, colors.accent, 0.45), 0.7);
    }
  });
  canvas.fill({ x: 0, y: bottom - 4, width: PAGE.width, height: 4 }, colors.accent);
  drawHeader(canvas, input);
  const top = titleTop(geometry);
  canvas.fill({ x: MARGIN, y: top + 14, width: 44, height: 3 }, colors.accent);
  const subColor = mixed(colors.onPrimary, colors.primary, 0.25);
  drawTitle(canvas, input, { top, color: colors.onPrimary, subColor, maxHeight: top - bottom - 24 });
};

interface TitleStyle {
  top: number;
  color: string;
  subColor: string;
  maxHeight: number;
}

const TITLE_SIZES = [34, 30, 26, 22, 18, 15, 12, 9] as const;

/** Title and option beside the amount, which each item's page adds. */
const drawTitle = (canvas: Canvas, input: DocumentInput, style: TitleStyle): void => {
  const hasAmount = input.items.some((item) => item.amount !== undefined);
  const width = INNER - (hasAmount ? AMOUNT_WIDTH + 20 : 0);
  const subtitle = input.subtitle ? fitText(input.subtitle, { width, maxHeight: 36 }, [14, 12, 10, 8]) : undefined;
  const maxHeight = style.maxHeight - (subtitle ? subtitle.height + 4 : 0);
  const type = { weight: 'bold', lineHeight: 1.16 } as const;
  const title = fitText(input.title, { width, maxHeight }, TITLE_SIZES, type);
  const under = canvas.block(title, { x: MARGIN, top: style.top }, style.color);
  if (subtitle) canvas.block(subtitle, { x: MARGIN, top: under - 4 }, style.subColor);
};

const drawAmount = (canvas: Canvas, input: DocumentInput, amount: string, geometry: Geometry): void => {
  const { colors } = input.brand;
  const sizes = [34, 30, 26, 22, 18, 14];
  const block = fitText(amount, { width: AMOUNT_WIDTH, maxHeight: 50 }, sizes, { weight: 'bold' });
  const [line = []] = block.lines;
  const x = PAGE.width - MARGIN - widthOfRuns(line) * block.size;
  const color = geometry.hasPicture ? colors.primary : colors.onPrimary;
  canvas.text(line, { x, y: titleTop(geometry) - block.size * 0.95 }, { size: block.size, color });
};

import type { Box, Canvas } from './canvas.ts';
import type { DocumentItem } from './document.ts';
import { faint, hairline, INK, INNER, MARGIN, PAGE, STUB_HEIGHT, tint, WHITE, type Geometry } from './page.ts';
import { qrBoxes } from './qr.ts';
import type { Sheet } from './sheet.ts';
import { cutTo, fitText, setText } from './text.ts';

const QR_SIZE = 136;
const QR_X = PAGE.width - MARGIN - QR_SIZE - 14;
const TEXT_X = MARGIN + 26;
/** Distance between the dotted line and the QR code. */
const SEAM = 14;
const TEXT_WIDTH = QR_X - SEAM - TEXT_X - 10;
const NOTCH = 9;

const qrSquare = ({ stubY }: Geometry) => ({ x: QR_X, y: stubY + (STUB_HEIGHT - QR_SIZE) / 2, size: QR_SIZE });

/** The area of the QR code. It is a link. */
export const clickableArea = (geometry: Geometry): Box => {
  const { x, y, size } = qrSquare(geometry);
  return { x, y, width: size, height: size };
};

/** Draws the part to show at the counter, like a ticket stub. Its content is drawn for each item. */
export const drawStub = (canvas: Canvas, sheet: Sheet, geometry: Geometry): void => {
  const { input, type } = sheet;
  const { colors } = input.brand;
  const { stubY } = geometry;
  canvas.artifact(() => {
    const panel = { x: MARGIN, y: stubY, width: INNER, height: STUB_HEIGHT };
    canvas.fillRounded(panel, 12, tint(colors));
    canvas.fill({ x: MARGIN, y: stubY + 14, width: 4, height: STUB_HEIGHT - 28 }, colors.secondary);
    const seam = QR_X - SEAM;
    canvas.line({ x: seam, y: stubY + NOTCH + 4 }, { x: seam, y: stubY + STUB_HEIGHT - NOTCH - 4 }, hairline(colors), {
      width: 1,
      dash: [3, 4],
    });
    for (const y of [stubY, stubY + STUB_HEIGHT]) canvas.fillCircle({ x: seam, y }, NOTCH, colors.background);
    canvas.fillRounded(clickableArea(geometry), 8, WHITE);
  });
  const label = setText(type, input.codeLabel, TEXT_WIDTH, { size: 9.5, weight: 'bold' });
  const hint = cutTo(type, setText(type, input.scanHint, TEXT_WIDTH, { size: 9.5 }), 27);
  canvas.tagged('H2', () => {
    canvas.block(label, { x: TEXT_X, top: stubY + STUB_HEIGHT - 20, align: 'left' }, colors.accent);
  });
  canvas.tagged('P', () => {
    canvas.block(hint, { x: TEXT_X, top: stubY + 18 + hint.height, align: 'left' }, faint(colors));
  });
};

/**
 * Groups a code in fours, so that it is easier to read out and to type. A code that already has groups is unchanged.
 */
export const groupedCode = (code: string): string =>
  /[\s-]/.test(code) ? code : (code.match(/.{1,4}/gu)?.join(' ') ?? code);

/** The smallest size fits the longest code of a campaign or a vendor, because a part of a code is useless. */
const CODE_SIZES = [25, 22, 19, 17, 15, 12, 10, 8, 6, 5, 4, 3] as const;

/** Draws code, validity, number and QR code of one item. */
export const drawStubItem = (canvas: Canvas, sheet: Sheet, item: DocumentItem, geometry: Geometry): void => {
  const { input, type } = sheet;
  const { colors } = input.brand;
  const box = { width: TEXT_WIDTH, maxHeight: 34 };
  const code = fitText(type, groupedCode(item.code), box, CODE_SIZES, { weight: 'bold' });
  let top = geometry.stubY + STUB_HEIGHT - 34;
  canvas.tagged('P', () => {
    top = canvas.block(code, { x: TEXT_X, top, align: 'left' }, colors.text) - 8;
  });
  const details = [item.validity, input.reference].filter((text) => text !== undefined);
  const columns = details.length + (item.number ? 1 : 0);
  const width = TEXT_WIDTH / Math.max(1, columns) - 6;
  const labels = details.map(({ label }) =>
    fitText(type, label, { width, maxHeight: 13 }, [9, 8, 7, 6], { weight: 'bold' }),
  );
  // All values start at the same height, even below a smaller label.
  const under = top - Math.max(0, ...labels.map(({ height }) => height));
  let x = TEXT_X;
  for (const [at, { text }] of details.entries()) {
    const small = labels[at];
    const value = fitText(type, text, { width, maxHeight: 30 }, [11.5, 10.5, 9.5, 8.5, 7.5]);
    canvas.tagged('P', () => {
      if (small) canvas.block(small, { x, top: under + small.height, align: 'left' }, colors.accent);
      canvas.block(value, { x, top: under, align: 'left' }, colors.text);
    });
    x += width + 9;
  }
  if (item.number) {
    const number = fitText(type, item.number, { width, maxHeight: 16 }, [11.5, 10, 9, 8], { weight: 'bold' });
    canvas.tagged('P', () => canvas.block(number, { x, top: top - 12, align: 'left' }, colors.text));
  }
  canvas.tagged('Figure', () => canvas.fillAll(qrBoxes(item.claimUrl, qrSquare(geometry)), INK), item.claimUrl);
};

import type { Box, Canvas } from './canvas.ts';
import { mixed } from '../../platform/colors.ts';
import type { DocumentInput, DocumentItem, LabelledText } from './document.ts';
import { FAINT, INK, INNER, MARGIN, PAGE, PAPER, STUB_HEIGHT, TINT, type Geometry } from './page.ts';
import { qrBoxes } from './qr.ts';
import { cutTo, fitText, setText, type Block } from './text.ts';

const QR_SIZE = 132;
const QR_X = PAGE.width - MARGIN - QR_SIZE - 20;
const TEXT_X = MARGIN + 24;
const TEXT_WIDTH = QR_X - TEXT_X - 18;

const qrSquare = ({ stubY }: Geometry) => ({ x: QR_X, y: stubY + (STUB_HEIGHT - QR_SIZE) / 2, size: QR_SIZE });

/** Area of the QR code, which a reader on a screen can click. */
export const clickableArea = (geometry: Geometry): Box => {
  const { x, y, size } = qrSquare(geometry);
  return { x, y, width: size, height: size };
};

/** The part to be shown at the counter: a card with a perforation above it. What it says is on each item's page. */
export const drawStub = (canvas: Canvas, input: DocumentInput, geometry: Geometry): void => {
  const { stubY } = geometry;
  const cut = stubY + STUB_HEIGHT + 15;
  const dashes = { width: 0.8, dash: [3, 3] };
  canvas.line({ x: MARGIN, y: cut }, { x: PAGE.width - MARGIN, y: cut }, mixed(FAINT, PAPER, 0.4), dashes);
  canvas.fillRounded({ x: MARGIN, y: stubY, width: INNER, height: STUB_HEIGHT }, 10, TINT);
  canvas.fillRounded(clickableArea(geometry), 6, PAPER);
  const label = setText(input.codeLabel, TEXT_WIDTH, { size: 8.5, weight: 'bold' });
  canvas.block(label, { x: TEXT_X, top: stubY + STUB_HEIGHT - 24 }, input.brand.colors.accent);
  const hint = cutTo(setText(input.scanHint, TEXT_WIDTH, { size: 8.5 }), 26);
  canvas.block(hint, { x: TEXT_X, top: stubY + 20 + hint.height }, FAINT);
};

/** Groups of four are easy to read out and to type; a code that has groups of its own keeps them. */
export const groupedCode = (code: string): string =>
  /[\s-]/.test(code) ? code : (code.match(/.{1,4}/gu)?.join(' ') ?? code);

const CODE_SIZES = [22, 19, 17, 15, 12, 10, 8] as const;

/** Code, validity and QR of one item. */
export const drawStubItem = (canvas: Canvas, input: DocumentInput, item: DocumentItem, geometry: Geometry): void => {
  const { colors } = input.brand;
  const code = fitText(groupedCode(item.code), { width: TEXT_WIDTH, maxHeight: 30 }, CODE_SIZES, { weight: 'bold' });
  let top = canvas.block(code, { x: TEXT_X, top: geometry.stubY + STUB_HEIGHT - 37 }, colors.text) - 8;
  if (item.validity) {
    const label = setText(item.validity.label, TEXT_WIDTH, { size: 8.5, weight: 'bold' });
    top = canvas.block(label, { x: TEXT_X, top }, colors.accent);
    canvas.block(setText(item.validity.text, TEXT_WIDTH, { size: 11 }), { x: TEXT_X, top }, colors.text);
  }
  canvas.fillAll(qrBoxes(item.claimUrl, qrSquare(geometry)), INK);
};

const TERMS_SIZES = [7.5, 7, 6.5, 6, 5.5] as const;
const TERMS_MAX_HEIGHT = 84;

const setTerms = (terms: LabelledText): { label: Block; text: Block } => {
  const label = setText(terms.label, INNER, { size: 7.5, weight: 'bold' });
  const box = { width: INNER, maxHeight: TERMS_MAX_HEIGHT - label.height };
  return { label, text: fitText(terms.text, box, TERMS_SIZES, { lineHeight: 1.3 }) };
};

/** Height of the small print at the foot, in points. */
export const termsHeight = (terms: LabelledText): number => {
  const { label, text } = setTerms(terms);
  return label.height + text.height;
};

/** Small print under the stub. */
export const drawTerms = (canvas: Canvas, terms: LabelledText, color: string, geometry: Geometry): void => {
  const { label, text } = setTerms(terms);
  const under = canvas.block(label, { x: MARGIN, top: geometry.stubY - 16 }, color);
  canvas.block(text, { x: MARGIN, top: under }, FAINT);
};

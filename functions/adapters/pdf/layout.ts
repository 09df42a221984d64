import type { Box, Canvas } from './canvas.ts';
import type { DocumentInput, DocumentItem, LabelledText } from './document.ts';
import { runsOf, widthOfRuns } from './fonts.ts';
import { drawPicture, type EmbeddedPicture } from './picture.ts';
import { qrBoxes } from './qr.ts';
import { cutTo, fitText, setText, type Block } from './text.ts';

/** A4 in points. */
export const PAGE = { width: 595, height: 842 } as const;

export const PICTURE_NAME = 'Picture';

const MARGIN = 48;
const INNER = PAGE.width - 2 * MARGIN;
const PAPER = '#ffffff';
const FAINT = '#8a8f98';
const TINT = '#f6f2ea';
const INK = '#000000';

const HEADER_HEIGHT = 64;
const PICTURE_HEIGHT = 262;
const HERO_HEIGHT = 250;
/** The lower part with code and QR, above the terms. */
const STUB = { y: 122, height: 172, qr: 132 } as const;
const AMOUNT_WIDTH = 190;

/** What all pages of a document share. */
export const drawShared = (canvas: Canvas, input: DocumentInput, picture: EmbeddedPicture | undefined): void => {
  const colors = input.brand.colors;
  canvas.fill({ x: 0, y: 0, ...PAGE }, PAPER);
  const top = picture ? drawPictureHead(canvas, input, picture) : drawPlainHead(canvas, input);
  drawMiddle(canvas, input, { top, bottom: STUB.y + STUB.height + 30 });
  drawStub(canvas, input);
  if (input.terms) drawTerms(canvas, input.terms, colors.text);
};

const drawHeader = (canvas: Canvas, input: DocumentInput): void => {
  const { name, colors, tagline } = input.brand;
  const badge = runsOf(input.badge.toLocaleUpperCase(input.language), 'bold');
  const badgeWidth = widthOfRuns(badge) * 9 + badgeLength(badge) * 1.6;
  const base = PAGE.height - HEADER_HEIGHT / 2 - 5;
  canvas.text(
    badge,
    { x: PAGE.width - MARGIN - badgeWidth, y: base + 1.5 },
    { size: 9, color: colors.accent, spacing: 1.6 },
  );
  const title = fitText(name, { width: INNER - badgeWidth - 24, maxHeight: 26 }, [16, 13, 10], { weight: 'bold' });
  const line = title.lines[0];
  if (line)
    canvas.text(line, { x: MARGIN, y: base + (tagline ? 5 : 0) }, { size: title.size, color: colors.onPrimary });
  if (tagline) {
    const small = cutTo(setText(tagline, INNER - badgeWidth - 24, { size: 8 }), 11);
    canvas.block(small, { x: MARGIN, top: base + 1 }, colors.onPrimary);
  }
};

const badgeLength = (runs: ReturnType<typeof runsOf>): number =>
  runs.reduce((sum, run) => sum + [...run.text].length, 0);

/** Head with the greeting picture: name bar, picture, then the title on paper. Returns where the middle starts. */
const drawPictureHead = (canvas: Canvas, input: DocumentInput, picture: EmbeddedPicture): number => {
  const { colors } = input.brand;
  canvas.fill({ x: 0, y: PAGE.height - HEADER_HEIGHT, width: PAGE.width, height: HEADER_HEIGHT }, colors.primary);
  drawHeader(canvas, input);
  const bottom = PAGE.height - HEADER_HEIGHT - PICTURE_HEIGHT;
  const box = { x: 0, y: bottom, width: PAGE.width, height: PICTURE_HEIGHT };
  canvas.fill(box, TINT);
  drawPicture(canvas, PICTURE_NAME, picture, box);
  canvas.fill({ x: 0, y: bottom - 4, width: PAGE.width, height: 4 }, colors.accent);
  return drawTitle(canvas, input, { top: bottom - 22, color: colors.primary, subColor: FAINT, maxHeight: 66 }) - 10;
};

/** Head without a picture: the title stands large on the company's colour. */
const drawPlainHead = (canvas: Canvas, input: DocumentInput): number => {
  const { colors } = input.brand;
  const bottom = PAGE.height - HEADER_HEIGHT - HERO_HEIGHT;
  const box = { x: 0, y: bottom, width: PAGE.width, height: HEADER_HEIGHT + HERO_HEIGHT };
  canvas.fill(box, colors.primary);
  canvas.clipped(box, () => {
    for (const radius of [70, 110, 150, 190, 230, 270]) {
      canvas.circle({ x: PAGE.width - 60, y: bottom + 150 }, radius, mixed(colors.primary, colors.accent, 0.45), 0.7);
    }
  });
  canvas.fill({ x: 0, y: bottom - 4, width: PAGE.width, height: 4 }, colors.accent);
  drawHeader(canvas, input);
  canvas.fill({ x: MARGIN, y: bottom + 176, width: 44, height: 3 }, colors.accent);
  drawTitle(canvas, input, {
    top: bottom + 160,
    color: colors.onPrimary,
    subColor: mixed(colors.onPrimary, colors.primary, 0.25),
    maxHeight: 134,
  });
  return bottom - 34;
};

/** A colour between two. */
const mixed = (from: string, to: string, share: number): string => {
  const channel = (at: number): string => {
    const [a, b] = [from, to].map((color) => Number.parseInt(color.slice(at, at + 2), 16)) as [number, number];
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
};

interface TitleStyle {
  top: number;
  color: string;
  subColor: string;
  maxHeight: number;
}

/** Title and option beside the amount, which each item's page adds. Returns the lower edge. */
const drawTitle = (canvas: Canvas, input: DocumentInput, style: TitleStyle): number => {
  const hasAmount = input.items.some((item) => item.amount !== undefined);
  const width = INNER - (hasAmount ? AMOUNT_WIDTH + 20 : 0);
  const subtitle = input.subtitle ? fitText(input.subtitle, { width, maxHeight: 36 }, [14, 12, 10, 8]) : undefined;
  const room = style.maxHeight - (subtitle ? subtitle.height + 4 : 0);
  const title = fitText(input.title, { width, maxHeight: room }, [34, 30, 26, 22, 18, 15, 12, 9], {
    weight: 'bold',
    lineHeight: 1.16,
  });
  const under = canvas.block(title, { x: MARGIN, top: style.top }, style.color);
  return subtitle ? canvas.block(subtitle, { x: MARGIN, top: under - 4 }, style.subColor) : under;
};

/** Where an item's page writes its amount: beside the title. */
const amountTop = (hasPicture: boolean): number =>
  PAGE.height - HEADER_HEIGHT - (hasPicture ? PICTURE_HEIGHT + 22 : HERO_HEIGHT - 160);

/** Names, facts and message between head and stub, as large as the room allows. */
const drawMiddle = (canvas: Canvas, input: DocumentInput, room: { top: number; bottom: number }): void => {
  const height = room.top - room.bottom;
  const scales = [1.25, 1.1, 1, 0.9, 0.8, 0.7, 0.62, 0.55, 0.48, 0.42];
  const fitting = scales.map((scale) => middleAt(input, scale)).find((middle) => middle.height <= height);
  const middle = fitting ?? middleAt(input, scales.at(-1) as number, height);
  let top = room.top;
  for (const row of middle.rows) {
    for (const cell of row.cells) drawCell(canvas, cell, top, input.brand.colors);
    top -= row.height + middle.gap;
  }
  if (middle.message) {
    const inset = 16;
    canvas.fill(
      { x: MARGIN, y: top - middle.message.height, width: 2.5, height: middle.message.height },
      input.brand.colors.accent,
    );
    canvas.block(middle.message, { x: MARGIN + inset, top }, input.brand.colors.text);
  }
};

interface Cell {
  x: number;
  label: Block;
  value: Block;
}

interface Middle {
  rows: { cells: Cell[]; height: number }[];
  gap: number;
  message: Block | undefined;
  height: number;
}

/** The middle part at a scale; with `maxHeight` the message, then the rows, are cut to fit. */
const middleAt = (input: DocumentInput, scale: number, maxHeight = Infinity): Middle => {
  const gap = 14 * scale;
  const names = [input.to, input.from].filter((name) => name !== undefined);
  const rows = [...pairs(names), ...factRows(input.facts)].map((row) => setRow(row, scale));
  let used = rows.reduce((sum, row) => sum + row.height + gap, 0);
  while (used > maxHeight && rows.length > 0) used -= (rows.pop()?.height ?? 0) + gap;
  const text = input.message?.replace(/\n{3,}/g, '\n\n').trim();
  const full = text ? setText(text, INNER - 16, { size: 13.5 * scale, lineHeight: 1.45 }) : undefined;
  const message = full && maxHeight < Infinity ? cutTo(full, maxHeight - used) : full;
  return { rows, gap, message, height: used + (message?.height ?? -gap) };
};

const pairs = (texts: readonly LabelledText[]): LabelledText[][] =>
  texts.length === 0 ? [] : [texts.slice(0, 2), ...pairs(texts.slice(2))];

/** A fact too long for half a line gets a row of its own. */
const HALF_LINE_CHARACTERS = 60;

const factRows = (facts: readonly LabelledText[]): LabelledText[][] => {
  const isLong = (fact: LabelledText): boolean => fact.text.length > HALF_LINE_CHARACTERS;
  return [...pairs(facts.filter((fact) => !isLong(fact))), ...facts.filter(isLong).map((fact) => [fact])];
};

const setRow = (texts: readonly LabelledText[], scale: number): { cells: Cell[]; height: number } => {
  const isAlone = texts.length === 1 && (texts[0]?.text.length ?? 0) > HALF_LINE_CHARACTERS;
  const width = isAlone ? INNER : INNER / 2 - 12;
  const cells = texts.map(({ label, text }, column) => ({
    x: MARGIN + column * (INNER / 2 + 12),
    label: setText(label, width, { size: 8.5 * scale, weight: 'bold' }),
    value: setText(text, width, { size: 13 * scale }),
  }));
  return { cells, height: Math.max(...cells.map(({ label, value }) => label.height + value.height)) };
};

const drawCell = (canvas: Canvas, cell: Cell, top: number, colors: { accent: string; text: string }): void => {
  const under = canvas.block(cell.label, { x: cell.x, top }, colors.accent);
  canvas.block(cell.value, { x: cell.x, top: under }, colors.text);
};

const QR_BOX = {
  x: PAGE.width - MARGIN - STUB.qr - 20,
  y: STUB.y + (STUB.height - STUB.qr) / 2,
  size: STUB.qr,
} as const;
const STUB_TEXT_X = MARGIN + 24;
const STUB_TEXT_WIDTH = QR_BOX.x - STUB_TEXT_X - 18;

/** The part to be shown at the counter: a card with a perforation above it. */
const drawStub = (canvas: Canvas, input: DocumentInput): void => {
  const { colors } = input.brand;
  const card: Box = { x: MARGIN, y: STUB.y, width: INNER, height: STUB.height };
  const cut = STUB.y + STUB.height + 15;
  canvas.line({ x: MARGIN, y: cut }, { x: PAGE.width - MARGIN, y: cut }, mixed(FAINT, PAPER, 0.4), {
    width: 0.8,
    dash: [3, 3],
  });
  canvas.fillRounded(card, 10, TINT);
  const qr = { x: QR_BOX.x, y: QR_BOX.y, width: QR_BOX.size, height: QR_BOX.size };
  canvas.fillRounded(qr, 6, PAPER);
  const label = setText(input.codeLabel, STUB_TEXT_WIDTH, { size: 8.5, weight: 'bold' });
  canvas.block(label, { x: STUB_TEXT_X, top: STUB.y + STUB.height - 24 }, colors.accent);
  const hint = cutTo(setText(input.scanHint, STUB_TEXT_WIDTH, { size: 8.5 }), 26);
  canvas.block(hint, { x: STUB_TEXT_X, top: STUB.y + 20 + hint.height }, FAINT);
};

const drawTerms = (canvas: Canvas, terms: LabelledText, color: string): void => {
  const label = setText(terms.label, INNER, { size: 7, weight: 'bold' });
  const under = canvas.block(label, { x: MARGIN, top: STUB.y - 16 }, color);
  const block = fitText(terms.text, { width: INNER, maxHeight: under - 26 }, [7.5, 7, 6.5, 6, 5.5], {
    lineHeight: 1.3,
  });
  canvas.block(block, { x: MARGIN, top: under - 1 }, FAINT);
};

/** Groups of four are easy to read out and to type; a code that has groups of its own keeps them. */
export const groupedCode = (code: string): string =>
  /[\s-]/.test(code) ? code : (code.match(/.{1,4}/gu)?.join(' ') ?? code);

/** What differs from page to page: amount, code, validity, QR. */
export const drawItem = (canvas: Canvas, input: DocumentInput, item: DocumentItem, hasPicture: boolean): void => {
  const { colors } = input.brand;
  if (item.amount)
    drawAmount(canvas, item.amount, amountTop(hasPicture), hasPicture ? colors.primary : colors.onPrimary);
  const code = fitText(groupedCode(item.code), { width: STUB_TEXT_WIDTH, maxHeight: 56 }, [22, 19, 17, 15, 12, 10, 8], {
    weight: 'bold',
  });
  let top = canvas.block(code, { x: STUB_TEXT_X, top: STUB.y + STUB.height - 37 }, colors.text) - 8;
  if (item.validity) {
    const label = setText(item.validity.label, STUB_TEXT_WIDTH, { size: 8.5, weight: 'bold' });
    top = canvas.block(label, { x: STUB_TEXT_X, top }, colors.accent);
    canvas.block(setText(item.validity.text, STUB_TEXT_WIDTH, { size: 11 }), { x: STUB_TEXT_X, top }, colors.text);
  }
  canvas.fillAll(qrBoxes(item.claimUrl, QR_BOX), INK);
};

/** Area of the code, which a reader on a screen can click. */
export const CLICKABLE: Box = { x: QR_BOX.x, y: QR_BOX.y, width: QR_BOX.size, height: QR_BOX.size };

const drawAmount = (canvas: Canvas, amount: string, top: number, color: string): void => {
  const block = fitText(amount, { width: AMOUNT_WIDTH, maxHeight: 50 }, [34, 30, 26, 22, 18, 14], { weight: 'bold' });
  const line = block.lines[0] ?? [];
  const x = PAGE.width - MARGIN - widthOfRuns(line) * block.size;
  canvas.text(line, { x, y: top - block.size * 0.95 }, { size: block.size, color });
};

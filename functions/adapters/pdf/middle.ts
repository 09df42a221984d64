import type { Canvas } from './canvas.ts';
import type { LabelledText } from './document.ts';
import { INNER, MARGIN } from './page.ts';
import type { Sheet } from './sheet.ts';
import { cutTo, setText, type Block } from './text.ts';

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

/**
 * Text scales, tried in order until everything fits. A message that does not even fit at the smallest scale is
 * shortened.
 */
const SCALES = [1.35, 1.2, 1.1, 1, 0.92, 0.84, 0.76, 0.68, 0.6, 0.54, 0.48, 0.42] as const;
const SMALLEST = 0.42;
const MESSAGE_INSET = 18;

/** Draws names, message and facts between head and stub, as large as possible. */
export const drawMiddle = (canvas: Canvas, sheet: Sheet, room: { top: number; bottom: number }): void => {
  const height = room.top - room.bottom;
  const fitting = SCALES.map((scale) => middleAt(sheet, scale)).find((middle) => middle.height <= height);
  const middle = fitting ?? middleAt(sheet, SMALLEST, height);
  const { colors } = sheet.input.brand;
  let { top } = room;
  for (const row of middle.rows) {
    for (const cell of row.cells) {
      canvas.tagged('P', () => {
        const under = canvas.block(cell.label, { x: cell.x, top, align: 'left' }, colors.accent);
        canvas.block(cell.value, { x: cell.x, top: under, align: 'left' }, colors.text);
      });
    }
    top -= row.height + middle.gap;
  }
  if (!middle.message) return;
  const { message } = middle;
  const isRightToLeft = message.isRightToLeft[0] ?? false;
  canvas.artifact(() => {
    const x = isRightToLeft ? MARGIN + INNER - 3 : MARGIN;
    canvas.fill({ x, y: top - message.height, width: 3, height: message.height }, colors.secondary);
  });
  canvas.tagged('P', () => {
    canvas.block(message, { x: isRightToLeft ? MARGIN : MARGIN + MESSAGE_INSET, top }, colors.text);
  });
};

/**
 * The middle part at a scale. If it exceeds `maxHeight`, the message is shortened; rows are omitted only if they do not
 * fit without the message.
 */
export const middleAt = (sheet: Sheet, scale: number, maxHeight = Infinity): Middle => {
  const { input, type } = sheet;
  const gap = 16 * scale;
  const names = [input.to, input.from].filter((name) => name !== undefined);
  const rows = [...pairs(names), ...factRows(input.facts)].map((row) => setRow(sheet, row, scale));
  let used = rows.reduce((sum, row) => sum + row.height + gap, 0);
  while (used > maxHeight && rows.length > 0) used -= (rows.pop()?.height ?? 0) + gap;
  const text = input.message?.replace(/\n{3,}/g, '\n\n').trim();
  const size = 15 * scale;
  const full = text ? setText(type, text, INNER - MESSAGE_INSET, { size, lineHeight: 1.48 }) : undefined;
  const message = full && maxHeight < Infinity ? cutTo(type, full, maxHeight - used) : full;
  return { rows, gap, message, height: used + (message?.height ?? -gap) };
};

const pairs = (texts: readonly LabelledText[]): LabelledText[][] =>
  texts.length === 0 ? [] : [texts.slice(0, 2), ...pairs(texts.slice(2))];

/** A fact that is longer than half a line gets a row of its own. */
const HALF_LINE_CHARACTERS = 60;
const isLong = (fact: LabelledText): boolean => fact.text.length > HALF_LINE_CHARACTERS;

const factRows = (facts: readonly LabelledText[]): LabelledText[][] => [
  ...pairs(facts.filter((fact) => !isLong(fact))),
  ...facts.filter(isLong).map((fact) => [fact]),
];

const setRow = ({ type }: Sheet, texts: readonly LabelledText[], scale: number): { cells: Cell[]; height: number } => {
  const [first] = texts;
  const width = texts.length === 1 && first && isLong(first) ? INNER : INNER / 2 - 12;
  const cells = texts.map(({ label, text }, column) => ({
    x: MARGIN + column * (INNER / 2 + 12),
    label: setText(type, label, width, { size: 9.5 * scale, weight: 'bold' }),
    value: setText(type, text, width, { size: 15 * scale }),
  }));
  return { cells, height: Math.max(...cells.map(({ label, value }) => label.height + value.height)) };
};

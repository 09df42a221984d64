import type { Canvas } from './canvas.ts';
import type { DocumentInput, LabelledText } from './document.ts';
import { INNER, MARGIN } from './page.ts';
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

/** Text scales tried until everything fits; a message too long even for the last is cut. */
const SCALES = [1.25, 1.1, 1, 0.9, 0.8, 0.7, 0.62, 0.55, 0.48, 0.42] as const;
const SMALLEST = 0.42;
const MESSAGE_INSET = 16;

/** Names, facts and message between head and stub, as large as the room allows. */
export const drawMiddle = (canvas: Canvas, input: DocumentInput, room: { top: number; bottom: number }): void => {
  const height = room.top - room.bottom;
  const fitting = SCALES.map((scale) => middleAt(input, scale)).find((middle) => middle.height <= height);
  const middle = fitting ?? middleAt(input, SMALLEST, height);
  const { colors } = input.brand;
  let top = room.top;
  for (const row of middle.rows) {
    for (const cell of row.cells) {
      const under = canvas.block(cell.label, { x: cell.x, top }, colors.accent);
      canvas.block(cell.value, { x: cell.x, top: under }, colors.text);
    }
    top -= row.height + middle.gap;
  }
  if (middle.message) {
    const { height: messageHeight } = middle.message;
    canvas.fill({ x: MARGIN, y: top - messageHeight, width: 2.5, height: messageHeight }, colors.accent);
    canvas.block(middle.message, { x: MARGIN + MESSAGE_INSET, top }, colors.text);
  }
};

/** The middle part at a scale; with `maxHeight` rows that do not fit are left out, then the message is cut. */
export const middleAt = (input: DocumentInput, scale: number, maxHeight = Infinity): Middle => {
  const gap = 14 * scale;
  const names = [input.to, input.from].filter((name) => name !== undefined);
  const rows = [...pairs(names), ...factRows(input.facts)].map((row) => setRow(row, scale));
  let used = rows.reduce((sum, row) => sum + row.height + gap, 0);
  while (used > maxHeight && rows.length > 0) used -= (rows.pop()?.height ?? 0) + gap;
  const text = input.message?.replace(/\n{3,}/g, '\n\n').trim();
  const full = text ? setText(text, INNER - MESSAGE_INSET, { size: 13.5 * scale, lineHeight: 1.45 }) : undefined;
  const message = full && maxHeight < Infinity ? cutTo(full, maxHeight - used) : full;
  return { rows, gap, message, height: used + (message?.height ?? -gap) };
};

const pairs = (texts: readonly LabelledText[]): LabelledText[][] =>
  texts.length === 0 ? [] : [texts.slice(0, 2), ...pairs(texts.slice(2))];

/** A fact too long for half a line gets a row of its own. */
const HALF_LINE_CHARACTERS = 60;
const isLong = (fact: LabelledText): boolean => fact.text.length > HALF_LINE_CHARACTERS;

const factRows = (facts: readonly LabelledText[]): LabelledText[][] => [
  ...pairs(facts.filter((fact) => !isLong(fact))),
  ...facts.filter(isLong).map((fact) => [fact]),
];

const setRow = (texts: readonly LabelledText[], scale: number): { cells: Cell[]; height: number } => {
  const [first] = texts;
  const width = texts.length === 1 && first && isLong(first) ? INNER : INNER / 2 - 12;
  const cells = texts.map(({ label, text }, column) => ({
    x: MARGIN + column * (INNER / 2 + 12),
    label: setText(label, width, { size: 8.5 * scale, weight: 'bold' }),
    value: setText(text, width, { size: 13 * scale }),
  }));
  return { cells, height: Math.max(...cells.map(({ label, value }) => label.height + value.height)) };
};

import LineBreaker from 'linebreak';
import type { Weight } from './asset-list.ts';
import type { Face, TextLine, Typesetter } from './typesetter.ts';

/** Text that is set in lines of a maximum width. */
export interface Block {
  lines: TextLine[];
  /** Whether each line is right-to-left. Such lines are aligned right. */
  isRightToLeft: boolean[];
  /** Font size in points. */
  size: number;
  leading: number;
  /** The width for which the text was set. */
  width: number;
  height: number;
  face: Face;
}

export interface BlockOptions {
  size: number;
  weight?: Weight;
  role?: Face['role'];
  /** Line height as a multiple of the font size. */
  lineHeight?: number;
}

const LINE_HEIGHT = 1.36;
/** Marks of letters, without the variation selectors of emoji and the enclosing marks of keycaps. */
const MARKS = /[\p{M}--[\p{Me}\p{Variation_Selector}]]/v;

/** Breaks text into lines by the rules of its language. A word that is wider than a line is split. */
export const setText = (type: Typesetter, text: string, width: number, options: BlockOptions): Block => {
  const { size, weight = 'regular', role = 'body', lineHeight = LINE_HEIGHT } = options;
  const face = { role, weight };
  const paragraphs = text.replace(/\r\n?|\u2028|\u2029/g, '\n').split('\n');
  const isRightToLeft: boolean[] = [];
  const lines = paragraphs.flatMap((paragraph) => {
    const turned = type.isRightToLeft(paragraph);
    const widthOf: Measure = (piece) => type.widthOf(piece, face, turned);
    return breakLine(paragraph, width / size, widthOf).map((line) => {
      isRightToLeft.push(turned);
      return type.line(line, face, turned);
    });
  });
  // Marks above and below letters, as in Tamil and Khmer, would touch those of the next line.
  const isTall = lines.length > 1 && MARKS.test(text.normalize('NFC'));
  const leading = size * (isTall ? Math.max(lineHeight, LINE_HEIGHT) : lineHeight);
  return { lines, isRightToLeft, size, leading, width, height: lines.length * leading, face };
};

/** Scripts without spaces between words, whose words are found with a dictionary. */
const NEEDS_DICTIONARY = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const words = new Intl.Segmenter('th', { granularity: 'word' });

/** Parts of a paragraph that must not be broken. */
const tokensOf = (paragraph: string): string[] => {
  const tokens: string[] = [];
  const breaker = new LineBreaker(paragraph);
  let from = 0;
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    const token = paragraph.slice(from, next.position);
    from = next.position;
    if (NEEDS_DICTIONARY.test(token)) tokens.push(...[...words.segment(token)].map(({ segment }) => segment));
    else tokens.push(token);
  }
  return tokens;
};

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

type Measure = (text: string) => number;

const breakLine = (paragraph: string, limit: number, widthOf: Measure): string[] => {
  // A short text needs no line break.
  const whole = paragraph.trimEnd();
  if (widthOf(whole) <= limit) return [whole];
  const words = tokensOf(paragraph).flatMap((token) =>
    widthOf(token.trimEnd()) <= limit
      ? [token]
      : fillLines(
          [...graphemes.segment(token)].map(({ segment }) => segment),
          limit,
          widthOf,
        ),
  );
  const lines = fillLines(words, limit, widthOf).map((line) => line.trimEnd());
  return lines.length === 0 ? [''] : carryIsolates(lines);
};

/** Repeats direction isolates on each line that they span. */
const carryIsolates = (lines: readonly string[]): string[] => {
  let open = '';
  return lines.map((line) => {
    const begun = open + line;
    for (const [mark] of line.matchAll(/[\u2066-\u2069]/g)) open = mark === '\u2069' ? open.slice(0, -1) : open + mark;
    return begun;
  });
};

/** Fills lines with parts. A part that is too wide has its own line. */
const fillLines = (parts: readonly string[], limit: number, widthOf: Measure): string[] => {
  const lines: string[] = [];
  for (let from = 0; from < parts.length;) {
    const to = endOfLine(parts, from, limit, widthOf);
    lines.push(parts.slice(from, to).join(''));
    from = to;
  }
  return lines;
};

/**
 * Index of the part after a line that begins at `from`. The sum of the widths is only an estimate, because the font of
 * a character depends on its neighbors (`±` between Chinese letters is as wide as they are). So the whole line is
 * measured.
 */
const endOfLine = (parts: readonly string[], from: number, limit: number, widthOf: Measure): number => {
  const fits = (to: number): boolean => widthOf(parts.slice(from, to).join('').trimEnd()) <= limit;
  let to = from;
  for (let width = 0; to < parts.length && width <= limit; to++) width += widthOf(parts[to] ?? '');
  while (to > from + 1 && !fits(to)) to--;
  while (to < parts.length && fits(to + 1)) to++;
  return to;
};

/**
 * Sets the text in the first size that fits into `maxHeight`, otherwise in the last size, shortened. `end` is a last
 * line that is kept if the text before it is shortened.
 */
export const fitText = (
  type: Typesetter,
  text: string,
  box: { width: number; maxHeight: number },
  sizes: readonly number[],
  { end, ...options }: Omit<BlockOptions, 'size'> & { end?: string | undefined } = {},
): Block => {
  const set = (part: string, size: number): Block => setText(type, part, box.width, { ...options, size });
  let block: Block | undefined;
  for (const size of sizes) {
    block = set(end === undefined ? text : `${text}\n${end}`, size);
    if (block.height <= box.maxHeight) return block;
  }
  if (!block) throw new Error('fitText needs a size');
  if (end === undefined) return cutTo(type, block, box.maxHeight);
  const last = cutTo(type, set(end, block.size), box.maxHeight);
  return joined(cutTo(type, set(text, block.size), box.maxHeight - last.height), last);
};

const joined = (above: Block, below: Block): Block => ({
  ...above,
  lines: [...above.lines, ...below.lines],
  isRightToLeft: [...above.isRightToLeft.slice(0, above.lines.length), ...below.isRightToLeft],
  height: above.height + below.height,
});

/** Keeps the lines that fit. If lines are dropped, the last one ends with an ellipsis. */
export const cutTo = (type: Typesetter, block: Block, maxHeight: number): Block => {
  const fitting = Math.max(0, Math.floor(maxHeight / block.leading + 1e-6));
  if (block.lines.length <= fitting) return block;
  const lines = block.lines.slice(0, fitting);
  const last = lines.at(-1);
  if (last) lines[lines.length - 1] = withEllipsis(type, last, block, block.isRightToLeft[fitting - 1] ?? false);
  return { ...block, lines, height: lines.length * block.leading };
};

const withEllipsis = (
  type: Typesetter,
  line: TextLine,
  { face, width, size }: Block,
  isRightToLeft: boolean,
): TextLine => {
  let { text } = line;
  for (;;) {
    const cut = type.line(`${text.trimEnd()} …`, face, isRightToLeft);
    if (cut.width * size <= width || text === '') return cut;
    text = [...text].slice(0, -1).join('');
  }
};

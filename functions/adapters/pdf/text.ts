import { runsOf, widthOfRuns, type Run, type Weight } from './fonts.ts';

/** Text set in lines no wider than asked. */
export interface Block {
  lines: Run[][];
  /** Points. */
  size: number;
  leading: number;
  weight: Weight;
  height: number;
}

export interface BlockOptions {
  size: number;
  weight?: Weight;
  /** Leading as a multiple of the size. */
  lineHeight?: number;
}

/** Breaks a text at spaces; a word that is wider than the line is broken inside. */
export const setText = (text: string, width: number, options: BlockOptions): Block => {
  const { size, weight = 'regular', lineHeight = 1.36 } = options;
  const limit = width / size;
  const lines = text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .flatMap((paragraph) => breakLine(paragraph, limit, weight))
    .map((line) => runsOf(line, weight));
  const leading = size * lineHeight;
  return { lines, size, leading, weight, height: lines.length * leading };
};

const widthIn = (text: string, weight: Weight): number => widthOfRuns(runsOf(text, weight));

const breakLine = (paragraph: string, limit: number, weight: Weight): string[] => {
  const lines: string[] = [];
  let line = '';
  let width = 0;
  for (const token of paragraph.split(/(?<=\s)(?=\S)/)) {
    const tokenWidth = widthIn(token.trimEnd(), weight);
    if (line !== '' && width + tokenWidth > limit) {
      lines.push(line.trimEnd());
      line = '';
      width = 0;
    }
    if (tokenWidth > limit) {
      const pieces = breakWord(token, limit, weight);
      line = pieces.pop() ?? '';
      lines.push(...pieces);
      width = widthIn(line, weight);
      continue;
    }
    line += token;
    width += widthIn(token, weight);
  }
  return [...lines, line.trimEnd()];
};

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

const breakWord = (word: string, limit: number, weight: Weight): string[] => {
  const pieces: string[] = [];
  let piece = '';
  let width = 0;
  for (const { segment } of segmenter.segment(word)) {
    const segmentWidth = widthIn(segment, weight);
    if (piece !== '' && width + segmentWidth > limit) {
      pieces.push(piece);
      piece = '';
      width = 0;
    }
    piece += segment;
    width += segmentWidth;
  }
  return [...pieces, piece];
};

/** The first of several sizes at which the text needs no more than `maxHeight`; the last one otherwise, cut to fit. */
export const fitText = (
  text: string,
  box: { width: number; maxHeight: number },
  sizes: readonly number[],
  options: Omit<BlockOptions, 'size'> = {},
): Block => {
  let block: Block | undefined;
  for (const size of sizes) {
    block = setText(text, box.width, { ...options, size });
    if (block.height <= box.maxHeight) return block;
  }
  if (!block) throw new Error('fitText needs a size');
  return cutTo(block, box.maxHeight);
};

/** Keeps the lines that fit; the last one ends with an ellipsis when something is left out. */
export const cutTo = (block: Block, maxHeight: number): Block => {
  const fitting = Math.max(0, Math.floor(maxHeight / block.leading));
  if (block.lines.length <= fitting) return block;
  const lines = block.lines.slice(0, fitting);
  const last = lines.at(-1);
  if (last) lines[lines.length - 1] = [...last, ...runsOf(' …', block.weight)];
  return { ...block, lines, height: lines.length * block.leading };
};

import bidiFactory from 'bidi-js';
import type { FontFamily, Weight } from './asset-list.ts';
import { chainFor, clustersOf, ISOLATE, type Cluster } from './clusters.ts';
import type { Glyph, OpenFont } from './shaper.ts';

/** Glyphs of one font, from left to right. */
export interface Run {
  font: OpenFont;
  /** The text in logical order. */
  text: string;
  glyphs: Glyph[];
  isRightToLeft: boolean;
  /** The width at font size 1. */
  width: number;
}

/** One line: its runs from left to right. */
export interface TextLine {
  /** The text in logical order, with direction controls. */
  readonly text: string;
  readonly runs: readonly Run[];
  readonly width: number;
}

export interface Face {
  role: 'heading' | 'body';
  weight: Weight;
}

const bidi = bidiFactory();

/**
 * Latin, Greek, Cyrillic and Armenian text without direction controls, for which the bidirectional algorithm is not
 * needed.
 */
const FROM_LEFT = /^[\0-\u058f]*$/;

const LINES_KEPT = 5_000;

/** Sets text in the fonts of one document. */
export class Typesetter {
  readonly #families: Record<Face['role'], FontFamily>;
  readonly language: string;
  /** Cache of words and lines, because text is measured many times before it fits, and then drawn. */
  readonly #lines = new Map<string, TextLine>();

  constructor(families: Record<Face['role'], FontFamily>, language: string) {
    this.#families = families;
    this.language = language;
  }

  /** Whether text is right-to-left, according to its first strong letter. */
  isRightToLeft(text: string): boolean {
    if (FROM_LEFT.test(text)) return false;
    const { paragraphs } = bidi.getEmbeddingLevels(text, 'auto');
    return ((paragraphs[0]?.level ?? 0) & 1) === 1;
  }

  /** The width of text at font size 1. */
  widthOf(text: string, face: Face, isRightToLeft = this.isRightToLeft(text)): number {
    return this.line(text, face, isRightToLeft).width;
  }

  /** One line of text with its parts in visual order. It is cached, so it must not be changed. */
  line(text: string, face: Face, isRightToLeft = this.isRightToLeft(text)): TextLine {
    const key = `${face.role} ${face.weight} ${isRightToLeft} ${text}`;
    const known = this.#lines.get(key);
    if (known) return known;
    const line = this.#set(text, face, isRightToLeft);
    if (this.#lines.size > LINES_KEPT) this.#lines.clear();
    this.#lines.set(key, line);
    return line;
  }

  #set(text: string, face: Face, isRightToLeft: boolean): TextLine {
    const chain = chainFor(this.#families[face.role], text, this.language);
    const clusters = clustersOf(text, chain, face.weight);
    const whole = clusters.map((cluster) => cluster.text).join('');
    const levels =
      FROM_LEFT.test(whole) && !isRightToLeft
        ? new Uint8Array(whole.length)
        : bidi.getEmbeddingLevels(whole, isRightToLeft ? 'rtl' : 'ltr').levels;
    const pieces = piecesOf(clusters, levels);
    const runs = inVisualOrder(pieces).map((piece) => this.#shaped(piece));
    return { text: whole, runs, width: runs.reduce((sum, { width }) => sum + width, 0) };
  }

  #shaped({ font, text, level }: Piece): Run {
    const isRightToLeft = (level & 1) === 1;
    const glyphs = font.shape(text, isRightToLeft, this.language);
    return { font, text, glyphs, isRightToLeft, width: glyphs.reduce((sum, { advance }) => sum + advance, 0) };
  }
}

interface Piece {
  font: OpenFont;
  text: string;
  level: number;
}

/** Groups adjacent clusters of one font and one direction. Direction controls are omitted. */
const piecesOf = (clusters: readonly Cluster[], levels: Uint8Array): Piece[] => {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { font, text } of clusters) {
    const level = levels[at] ?? 0;
    at += text.length;
    if (ISOLATE.test(text)) continue;
    const last = pieces.at(-1);
    if (last && last.font === font && last.level === level) last.text += text;
    else pieces.push({ font, text, level });
  }
  return pieces;
};

/** Visual order by Unicode's rule L2: from the highest level to 1, every run at that level or above is reversed. */
const inVisualOrder = (pieces: readonly Piece[]): Piece[] => {
  const order = [...pieces];
  const highest = Math.max(0, ...order.map(({ level }) => level));
  for (let level = highest; level >= 1; level--) {
    for (let from = 0; from < order.length; from++) {
      if ((order[from]?.level ?? 0) < level) continue;
      let to = from;
      while (to < order.length && (order[to]?.level ?? 0) >= level) to++;
      order.splice(from, to - from, ...order.slice(from, to).reverse());
      from = to;
    }
  }
  return order;
};

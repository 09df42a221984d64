import { GlyphBook, textOfCluster } from './glyph-book.ts';
import { fontNamed } from './shaper.ts';
import type { Block } from './text.ts';
import type { TextLine, Run } from './typesetter.ts';

const figure = (value: number): string => String(Math.round(value * 1000) / 1000);
const figures = (...values: number[]): string => values.map(figure).join(' ');

const rgb = (color: string): string =>
  [1, 3, 5].map((at) => figure(Number.parseInt(color.slice(at, at + 2), 16) / 255)).join(' ');

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

/** A transformation matrix, in the order of the operands of `cm`. */
export type Matrix = readonly [number, number, number, number, number, number];

type Align = 'left' | 'center' | 'right';

/** A part of a page that is tagged for screen readers. */
export interface TaggedPart {
  tag: 'H1' | 'H2' | 'P' | 'Figure';
  mcid: number;
  /** Alternative text of a picture. */
  alt?: string;
}

const utf16 = (text: string): string =>
  `FEFF${Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0')).join('')}`;

/**
 * Writes one content stream. It replaces the library's page methods, because pages can then share one stream for their
 * common content. Coordinates are in points from the lower left corner.
 */
export class Canvas {
  readonly #book: GlyphBook;
  readonly #operators: string[] = [];
  readonly parts: TaggedPart[] = [];
  #nextMcid: number;

  constructor(book: GlyphBook, firstMcid = 0) {
    this.#book = book;
    this.#nextMcid = firstMcid;
  }

  get nextMcid(): number {
    return this.#nextMcid;
  }

  /** Tags everything that `draw` draws as one part. */
  tagged(tag: TaggedPart['tag'], draw: () => void, alt?: string): void {
    const mcid = this.#nextMcid++;
    this.parts.push({ tag, mcid, ...(alt === undefined ? {} : { alt }) });
    this.#operators.push(`/${tag} <</MCID ${mcid}>> BDC`);
    draw();
    this.#operators.push('EMC');
  }

  /** Marks everything that `draw` draws as decorative, so that screen readers skip it. */
  artifact(draw: () => void): void {
    this.#operators.push('/Artifact BMC');
    draw();
    this.#operators.push('EMC');
  }

  fill(box: Box, color: string): void {
    this.#operators.push(`${rgb(color)} rg ${figures(box.x, box.y, box.width, box.height)} re f`);
  }

  /** Fills several boxes in one color. */
  fillAll(boxes: readonly Box[], color: string): void {
    const paths = boxes.map((box) => `${figures(box.x, box.y, box.width, box.height)} re`);
    this.#operators.push(`${rgb(color)} rg ${paths.join(' ')} f`);
  }

  fillRounded(box: Box, radius: number, color: string): void {
    this.#operators.push(`${rgb(color)} rg ${roundedPath(box, radius)} f`);
  }

  fillPolygon(points: readonly Point[], color: string): void {
    const [first, ...others] = points;
    if (!first) return;
    const lines = others.map(({ x, y }) => `${figures(x, y)} l`).join(' ');
    this.#operators.push(`${rgb(color)} rg ${figures(first.x, first.y)} m ${lines} h f`);
  }

  fillCircle(centre: Point, radius: number, color: string): void {
    const box = { x: centre.x - radius, y: centre.y - radius, width: 2 * radius, height: 2 * radius };
    this.fillRounded(box, radius, color);
  }

  circle(centre: Point, radius: number, color: string, width: number): void {
    const box = { x: centre.x - radius, y: centre.y - radius, width: 2 * radius, height: 2 * radius };
    this.#operators.push(`q ${rgb(color)} RG ${figure(width)} w ${roundedPath(box, radius)} S Q`);
  }

  line(from: Point, to: Point, color: string, options: { width?: number; dash?: readonly number[] } = {}): void {
    const dash = options.dash ? `[${options.dash.map(figure).join(' ')}] 0 d ` : '';
    this.#operators.push(
      `q ${rgb(color)} RG ${figure(options.width ?? 1)} w ${dash}${figures(from.x, from.y)} m ${figures(to.x, to.y)} l S Q`,
    );
  }

  /** Clips everything that `draw` draws to the box. */
  clipped(box: Box, draw: () => void, radius = 0): void {
    const path = radius > 0 ? roundedPath(box, radius) : `${figures(box.x, box.y, box.width, box.height)} re`;
    this.#operators.push(`q ${path} W n`);
    draw();
    this.#operators.push('Q');
  }

  /** Transforms everything that `draw` draws by a matrix. */
  transformed(matrix: Matrix, draw: () => void): void {
    this.#operators.push(`q ${figures(...matrix)} cm`);
    draw();
    this.#operators.push('Q');
  }

  /** Draws the XObject `name` with its unit square mapped by a matrix. */
  image(name: string, matrix: Matrix): void {
    this.#operators.push(`q ${figures(...matrix)} cm /${name} Do Q`);
  }

  /** Draws one line of text; `y` is its base line. */
  text(line: TextLine, at: Point, style: { size: number; color: string; spacing?: number }): void {
    let { x } = at;
    for (const run of line.runs) {
      this.#run(run, { x, y: at.y }, style);
      x += run.width * style.size + run.glyphs.length * (style.spacing ?? 0);
    }
    this.#wordBreak(line, { x, y: at.y }, style);
  }

  /** Writes a space after a line, because tagged text would otherwise continue the word on the next line. */
  #wordBreak({ runs }: TextLine, at: Point, style: { size: number; color: string }): void {
    const run = runs.findLast((each) => !GlyphBook.isColored(each));
    if (run?.font.has(SPACE.charCodeAt(0)) !== true) return;
    const glyphs = run.font.shape(SPACE, false, 'en');
    this.#glyphs({ ...run, text: SPACE, glyphs, isRightToLeft: false }, at, { size: style.size, color: style.color });
  }

  /** Draws a block of lines whose upper edge is at `top`. Returns its lower edge. */
  block(block: Block, at: { x: number; top: number; align?: Align }, color: string): number {
    let y = at.top - block.size * 1.02 - (block.leading - block.size * 1.36) / 2;
    for (const [index, line] of block.lines.entries()) {
      if (line.runs.length > 0) {
        const free = block.width - line.width * block.size;
        const align = at.align ?? (block.isRightToLeft[index] ? 'right' : 'left');
        const share = { left: 0, center: 0.5, right: 1 }[align];
        this.text(line, { x: at.x + free * share, y }, { size: block.size, color });
      }
      y -= block.leading;
    }
    return at.top - block.height;
  }

  #run(run: Run, at: Point, style: { size: number; color: string; spacing?: number }): void {
    if (!GlyphBook.isColored(run)) {
      this.#glyphs(run, at, style);
      return;
    }
    this.#operators.push(`/Span <</ActualText <${utf16(run.text)}>>> BDC`);
    this.#colored(run, at, style.size);
    this.#operators.push('EMC');
  }

  /** Draws colored glyphs as pictures, with the invisible text on top of them, so that it can be copied. */
  #colored(run: Run, at: Point, size: number): void {
    let { x } = at;
    for (const glyph of run.glyphs) {
      const name = this.#book.picture(run.font, glyph.id);
      this.image(name, [size, 0, 0, size, x + glyph.dx * size, at.y + glyph.dy * size]);
      x += glyph.advance * size;
    }
    const font = fontNamed('outlined-emoji', 'regular');
    const glyphs = font.shape(run.text, false, 'en');
    this.#glyphs({ ...run, font, glyphs }, at, { size, color: '#000000', invisible: true });
  }

  #glyphs(run: Run, at: Point, style: { size: number; color: string; spacing?: number; invisible?: boolean }): void {
    const name = this.#book.nameOf(run.font);
    const writtenClusters = new Set<number>();
    const { size, color, spacing = 0, invisible = false } = style;
    const parts: string[] = [];
    let { x } = at;
    let shown: string[] = [];
    const flush = (): void => {
      if (shown.length > 0) parts.push(`[${shown.join(' ')}] TJ`);
      shown = [];
    };
    const moveTo = (px: number, py: number): void => {
      flush();
      parts.push(`1 0 0 1 ${figures(px, py)} Tm`);
    };
    moveTo(x, at.y);
    const letters = new Set(run.glyphs.filter(({ advance }) => advance > 0).map(({ cluster }) => cluster));
    const marks: (Point & { name: string })[] = [];
    for (const glyph of run.glyphs) {
      // In right-to-left text a mark is drawn before its letter, where PDF readers would split the word.
      if (run.isRightToLeft && glyph.advance === 0 && letters.has(glyph.cluster)) {
        const mark = this.#book.picture(run.font, glyph.id);
        marks.push({ name: mark, x: x + glyph.dx * size, y: at.y + glyph.dy * size });
        continue;
      }
      const isShifted = glyph.dx !== 0 || glyph.dy !== 0;
      if (isShifted) moveTo(x + glyph.dx * size, at.y + glyph.dy * size);
      // If a cluster has several glyphs, the first one gets its text.
      const text = writtenClusters.has(glyph.cluster) ? NO_TEXT : textOfCluster(run, glyph.cluster);
      writtenClusters.add(glyph.cluster);
      shown.push(`<${this.#book.codeOf(run.font, glyph.id, text).toString(16).padStart(4, '0')}>`);
      x += glyph.advance * size + spacing;
      const kern = run.font.widthOf(glyph.id) - glyph.advance;
      if (isShifted) moveTo(x, at.y);
      else if (Math.abs(kern) > 0.0005) shown.push(figure(kern * 1000));
    }
    flush();
    const mode = invisible ? '3 Tr ' : '';
    const end = invisible ? ' 0 Tr' : '';
    this.#operators.push(
      `BT ${mode}${rgb(color)} rg ${figure(spacing)} Tc /${name} ${figure(size)} Tf ${parts.join(' ')}${end} ET`,
    );
    for (const mark of marks) this.image(mark.name, [size, 0, 0, size, mark.x, mark.y]);
  }

  /** The completed stream. */
  finish(): string {
    return this.#operators.join('\n');
  }
}

const SPACE = ' ';

/** A zero-width space. */
const NO_TEXT = '\u200b';

/** Distance of the control points from the ends of a quarter circle, in radii. */
const ARC = 0.5523;

const roundedPath = ({ x, y, width, height }: Box, radius: number): string => {
  const r = Math.min(radius, width / 2, height / 2);
  const c = r * (1 - ARC);
  const [right, top] = [x + width, y + height];
  return [
    `${figures(x + r, y)} m ${figures(right - r, y)} l`,
    `${figures(right - c, y, right, y + c, right, y + r)} c ${figures(right, top - r)} l`,
    `${figures(right, top - c, right - c, top, right - r, top)} c ${figures(x + r, top)} l`,
    `${figures(x + c, top, x, top - c, x, top - r)} c ${figures(x, y + r)} l`,
    `${figures(x, y + c, x + c, y, x + r, y)} c h`,
  ].join(' ');
};

import type { FontBook, Run } from './fonts.ts';
import type { Block } from './text.ts';

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

/**
 * Writes one content stream. Text of many pages is written this way instead of through the library's page methods,
 * because pages then share one stream for what is the same on all of them. Points, from the lower left corner.
 */
export class Canvas {
  readonly #fonts: FontBook;
  readonly #operators: string[] = [];
  #pending: { runs: readonly Run[]; write: () => void }[] = [];

  constructor(fonts: FontBook) {
    this.#fonts = fonts;
  }

  fill(box: Box, color: string): void {
    this.#operators.push(`${rgb(color)} rg ${figures(box.x, box.y, box.width, box.height)} re f`);
  }

  /** Fills several boxes in one colour. */
  fillAll(boxes: readonly Box[], color: string): void {
    const paths = boxes.map((box) => `${figures(box.x, box.y, box.width, box.height)} re`);
    this.#operators.push(`${rgb(color)} rg ${paths.join(' ')} f`);
  }

  fillRounded(box: Box, radius: number, color: string): void {
    this.#operators.push(`${rgb(color)} rg ${roundedPath(box, radius)} f`);
  }

  strokeRounded(box: Box, radius: number, color: string, width = 1): void {
    this.#operators.push(`q ${rgb(color)} RG ${figure(width)} w ${roundedPath(box, radius)} S Q`);
  }

  line(from: Point, to: Point, color: string, options: { width?: number; dash?: readonly number[] } = {}): void {
    const dash = options.dash ? `[${options.dash.map(figure).join(' ')}] 0 d ` : '';
    this.#operators.push(
      `q ${rgb(color)} RG ${figure(options.width ?? 1)} w ${dash}${figures(from.x, from.y)} m ${figures(to.x, to.y)} l S Q`,
    );
  }

  circle(centre: Point, radius: number, color: string, width: number): void {
    const box = { x: centre.x - radius, y: centre.y - radius, width: 2 * radius, height: 2 * radius };
    this.#operators.push(`q ${rgb(color)} RG ${figure(width)} w ${roundedPath(box, radius)} S Q`);
  }

  /** Everything drawn by `draw` shows only inside the box. */
  clipped(box: Box, draw: () => void): void {
    this.#operators.push(`q ${figures(box.x, box.y, box.width, box.height)} re W n`);
    draw();
    this.#operators.push('Q');
  }

  /** Draws the document's XObject `name` with the unit square mapped by a matrix. */
  image(name: string, matrix: readonly [number, number, number, number, number, number]): void {
    this.#operators.push(`q ${figures(...matrix)} cm /${name} Do Q`);
  }

  /** One line of text; `y` is the base line. Returns where it ends. */
  text(runs: readonly Run[], at: Point, style: { size: number; color: string; spacing?: number }): void {
    const spacing = style.spacing ?? 0;
    const index = this.#operators.push('') - 1;
    this.#pending.push({
      runs,
      write: () => {
        const parts = runs.map((run) => `/${run.font} ${figure(style.size)} Tf ${this.#fonts.encode(run)} Tj`);
        this.#operators[index] =
          `BT ${rgb(style.color)} rg ${figure(spacing)} Tc 1 0 0 1 ${figures(at.x, at.y)} Tm ${parts.join(' ')} ET`;
      },
    });
  }

  /** A block of lines with its upper edge at `top`. Returns the lower edge. */
  block(block: Block, at: { x: number; top: number }, color: string): number {
    let y = at.top - block.size * 1.02 - (block.leading - block.size * 1.36) / 2;
    for (const line of block.lines) {
      if (line.length > 0) this.text(line, { x: at.x, y }, { size: block.size, color });
      y -= block.leading;
    }
    return at.top - block.height;
  }

  /** The finished stream; embeds the fonts that its texts need. */
  async finish(): Promise<string> {
    for (const { runs, write } of this.#pending) {
      await this.#fonts.prepare(runs);
      write();
    }
    this.#pending = [];
    return this.#operators.join('\n');
  }
}

/** How far a quarter circle's control points stand from its ends, in radii. */
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

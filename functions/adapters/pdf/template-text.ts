import type { Box } from './canvas.ts';
import type { PageSize, TemplatePlace } from './template.ts';
import { fitText, setText, type Block } from './text.ts';
import type { Typesetter } from './typesetter.ts';

/** The text of a placement, and the position of its block on the page. */
interface PlacedText {
  block: Block;
  x: number;
  /** Upper edge, measured from the lower edge of the page. */
  top: number;
}

interface PlaceText {
  text: string;
  end?: string | undefined;
  kind: 'text' | 'multiline';
  place: Pick<TemplatePlace, 'field' | 'size' | 'align'>;
  /** The box of the placement, from the lower left corner of the page. */
  box: Box;
  page: PageSize;
}

const SMALLEST = 4;
const LARGEST = 40;
const LARGEST_OF_SEVERAL_LINES = 14;
const LINE_HEIGHT = 1.3;

/** Font sizes from the largest to the smallest, each a little smaller than the one before. */
const sizesFrom = (largest: number): number[] => {
  const sizes: number[] = [];
  for (let size = largest; size > SMALLEST; size *= 0.92) sizes.push(Math.floor(size * 10) / 10);
  return [...sizes, SMALLEST];
};

/** Sets the text of a placement as large as possible. Throws if a code would be incomplete. */
export const placeText = (type: Typesetter, input: PlaceText): PlacedText => {
  const { kind, place, box, page } = input;
  const block = place.field === 'code' ? codeBlock(type, input) : textBlock(type, input);
  const free = kind === 'text' ? Math.max(0, (box.height - block.height) / 2) : 0;
  const share = { left: 0, center: 0.5, right: 1 }[place.align ?? 'left'];
  const placed = {
    block,
    // Text that is wider than its placement keeps its alignment, but stays on the page.
    x: within(box.x + (box.width - block.width) * share, 0, page.width - block.width),
    top: within(box.y + box.height - free, block.height, page.height),
  };
  if (place.field === 'code' && !isWhole(placed, page)) throw new Error('The code would be cut off on the page');
  return placed;
};

const within = (value: number, minimum: number, maximum: number): number => Math.max(minimum, Math.min(value, maximum));

const largestOf = ({ kind, place, box, page }: PlaceText): number => {
  const maximum = kind === 'text' ? LARGEST : LARGEST_OF_SEVERAL_LINES;
  const chosen = place.size ?? Math.min(maximum, box.height / LINE_HEIGHT);
  return Math.max(SMALLEST, Math.min(chosen, page.height / LINE_HEIGHT));
};

const inOneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ');

/** Sets text. At least one line is shown, even if the placement is too low for it. */
const textBlock = (type: Typesetter, input: PlaceText): Block => {
  const { kind, box, end } = input;
  const isLine = kind === 'text';
  const text = isLine ? inOneLine(input.text) : input.text;
  const largest = largestOf(input);
  const sizes = sizesFrom(largest);
  // Uses one line if it fits at any size, and several lines only if even the smallest size is too wide.
  const wide = type.widthOf(text, { role: 'body', weight: 'regular' });
  const oneLine = isLine ? sizes.find((size) => wide * size <= box.width) : undefined;
  const lowest = (isLine ? largest : SMALLEST) * LINE_HEIGHT + 1;
  const limits = { width: box.width, maxHeight: Math.max(box.height, lowest) };
  return fitText(type, text, limits, oneLine ? [oneLine] : sizes, { lineHeight: LINE_HEIGHT, end });
};

/**
 * Sets a code on one line, because an incomplete code is useless. It may be wider than its placement, and is set
 * smaller than any other text if the page is too narrow.
 */
const codeBlock = (type: Typesetter, input: PlaceText): Block => {
  const { box, page } = input;
  const text = inOneLine(input.text);
  const wide = type.widthOf(text, { role: 'body', weight: 'regular' });
  const fitting = sizesFrom(largestOf(input)).find((size) => wide * size <= box.width);
  const size = fitting ?? Math.min(SMALLEST, page.width / wide);
  const block = setText(type, text, Infinity, { size, lineHeight: LINE_HEIGHT });
  return { ...block, width: fitting ? box.width : wide * size };
};

/** Tolerance for rounding, too small to be visible. */
const SLACK = 0.01;

const isWhole = ({ block, x, top }: PlacedText, page: PageSize): boolean => {
  const isOneLine = block.lines.length === 1;
  const isAcross = x >= -SLACK && x + block.width <= page.width + SLACK;
  return isOneLine && isAcross && top <= page.height + SLACK && top - block.height >= -SLACK;
};

import { ownMember } from '../../platform/own-member.ts';
import { PDFHexString, PDFString, type PDFObject } from '@cantoo/pdf-lib';
import type { TemplatePlace } from './template.ts';

/** Smallest and largest font size of templates, in points. */
const SMALLEST = 4;
const LARGEST = 200;

type Rgb = readonly [number, number, number];

/** Color operators with the number of their operands. */
const COLORS: Readonly<Record<string, { operands: number; colorOf: (values: readonly number[]) => Rgb }>> = {
  g: { operands: 1, colorOf: ([grey = 0]) => [grey, grey, grey] },
  rg: { operands: 3, colorOf: ([red = 0, green = 0, blue = 0]) => [red, green, blue] },
  k: {
    operands: 4,
    colorOf: ([cyan = 0, magenta = 0, yellow = 0, black = 0]) => [
      (1 - cyan) * (1 - black),
      (1 - magenta) * (1 - black),
      (1 - yellow) * (1 - black),
    ],
  },
};

const hex = (color: Rgb): string =>
  `#${color
    .map((value) =>
      Math.round(Math.min(1, Math.max(0, value)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/**
 * Color and size of the text of a field, from its default appearance (`DA`). Size 0 means automatic and is omitted.
 */
export const appearanceOf = (value: PDFObject | undefined): Pick<TemplatePlace, 'color' | 'size'> => {
  if (!(value instanceof PDFString || value instanceof PDFHexString)) return {};
  // A name may follow the previous token without a space.
  const tokens = value.decodeText().split(/[\s\0]+|(?=\/)/);
  const before = (at: number, count: number): number[] =>
    tokens.slice(Math.max(0, at - count), at).map((token) => Number(token));
  const style: Pick<TemplatePlace, 'color' | 'size'> = {};
  for (const [at, operator] of tokens.entries()) {
    const color = ownMember(COLORS, operator);
    const values = before(at, color?.operands ?? 1);
    if (values.length === 0 || values.some((each) => !Number.isFinite(each))) continue;
    if (color) style.color = hex(color.colorOf(values));
    const [size = 0] = values;
    if (operator === 'Tf' && size > 0) style.size = Math.min(LARGEST, Math.max(SMALLEST, size));
  }
  return style;
};

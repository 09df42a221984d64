import { roundedPoints, type PageSize, type TemplatePlace } from '../../adapters/pdf/template.ts';
import { fieldNamed } from '../../domain/company/settings/template-fields.ts';
import type { TemplateBody } from '../../domain/company/settings/template-schema.ts';
import type { FormValues } from '../../pages/kit/form-values.ts';
import { typedNumber } from '../typed-number.ts';

/** Placements are typed in millimeters; templates store points. */
const POINTS_A_MM = 72 / 25.4;
const CENTS = 100;

export const inMm = (points: number): number => Math.round((points / POINTS_A_MM) * CENTS) / CENTS;

const LENGTHS = ['x', 'y', 'width', 'height'] as const;
const CHOICES = ['size', 'align', 'color', 'font', 'rotation'] as const;

/**
 * A placement as the form shows it: lengths in millimeters, other values as in the API. A value that is not set is
 * empty.
 */
export type ShownPlace = Record<'field' | 'page' | 'at' | (typeof LENGTHS)[number] | (typeof CHOICES)[number], string>;

const text = (value: string | number | undefined): string => (value === undefined ? '' : String(value));

/** `at` is the position among the stored placements; undefined for a new placement. */
export const shownPlace = (place: TemplatePlace, at: number | undefined): ShownPlace => ({
  field: place.field,
  page: text(place.page),
  at: text(at),
  x: text(inMm(place.x)),
  y: text(inMm(place.y)),
  width: text(inMm(place.width)),
  height: text(inMm(place.height)),
  size: text(place.size),
  align: text(place.align),
  color: text(place.color),
  font: text(place.font),
  rotation: text(place.rotation),
});

export const placeName = (row: number, cell: string): string => `places.${row}.${cell}`;

/** Maximum number of placements of a template. */
export const PLACES_MAX = 100;

/**
 * The typed placements, in the order of the form. A color is used only if its checkbox is ticked. At most one placement
 * more than the maximum is read, so that the schema rejects a longer form.
 */
export const typedPlaces = (form: FormValues): ShownPlace[] => {
  const rows: ShownPlace[] = [];
  for (let row = 0; row < PLACES_MAX + 1 && form.has(placeName(row, 'field')); row++) {
    const cell = (name: string): string => form.get(placeName(row, name));
    rows.push({
      field: cell('field'),
      page: cell('page'),
      at: cell('at'),
      x: cell('x'),
      y: cell('y'),
      width: cell('width'),
      height: cell('height'),
      size: cell('size'),
      align: cell('align'),
      color: form.has(placeName(row, 'own')) ? cell('color') : '',
      font: cell('font'),
      rotation: cell('rotation'),
    });
  }
  return rows;
};

const numberOf = (typed: string): number | string => typedNumber(typed) ?? typed;

/**
 * The layout for the API. An unchanged length keeps its exact points. A string that is not a number is passed to the
 * API, which rejects it.
 */
export const layoutOf = (shown: readonly ShownPlace[], stored: readonly TemplatePlace[]): unknown[] =>
  shown.map((row) => {
    const before = row.at === '' ? undefined : stored[Number(row.at)];
    const length = (name: (typeof LENGTHS)[number]): number | string => {
      const typed = numberOf(row[name]);
      if (typeof typed === 'string') return typed;
      return before && inMm(before[name]) === typed ? before[name] : roundedPoints(typed * POINTS_A_MM);
    };
    return {
      field: row.field,
      page: numberOf(row.page),
      ...Object.fromEntries(LENGTHS.map((name) => [name, length(name)])),
      ...(row.size === '' ? {} : { size: numberOf(row.size) }),
      ...(row.align === '' ? {} : { align: row.align }),
      ...(row.color === '' ? {} : { color: row.color }),
      ...(row.font === '' ? {} : { font: row.font }),
      ...(row.rotation === '' ? {} : { rotation: numberOf(row.rotation) }),
    };
  });

/** Width and height of a new field in points, by the kind of the field. */
const NEW_SIZES = { text: [170, 28], multiline: [200, 80], qr: [72, 72], image: [140, 90] } as const;

/** A new field in the middle of its page, with the size for its kind. */
export const newPlace = (field: string, page: number, { width, height }: PageSize): TemplatePlace => {
  const [wide, high] = NEW_SIZES[fieldNamed(field)?.kind ?? 'text'];
  const box = { width: Math.min(wide, width), height: Math.min(high, height) };
  return {
    field,
    page,
    x: roundedPoints((width - box.width) / 2),
    y: roundedPoints((height - box.height) / 2),
    ...box,
  };
};

/** Initial positions of fields for a template without form fields. They fit on the smallest allowed page. */
export const FIRST_LAYOUT: NonNullable<TemplateBody['layout']> = [
  { field: 'title', page: 1, x: 15, y: 15, width: 180, height: 28 },
  { field: 'amount', page: 1, x: 15, y: 48, width: 100, height: 28 },
  { field: 'code', page: 1, x: 15, y: 81, width: 180, height: 28 },
  { field: 'qr', page: 1, x: 15, y: 114, width: 72, height: 72 },
];

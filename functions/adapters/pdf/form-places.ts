import { templates } from '../../platform/messages/templates.ts';
import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFString,
  type PDFDocument,
  type PDFObject,
  type PDFPage,
} from '@cantoo/pdf-lib';
import { appearanceOf } from './default-appearance.ts';
import type { Layers } from './layers.ts';
import { shownBox } from './page-box.ts';
import { damagedTemplate, TemplateRefused } from './template-refused.ts';
import { roundedPoints, type Quarter, type TemplatePlace } from './template.ts';

/** A widget of a form field, with its dictionary and those of its ancestors. */
interface Widget {
  name: string;
  dict: PDFDict;
  chain: readonly PDFDict[];
}

/** Maximum nesting of fields. Common programs write two levels. */
const MAX_LEVELS = 32;

const textOf = (value: PDFObject | undefined): string | undefined =>
  value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : undefined;

/** The value of an entry of a field, or of its nearest ancestor that has it. */
const inheritedValue = (chain: readonly PDFDict[], key: string): PDFObject | undefined =>
  chain.map((dict) => dict.lookup(PDFName.of(key))).find((value) => value !== undefined);

/** The dictionaries of an optional array. Throws `TemplateRefused` for other entries. */
const dictsIn = (dict: PDFDict, key: string): PDFDict[] => {
  const list = dict.lookup(PDFName.of(key));
  if (list === undefined) return [];
  if (!(list instanceof PDFArray)) throw damagedTemplate();
  return list.asArray().map((_, at) => {
    const entry = list.lookup(at);
    if (!(entry instanceof PDFDict)) throw damagedTemplate();
    return entry;
  });
};

/** The widgets of all form fields. Throws `TemplateRefused` for a damaged form. */
const widgetsOf = (form: PDFDict): Widget[] => {
  const widgets: Widget[] = [];
  const visited = new Set<PDFDict>();
  const visit = (dict: PDFDict, names: readonly string[], above: readonly PDFDict[]): void => {
    if (above.includes(dict) || above.length > MAX_LEVELS) {
      throw new TemplateRefused(templates('pdf_fields_circular'));
    }
    // Some programs list a field twice.
    if (visited.has(dict)) return;
    visited.add(dict);
    const part = textOf(dict.lookup(PDFName.of('T')));
    const path = part === undefined ? names : [...names, part];
    const chain = [dict, ...above];
    const kids = dictsIn(dict, 'Kids');
    if (kids.length > 0) {
      for (const kid of kids) visit(kid, path, chain);
      return;
    }
    const name = path.join('.');
    if (!(inheritedValue(chain, 'FT') instanceof PDFName)) {
      throw new TemplateRefused(templates('pdf_field_without_type', { name }));
    }
    widgets.push({ name, dict, chain });
  };
  for (const field of dictsIn(form, 'Fields')) visit(field, [], []);
  return widgets;
};

/** The placements of the form fields. A field may have several. Throws `TemplateRefused` for a damaged form. */
export const formFieldPlaces = (source: PDFDocument, pages: readonly PDFPage[], layers: Layers): TemplatePlace[] => {
  const form = source.catalog.lookup(PDFName.of('AcroForm'));
  if (form === undefined) return [];
  if (!(form instanceof PDFDict)) throw damagedTemplate();
  const pageOf = new Map<PDFDict, number>();
  for (const [at, page] of pages.entries()) {
    for (const annotation of page.node.Annots()?.asArray() ?? []) {
      const dict = source.context.lookup(annotation);
      if (dict instanceof PDFDict) pageOf.set(dict, at);
    }
  }
  return widgetsOf(form).flatMap(({ name, dict, chain }): TemplatePlace[] => {
    const at = pageOf.get(dict);
    const page = at === undefined ? undefined : pages[at];
    // Skips a hidden field, and one that no page lists because its page was deleted.
    if (at === undefined || !page || isHidden(dict, layers)) return [];
    const box = shownBox(page);
    const { x, y, width, height } = rectangleOf(dict, name);
    return [
      {
        field: name,
        page: at + 1,
        x: roundedPoints(x - box.x),
        y: roundedPoints(box.y + box.height - y - height),
        width: roundedPoints(width),
        height: roundedPoints(height),
        ...alignOf(chain),
        ...appearanceOf(inheritedValue([...chain, form], 'DA')),
        ...rotationOf(dict),
      },
    ];
  });
};

/** Flags of annotations that are hidden or not shown on screens. */
const HIDDEN = 0x02 | 0x20;

const isHidden = (dict: PDFDict, layers: Layers): boolean => {
  const flags = dict.lookup(PDFName.of('F'));
  const isFlagged = flags instanceof PDFNumber && (flags.asNumber() & HIDDEN) !== 0;
  return isFlagged || layers.isHidden(dict.lookup(PDFName.of('OC')));
};

const rectangleOf = (dict: PDFDict, name: string) => {
  const rectangle = dict.lookup(PDFName.of('Rect'));
  const corners = rectangle instanceof PDFArray ? rectangle.asArray().map((_, at) => rectangle.lookup(at)) : [];
  const [left, bottom, right, top] = corners.map((each) => (each instanceof PDFNumber ? each.asNumber() : Number.NaN));
  if (corners.length !== 4 || [left, bottom, right, top].some((each) => !Number.isFinite(each))) {
    throw new TemplateRefused(templates('pdf_field_without_rectangle', { name }));
  }
  const [x, y] = [Math.min(left ?? 0, right ?? 0), Math.min(bottom ?? 0, top ?? 0)];
  return { x, y, width: Math.abs((right ?? 0) - (left ?? 0)), height: Math.abs((top ?? 0) - (bottom ?? 0)) };
};

const alignOf = (chain: readonly PDFDict[]): Pick<TemplatePlace, 'align'> => {
  const quadding = inheritedValue(chain, 'Q');
  if (!(quadding instanceof PDFNumber)) return {};
  return { align: (['left', 'center', 'right'] as const)[quadding.asNumber()] };
};

const isQuarter = (degrees: number): degrees is Quarter => degrees === 90 || degrees === 180 || degrees === 270;

/** The rotation of a field's text: 90, 180 or 270 degrees. Other angles are not defined. */
const rotationOf = (dict: PDFDict): Pick<TemplatePlace, 'rotation'> => {
  const characteristics = dict.lookup(PDFName.of('MK'));
  const turned = characteristics instanceof PDFDict ? characteristics.lookup(PDFName.of('R')) : undefined;
  const degrees = turned instanceof PDFNumber ? ((turned.asNumber() % 360) + 360) % 360 : 0;
  return isQuarter(degrees) ? { rotation: degrees } : {};
};

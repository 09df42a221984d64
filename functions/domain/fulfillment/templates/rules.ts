import type { Text } from '../../../platform/messages/message.ts';
import { templates } from '../../../platform/messages/templates.ts';
import type { TemplatePlace } from '../../../adapters/pdf/template.ts';
import { ApiError, conflict, invalid, type FieldErrors } from '../../../platform/errors.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { fieldNamed } from '../../company/settings/template-fields.ts';
import type { TemplateRow } from './rows.ts';
import type { TemplateBody } from '../../company/settings/template-schema.ts';

export const isActive = ({ pdf_templates: active }: Pick<CompanyRow, 'pdf_templates'>, row: TemplateRow): boolean =>
  row.kind === 'default'
    ? active?.slots.all === undefined
    : Object.values(active?.slots ?? {}).some((slot) => slot.id === row.id);

export const placesOf = (row: Pick<TemplateRow, 'layout' | 'formPlaces'>): TemplatePlace[] =>
  row.layout ?? row.formPlaces;

/** 422 with the fault of the file. */
export const templateInvalid = (message: Text): ApiError => invalid('file', message, 'template_invalid');

/** 409 for a change to an active template, because cards are made with it. */
export const templateActive = (): ApiError => conflict('template_active', templates('template_active'));

/** Tolerance in points: a placement may exceed the page invisibly, because programs round coordinates. */
const SLACK_POINTS = 1;

/** The fault of a PDF that has neither form fields nor a layout. */
export const NO_FORM_FIELDS =
  'The PDF has no form fields, and there is no layout: there is no place for the code. Send a layout with it.';

/** The fault of a placement; null if the placement is valid. */
const faultOfPlace = (place: TemplatePlace, pages: TemplateRow['pages']): Text | null => {
  if (!fieldNamed(place.field)) return templates('field_unknown_named', { field: place.field });
  const page = pages[place.page - 1];
  if (!page) return templates('place_page_missing', { field: place.field, page: place.page });
  const isInside =
    place.x >= -SLACK_POINTS &&
    place.y >= -SLACK_POINTS &&
    place.x + place.width <= page.width + SLACK_POINTS &&
    place.y + place.height <= page.height + SLACK_POINTS;
  return isInside ? null : templates('place_outside_page', { field: place.field });
};

/**
 * Throws 422 `template_invalid` with every fault of the placements: under `file`, or under `layout` and `layout.<n>`.
 */
export const assertPlaces = (row: Pick<TemplateRow, 'pages' | 'formPlaces'>, layout: TemplateBody['layout']): void => {
  const places = layout ?? row.formPlaces;
  if (!layout && places.length === 0) throw templateInvalid(NO_FORM_FIELDS);
  const faults: FieldErrors = {};
  const add = (field: string, fault: Text): void => void (faults[field] ??= []).push(fault);
  for (const [at, place] of places.entries()) {
    const fault = faultOfPlace(place, row.pages);
    if (fault !== null) add(layout ? `layout.${at}` : 'file', fault);
  }
  if (!places.some(({ field }) => field === 'code')) add(layout ? 'layout' : 'file', templates('code_place_missing'));
  const [first] = Object.values(faults).flat();
  if (first !== undefined) throw new ApiError(422, 'template_invalid', first, { fields: faults });
};

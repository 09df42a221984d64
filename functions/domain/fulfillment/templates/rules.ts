import type { Text } from '../../../platform/messages/message.ts';
import { templates } from '../../../platform/messages/templates.ts';
import type { TemplatePlace } from '../../../adapters/pdf/template.ts';
import { conflict, invalid, type ApiError } from '../../../platform/errors.ts';
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
export const templateInvalid = (field: string, message: Text): ApiError => invalid(field, message, 'template_invalid');

/** 409: an active template cannot change, because cards are made with it. */
export const templateActive = (): ApiError => conflict('template_active', templates('template_active'));

/** Tolerance in points: a placement may exceed the page invisibly, because programs round. */
const SLACK_POINTS = 1;

/** A PDF without form fields, and without a layout. */
export const NO_FORM_FIELDS =
  'The PDF has no form fields, and there is no layout: there is no place for the code. Send a layout with it.';

/** The placements of a template. Throws 422 `template_invalid` under `file`, or under `layout.<n>`. */
export const assertPlaces = (row: Pick<TemplateRow, 'pages' | 'formPlaces'>, layout: TemplateBody['layout']): void => {
  const places = layout ?? row.formPlaces;
  const fieldOf = (at: number): string => (layout ? `layout.${at}` : 'file');
  for (const [at, place] of places.entries()) {
    if (!fieldNamed(place.field)) {
      throw templateInvalid(fieldOf(at), templates('field_unknown_named', { field: place.field }));
    }
    const page = row.pages[place.page - 1];
    if (!page)
      throw templateInvalid(fieldOf(at), templates('place_page_missing', { field: place.field, page: place.page }));
    const isInside =
      place.x >= -SLACK_POINTS &&
      place.y >= -SLACK_POINTS &&
      place.x + place.width <= page.width + SLACK_POINTS &&
      place.y + place.height <= page.height + SLACK_POINTS;
    if (!isInside) throw templateInvalid(fieldOf(at), templates('place_outside_page', { field: place.field }));
  }
  if (!layout && places.length === 0) throw templateInvalid('file', NO_FORM_FIELDS);
  if (!places.some(({ field }) => field === 'code')) {
    const where = layout ? 'layout' : 'file';
    throw templateInvalid(where, templates('code_place_missing'));
  }
};

import { localize } from '../localize.ts';
import { loadTemplate } from '../../domain/fulfillment/templates/load.ts';
import { drawTemplatePage } from '../../domain/fulfillment/templates/preview.ts';
import { placesOf } from '../../domain/fulfillment/templates/rules.ts';
import { templateBody } from '../../domain/company/settings/template-schema.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import type { PageLanguage } from '../../platform/page-languages.ts';
import { validate } from '../../pipeline/parse.ts';
import { deskEndpoint } from '../endpoint.ts';
import { pictureReply } from './picture-reply.ts';
import { deskDrawTemplate } from './routes.ts';
import { withFieldName } from '../texts/template-editor.ts';
import { layoutOf, typedPlaces, type ShownPlace } from './template-form.ts';

/** Draws a page of the card with the placements of the form, without saving them. */
export const handler = deskEndpoint(deskDrawTemplate, async ({ company, request, form, language }) => {
  const id = request.params['template_id'] ?? '';
  const { row } = await loadTemplate(company.slug, id);
  const shown = typedPlaces(form);
  try {
    const { layout: places } = validate(templateBody(), { name: row.name, layout: layoutOf(shown, placesOf(row)) });
    return pictureReply(await drawTemplatePage(company.slug, id, { page: Number(form.get('shown') || 1), places }));
  } catch (error) {
    throw error instanceof ApiError ? nameField(language, error, shown) : error;
  }
});

/** Replaces the position of a placement in a refusal with the name of its field. */
const nameField = (language: PageLanguage, error: ApiError, shown: readonly ShownPlace[]): ApiError => {
  const [path = '', [fault = ''] = []] = Object.entries(error.faults)[0] ?? [];
  const field = shown[Number(/^layout\.(\d+)/.exec(path)?.[1])]?.field;
  return field === undefined
    ? error
    : invalid(path, withFieldName(language, localize({ language }, fault), field), error.code);
};

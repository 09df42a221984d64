import { loadTemplate, type LoadedTemplate } from '../../domain/fulfillment/templates/load.ts';
import { placesOf } from '../../domain/fulfillment/templates/rules.ts';
import { updateTemplate } from '../../domain/fulfillment/templates/update.ts';
import { templateBody, type TemplateBody } from '../../domain/company/settings/template-schema.ts';
import { fieldNamed } from '../../domain/company/settings/template-fields.ts';
import { notFound } from '../../platform/errors.ts';
import { once } from '../../storage/idempotency.ts';
import { validate } from '../../pipeline/parse.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { deskEndpoint } from '../endpoint.ts';
import { formIdempotency, refusalFrom } from '../form-idempotency.ts';
import type { DeskVisit } from '../visit.ts';
import { templatePage } from './pages/template.ts';
import { deskChangePlaces as route } from './routes.ts';
import { layoutOf, newPlace, shownPlace, typedPlaces, type ShownPlace } from './template-form.ts';

const REMOVE = /^remove\.(\d+)$/;

/** Buttons that add or remove a field only show the form again. Nothing is stored until the user saves. */
export const handler = deskEndpoint(route, async (visit) => {
  const { company, form } = visit;
  const id = visit.request.params['template_id'] ?? '';
  const loaded = await loadTemplate(company.slug, id);
  if (loaded.row.state === 'retired' || loaded.row.kind === 'default') throw notFound('template');
  const shown = typedPlaces(form);
  const step = form.get('step');
  const removed = REMOVE.exec(step)?.[1];
  if (removed !== undefined) {
    return templatePage(visit, loaded, { shown: shown.filter((_row, at) => at !== Number(removed)) });
  }
  if (step === 'add')
    return templatePage(visit, loaded, { shown: [...shown, ...addedPlaces(visit, loaded)], opens: shown.length });
  try {
    const body = typedTemplate(visit, loaded, shown);
    const idempotency = formIdempotency(visit, route, { id, ...body });
    await once(idempotency, () =>
      updateTemplate({ company: company.slug, id, body, ifMatch: form.get('seen'), idempotency }),
    );
    return seeOther(`/desk/templates/${id}?outcome=saved`);
  } catch (error) {
    return templatePage(visit, await loadTemplate(company.slug, id), { shown, refusal: refusalFrom(error) });
  }
});

/** The typed template, in the form of the API's PUT body. Throws 422. */
const typedTemplate = ({ form }: DeskVisit, { row }: LoadedTemplate, shown: readonly ShownPlace[]): TemplateBody =>
  validate(templateBody(), {
    name: form.get('name'),
    product_type: form.get('product_type') === '' ? null : form.get('product_type'),
    layout: layoutOf(shown, placesOf(row)),
  });

const addedPlaces = ({ form }: DeskVisit, { row }: LoadedTemplate): ShownPlace[] => {
  const field = form.get('add');
  const number = Number(form.get('add_page') || 1);
  const page = row.pages[number - 1];
  return fieldNamed(field) && page ? [shownPlace(newPlace(field, number, page), undefined)] : [];
};

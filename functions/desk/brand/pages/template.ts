import { joinLines } from '../../../platform/join-lines.ts';
import type { Text } from '../../../platform/messages/message.ts';
import { html, raw } from 'hono/html';
import { PRODUCT_TYPES, TEMPLATE_FIELDS } from '../../../domain/company/settings/template-fields.ts';
import type { LoadedTemplate } from '../../../domain/fulfillment/templates/load.ts';
import { templateTag } from '../../../domain/fulfillment/templates/present.ts';
import { isActive, placesOf } from '../../../domain/fulfillment/templates/rules.ts';
import type { ApiError } from '../../../platform/errors.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { newGuid } from '../../guid.ts';
import { deskPage, tokenField } from '../../layout.ts';
import { backLink } from '../../pages/back-link.ts';
import { messages, refusalText } from '../../pages/notices.ts';
import { fieldName, templateWord, withFieldName, type TemplateWord } from '../../texts/template-editor.ts';
import type { DeskVisit } from '../../visit.ts';
import { seenVersion } from '../../seen-version.ts';
import { PLACES_MAX, shownPlace, type ShownPlace } from '../template-form.ts';
import { placeRow } from './template-place.ts';
import { sheets } from './template-sheets.ts';
import { FORM_TEXTS } from '../../texts/forms.ts';

interface TemplateView {
  outcome?: string | undefined;
  /** The placements as typed; absent: the stored ones. */
  shown?: ShownPlace[];
  /** The position of the placement whose numbers are expanded. */
  opens?: number;
  refusal?: ApiError;
}

const DONE = ['saved', 'uploaded'] as const;

/**
 * The fields of a template, as boxes that can be dragged on its pages, and as numbers. Typed values are kept until they
 * are saved.
 */
export const templatePage = async (visit: DeskVisit, loaded: LoadedTemplate, how: TemplateView): Promise<Reply> => {
  const { row, company } = loaded;
  const { refusal } = how;
  const { brand: t } = visit.t;
  const word = (name: TemplateWord): string => templateWord(visit.language, name);
  const stored = placesOf(row);
  const rows = how.shown ?? stored.map(shownPlace);
  const isInUse = isActive(company, row);
  const tag = templateTag(row, company);
  // A field that is added or removed is not saved yet, so the form keeps its version.
  const seen = how.shown && refusal === undefined ? visit.form.get('seen') : seenVersion(visit, refusal, tag);
  const done = DONE.find((each) => each === how.outcome);
  return deskPage(visit, {
    title: row.name,
    place: 'brand',
    refusal,
    content: html`${backLink('/desk/brand', word('back'))}
      <h1>${row.name}</h1>
      ${messages({ fault: refusal && faultOf(visit, refusal, rows), done: done && t[done] })}
      <p>${isInUse ? word('inUse') : word('text')}</p>
      <form
        class="side-by-side template-form"
        method="post"
        action="/desk/templates/${row.id}"
        novalidate
        ${isInUse ? none : raw('data-places data-edits')}
      >
        ${tokenField(visit)}<input type="hidden" name="guid" value="${newGuid()}" />
        <input type="hidden" name="seen" value="${seen}" />
        ${
          // The Enter key activates the first button of a form, so the button that saves must come first.
          isInUse
            ? none
            : html`<button class="visually-hidden" name="step" value="save" tabindex="-1" aria-hidden="true">
                ${t.save}
              </button>`
        }
        ${sheets(visit, row, { rows, isUnsaved: how.shown !== undefined, isInUse })}
        <section class="card" aria-labelledby="fields">
          <h2 id="fields">${word('fields')}</h2>
          <fieldset class="plain-group" ${isInUse ? raw('disabled') : none}>
            <legend class="visually-hidden">${word('fields')}</legend>
            <div class="places" id="places">
              ${rows.map((place, at) =>
                placeRow(visit, {
                  place,
                  at,
                  pages: row.pages.length,
                  isOpen: at === how.opens,
                  faults: faultsAt(refusal, at),
                }),
              )}
            </div>
            ${rows.length < PLACES_MAX ? addFieldForm(visit, loaded, rows) : none} ${about(visit, loaded)}
            <p class="hint" role="status" data-when-unsaved ${how.shown ? none : raw('hidden')}>
              ${FORM_TEXTS[visit.language].unsaved}
            </p>
            <div class="row">
              <button name="step" value="save">${t.save}</button>
            </div>
          </fieldset>
        </section>
      </form>
      ${isInUse || how.shown ? none : activationForm(visit, row.id, row.name)}`,
  });
};

/** Activates the stored template. Unsaved fields must be saved first. */
const activationForm = (visit: DeskVisit, id: string, name: string): Markup =>
  html`<form method="post" action="/desk/templates/${id}/change" data-when-saved>
    ${tokenField(visit)}<input type="hidden" name="guid" value="${newGuid()}" />
    <button class="quiet" name="step" value="activate">
      ${visit.t.brand.activate}<span class="visually-hidden"> ${name}</span>
    </button>
  </form>`;

/** Faults of the placement at a position, by the name of the member, such as `x`; empty for the whole placement. */
const faultsAt = (refusal: ApiError | undefined, at: number): Record<string, Text> =>
  Object.fromEntries(
    Object.entries(refusal?.faults ?? {}).flatMap(([path, [fault = '']]): [string, Text][] => {
      const [list, row, cell = ''] = path.split('.');
      return list === 'layout' && row === String(at) ? [[cell, fault]] : [];
    }),
  );

const faultOf = (visit: DeskVisit, refusal: ApiError, rows: readonly ShownPlace[]): string => {
  if (refusal.status === 412) return FORM_TEXTS[visit.language].changedMeanwhile;
  const paths = Object.keys(refusal.faults);
  const names = Object.fromEntries(
    paths.map((path) => {
      const [, row] = path.split('.');
      const field = rows[Number(row)]?.field;
      return [path, field === undefined ? '' : fieldName(visit.language, field)];
    }),
  );
  const text = refusalText(visit, refusal, {});
  const [, row] = paths[0]?.split('.') ?? [];
  // Messages about the placement of a field already name the field.
  const named = withFieldName(visit.language, text, rows[Number(row)]?.field);
  return named === text ? refusalText(visit, refusal, { name: visit.t.brand.uploadName, ...names }) : named;
};

/**
 * The form that adds a field. It offers fields for the product type of the template, starting with those that are not
 * placed yet.
 */
const addFieldForm = (visit: DeskVisit, { row }: LoadedTemplate, rows: readonly ShownPlace[]): Markup => {
  const word = (name: TemplateWord): string => templateWord(visit.language, name);
  const { productType } = row;
  const fitting = TEMPLATE_FIELDS.filter(
    ({ product_types: types }) => productType === null || types.includes(productType),
  );
  const isPlaced = (name: string): boolean => rows.some(({ field }) => field === name);
  const sorted = [...fitting.filter(({ name }) => !isPlaced(name)), ...fitting.filter(({ name }) => isPlaced(name))];
  return html`<div class="adding" role="group" aria-label="${word('addTitle')}">
    <div>
      <label for="add">${word('addTitle')}</label>
      <select id="add" name="add" data-unstored>
        ${sorted.map(({ name }) => html`<option value="${name}">${fieldName(visit.language, name)}</option>`)}
      </select>
    </div>
    ${
      row.pages.length > 1
        ? html`<div>
            <label for="add_page">${word('page')}</label>
            <select id="add_page" name="add_page" data-unstored>
              ${row.pages.map((_page, at) => html`<option value="${String(at + 1)}">${String(at + 1)}</option>`)}
            </select>
          </div>`
        : none
    }
    <button class="quiet" name="step" value="add" formaction="/desk/templates/${row.id}#place-${String(rows.length)}">
      ${word('add')}
    </button>
  </div>`;
};

/** Fields for the name and the product type, which are saved by the same request. */
const about = (visit: DeskVisit, { row }: LoadedTemplate): Markup => {
  const { form } = visit;
  const { brand: t } = visit.t;
  const isSent = form.has('seen');
  const name = isSent ? form.get('name') : joinLines(row.name);
  const type = isSent ? form.get('product_type') : (row.productType ?? '');
  return html`<label for="name">${t.uploadName}</label>
    <input id="name" name="name" maxlength="80" value="${name}" autocomplete="off" />
    <label for="product_type">${t.for}</label>
    <select id="product_type" name="product_type">
      <option value="">${t.all}</option>
      ${PRODUCT_TYPES.map(
        (each) => html`<option value="${each}" ${each === type ? raw('selected') : none}>${t.types[each]}</option>`,
      )}
    </select>`;
};

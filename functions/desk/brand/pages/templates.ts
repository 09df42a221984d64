import { html, raw } from 'hono/html';
import { PRODUCT_TYPES } from '../../../domain/company/settings/template-fields.ts';
import type { presentTemplate } from '../../../domain/fulfillment/templates/present.ts';
import type { ListPage } from '../../../storage/cursors.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { newGuid } from '../../guid.ts';
import { tokenField } from '../../layout.ts';
import { stateMark } from '../../pages/state-mark.ts';
import { aroundField, type FieldFaults } from '../../pages/field-fault.ts';
import { table } from '../../pages/table.ts';
import { templateWord } from '../../texts/template-editor.ts';
import type { DeskVisit } from '../../visit.ts';

type Template = ReturnType<typeof presentTemplate>;

const pathOf = (id: string): string => `/desk/templates/${encodeURIComponent(id)}`;

/** The card templates of a company, and the upload form. */
export const templateSections = (
  visit: DeskVisit,
  { data, next_cursor: next }: ListPage<object>,
  faults: FieldFaults,
): Markup => {
  const { brand: t, item } = visit.t;
  const name = aroundField(visit, { id: 'name', fault: faults['name'] });
  const file = aroundField(visit, { id: 'file', fault: faults['file'] ?? faults['byte_size'], hint: t.uploadText });
  const templates = data as Template[];
  return html`${table('templates', t.templates, {
      head: [t.template, t.for, item.status, ''],
      rows: templates.map((template) => [
        nameOf(visit, template),
        template.product_type === null ? t.all : t.types[template.product_type],
        stateMark(t.states[template.status] ?? template.status, template.status === 'active' ? 'on' : 'over'),
        acts(visit, template),
      ]),
    })}
    ${
      next === null
        ? none
        : html`<p class="links">
            <a href="/desk/brand?${new URLSearchParams({ starting_after: next }).toString()}"
              >${templateWord(visit.language, 'more')}</a
            >
          </p>`
    }
    <section class="card" aria-labelledby="upload">
      <h2 id="upload">${t.uploadTitle}</h2>
      <p>${t.templatesText}</p>
      <form class="stack" method="post" enctype="multipart/form-data" action="/desk/templates">
        ${tokenField(visit)}<input type="hidden" name="guid" value="${newGuid()}" />
        <label for="name">${t.uploadName}</label>
        <input
          id="name"
          name="name"
          required
          maxlength="80"
          value="${visit.form.get('name')}"
          autocomplete="off"
          ${name.attributes}
        />
        ${name.below}
        <label for="product_type">${t.for}</label>
        <select id="product_type" name="product_type">
          <option value="">${t.all}</option>
          ${PRODUCT_TYPES.map(
            (type) =>
              html`<option value="${type}" ${type === visit.form.get('product_type') ? raw('selected') : none}>
                ${t.types[type]}
              </option>`,
          )}
        </select>
        <label for="file">${t.file}</label>
        <input id="file" name="picture_file" type="file" required accept="application/pdf" ${file.attributes} />
        ${file.below}
        <button>${t.upload}</button>
      </form>
    </section>`;
};

const nameOf = ({ t: { brand: t } }: DeskVisit, { kind, name }: Template): string =>
  kind === 'default' ? t.standard : name;

const acts = (visit: DeskVisit, template: Template): Markup => {
  const { brand: t } = visit.t;
  const name = nameOf(visit, template);
  const button = (step: string, text: string): Markup =>
    html`<button class="quiet" name="step" value="${step}">
      ${text}<span class="visually-hidden"> ${name}</span>
    </button>`;
  const isActive = template.status === 'active';
  const isDefault = template.kind === 'default';
  return html`<form class="acts" method="post" action="${pathOf(template.id)}/change">
    ${tokenField(visit)}<input type="hidden" name="guid" value="${newGuid()}" />
    <a href="${pathOf(template.id)}/preview" target="_blank" rel="noopener"
      >${t.view}<span class="visually-hidden"> ${name}</span></a
    >
    ${
      isDefault
        ? none
        : html`<a href="${pathOf(template.id)}"
            >${templateWord(visit.language, 'edit')}<span class="visually-hidden"> ${name}</span></a
          >`
    }
    ${isActive ? none : button('activate', t.activate)} ${isActive && !isDefault ? button('revert', t.revert) : none}
    ${isActive || isDefault ? none : button('delete', t.delete)}
  </form>`;
};

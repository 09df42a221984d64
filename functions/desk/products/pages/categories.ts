import { html, raw } from 'hono/html';
import { readCategories } from '../../../domain/administration/catalog/categories.ts';
import { listOverview } from '../../../domain/administration/catalog/overview.ts';
import type { ApiError } from '../../../platform/errors.ts';
import { joinLines } from '../../../platform/join-lines.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { decimal } from '../../format.ts';
import { deskPage, tokenField } from '../../layout.ts';
import { backLink } from '../../pages/back-link.ts';
import { aroundField, fieldFaults, type FieldFaults } from '../../pages/field-fault.ts';
import { formFault, messages } from '../../pages/notices.ts';
import { productTexts, type ProductTexts } from '../../texts/products.ts';
import type { DeskVisit } from '../../visit.ts';
import { nameField, NEW_ROWS, placeField, removeField, type Category } from '../category-form.ts';

/** One form that renames, reorders, removes and adds categories. */
export const categoriesPage = async (visit: DeskVisit, refusal?: ApiError): Promise<Reply> => {
  const t = productTexts(visit.language);
  const { slug } = visit.company;
  const [{ headers, body }, products] = await Promise.all([readCategories(slug), listOverview(slug, '')]);
  const { categories } = body as { categories: Category[] };
  const countOf = (id: number): number => products.filter((product) => product.categories.includes(id)).length;
  const isStale = refusal?.status === 412;
  const isTyped = refusal !== undefined && !isStale;
  const rows = [...categories.map(({ id }) => id), ...NEW_ROWS];
  const faults = fieldFaults(isTyped ? refusal : undefined, rows.map(nameField));
  return deskPage(visit, {
    title: t.categories,
    place: 'products',
    refusal,
    content: html`${backLink('/desk/products', t.title)}
      <h1>${t.categories}</h1>
      ${messages({
        fault:
          refusal &&
          (isStale
            ? t.staleCategories
            : formFault(visit, refusal, Object.fromEntries(rows.map((row) => [nameField(row), t.name])))),
        done: visit.request.query['outcome'] === 'saved' ? t.saved : undefined,
      })}
      <p>${t.categoriesText}</p>
      <form class="card stack category-form" method="post" action="/desk/products/categories">
        ${tokenField(visit)}<input type="hidden" name="seen" value="${headers?.['ETag'] ?? ''}" />
        ${categories.map(({ id, name }, at) =>
          row(visit, t, { key: id, name, place: String(at + 1), count: countOf(id), isTyped, faults }),
        )}
        ${NEW_ROWS.map((key) => row(visit, t, { key, name: '', place: '', count: undefined, isTyped, faults }))}
        <button>${t.save}</button>
      </form>`,
  });
};

interface Row {
  key: number | string;
  name: string;
  place: string;
  /** Number of products in the category; undefined for a new one. */
  count: number | undefined;
  /** The form was refused and shows its input. */
  isTyped: boolean;
  faults: FieldFaults;
}

const row = (visit: DeskVisit, t: ProductTexts, { key, name, place, count, isTyped, faults }: Row): Markup => {
  const { form } = visit;
  const shown = (field: string, stored: string): string => (isTyped ? form.get(field) : stored);
  const id = `category-${key}`;
  const isNew = count === undefined;
  const { attributes, below } = aroundField(visit, { id, fault: faults[nameField(key)] });
  return html`<fieldset>
    <legend class="visually-hidden">${isNew ? t.newCategory : name}</legend>
    <div class="member">
      <label for="${id}">${isNew ? t.newCategory : t.name}</label>
      <input
        id="${id}"
        name="${nameField(key)}"
        value="${shown(nameField(key), joinLines(name))}"
        maxlength="500"
        autocomplete="off"
        ${attributes}
      />
      ${below}
    </div>
    <div class="member place">
      <label for="${id}-place">${t.place}</label>
      <input id="${id}-place" name="${placeField(key)}" value="${shown(placeField(key), place)}" inputmode="numeric" />
    </div>
    ${
      isNew
        ? none
        : html`<label class="choice"
            ><input
              type="checkbox"
              name="${removeField(key)}"
              value="yes"
              ${isTyped && form.has(removeField(key)) ? raw('checked') : none}
            />
            ${t.removeCategory}
            <span class="hint">${t.productsIn.replace('{}', decimal(visit, count))}</span></label
          >`
    }
  </fieldset>`;
};

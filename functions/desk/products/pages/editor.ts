import { html, raw } from 'hono/html';
import type { ApiError } from '../../../platform/errors.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { newGuid } from '../../guid.ts';
import { tokenField } from '../../layout.ts';
import { localize } from '../../localize.ts';
import type { ProductTexts } from '../../texts/products.ts';
import type { DeskVisit } from '../../visit.ts';
import { fieldsOf, optionFieldsOf } from '../fields.ts';
import { NEW, productPath, type LoadedProduct } from '../load.ts';
import { CATEGORIES_MARK, categoriesOf, categoryField } from '../typed-categories.ts';
import { faultsByField, newPrefixes, optionPrefix } from '../typed-product.ts';
import { fieldMarkup } from './field.ts';
import { thumbnail } from '../../pages/thumbnail.ts';

export interface Refused {
  refusal: ApiError;
  sentOptions: readonly string[];
}

type FieldsShown = (prefix: string, values: Record<string, unknown>) => Markup[];

/** The form of a product: members, pictures, options, and empty ones to add. */
export const editor = (visit: DeskVisit, t: ProductTexts, product: LoadedProduct, refused?: Refused): Markup => {
  const { family, id } = product;
  const isNew = id === NEW;
  const faults = faultsByField(refused?.refusal.fields, refused?.sentOptions ?? []);
  const shown = {
    visit,
    t,
    terms: visit.company,
    typed: visit.form.has('seen') ? (field: string) => visit.form.get(field) : undefined,
    faultOf: (field: string) => faults.get(field),
  };
  const optionFields: FieldsShown = (prefix, values) =>
    optionFieldsOf(family).map((field) => fieldMarkup(field, { ...shown, prefix, values }));
  return html`<section class="card" aria-labelledby="details">
    <h2 id="details">${t.details}</h2>
    <form class="stack product-form" method="post" action="${productPath(family, id)}" enctype="multipart/form-data">
      ${tokenField(visit)}<input type="hidden" name="guid" value="${newGuid()}" />
      <input type="hidden" name="seen" value="${product.tag}" />
      ${fieldsOf(family).map((field) => fieldMarkup(field, { ...shown, prefix: '', values: product.values }))}
      ${categoryBoxes(visit, t, product)} ${pictures(t, product)}
      ${optionFieldsOf(family).length === 0 ? none : options(visit, t, product, { optionFields, faults })}
      <button>${isNew ? t.create : t.save}</button>
    </form>
  </section>`;
};

/** The company's categories, if any. */
const categoryBoxes = (visit: DeskVisit, t: ProductTexts, { values }: LoadedProduct): Markup => {
  const { categories } = visit.company;
  if (categories.length === 0) return none;
  const isSent = visit.form.has(CATEGORIES_MARK);
  const own = categoriesOf(values);
  return html`<fieldset>
    <legend>${t.categories}</legend>
    <input type="hidden" name="${CATEGORIES_MARK}" value="yes" />
    ${categories.map(({ id, name }) => {
      const isOn = isSent ? visit.form.has(categoryField(id)) : own.includes(id);
      return html`<label class="choice"
        ><input type="checkbox" name="${categoryField(id)}" value="yes" ${isOn ? raw('checked') : none} />
        ${name}</label
      >`;
    })}
  </fieldset>`;
};

const pictures = (t: ProductTexts, { images }: LoadedProduct): Markup =>
  html`<div class="member" data-drop>
    <label for="picture_file">${t.pictureFile}</label>
    ${images.length === 0 ? none : html`<p class="thumbnails">${images.map(({ url }) => thumbnail(url))}</p>`}
    <input id="picture_file" name="picture_file" type="file" accept="image/png,image/jpeg,image/webp" />
    ${
      images.length === 0
        ? none
        : html`<label class="choice"
            ><input type="checkbox" name="remove_pictures" value="yes" /> ${t.removePictures}</label
          >`
    }
  </div>`;

const options = (
  visit: DeskVisit,
  t: ProductTexts,
  product: LoadedProduct,
  { optionFields, faults }: { optionFields: FieldsShown; faults: ReadonlyMap<string, string> },
): Markup => {
  const isEvent = product.family === 'events';
  return html`<h3>${isEvent ? t.tickets : t.options}</h3>
    <p class="hint">${t.optionsHint}</p>
    ${product.options.map(
      (option) =>
        html`<fieldset>
          <legend>${String(option.values['name'])}</legend>
          ${optionFields(optionPrefix(option.id), option.values)}
          <label class="choice"
            ><input type="checkbox" name="${optionPrefix(option.id)}remove" value="yes" /> ${t.remove}</label
          >
        </fieldset>`,
    )}
    ${newPrefixes(product).map((prefix, at) => {
      const id = `${prefix.replaceAll('.', '-')}stock`;
      const fault = faults.get(`${prefix}stock`);
      return html`<fieldset class="new-option">
        <legend>${t.newOption}${product.id === NEW ? ` ${at + 1}` : ''}</legend>
        ${optionFields(prefix, {})}
        <div class="member short">
          <label for="${id}">${t.stock}</label>
          <input
            id="${id}"
            name="${prefix}stock"
            value="${visit.form.get(`${prefix}stock`)}"
            inputmode="numeric"
            aria-describedby="${id}-hint${fault === undefined ? '' : ` ${id}-fault`}"
            ${fault === undefined ? none : raw('aria-invalid="true"')}
          />
          ${fault === undefined ? none : html`<p class="fault" id="${id}-fault">${localize(visit, fault)}</p>`}
          <p class="hint" id="${id}-hint">${product.family === 'special-offers' ? t.offerStockHint : t.stockHint}</p>
        </div>
      </fieldset>`;
    })}`;
};

import type { Text } from '../../../platform/messages/message.ts';
import { PICTURE_FIELD } from '../../../pages/kit/form-values.ts';
import { html, raw } from 'hono/html';
import { objectAt } from '../../../domain/catalog/product-images/address.ts';
import type { ApiError } from '../../../platform/errors.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { newGuid } from '../../guid.ts';
import { tokenField } from '../../layout.ts';
import type { ProductTexts } from '../../texts/products.ts';
import type { DeskVisit } from '../../visit.ts';
import { seenVersion } from '../../seen-version.ts';
import { productFieldsOf, optionFieldsOf, pathOf, type ProductField } from '../fields.ts';
import { NEW, productPath, type LoadedProduct } from '../load.ts';
import { CATEGORIES_MARK, categoriesOf, categoryField } from '../typed-categories.ts';
import { faultsByField, newPrefixes, optionPrefix, hasOption, picturePlaceField } from '../typed-product.ts';
import { fieldMarkup } from './field.ts';
import { aroundField } from '../../pages/field-fault.ts';
import { thumbnail } from '../../pages/thumbnail.ts';
import { typedInField } from '../../typed-in.ts';

export interface RefusedProduct {
  refusal: ApiError;
  sentOptions: readonly string[];
  /** URL of the uploaded picture, which a refused form keeps. */
  imageUrl?: string | undefined;
}

/** Renders the fields of an option. `after` is shown between the visible and the collapsed fields. */
type OptionFields = (prefix: string, values: Record<string, unknown>, after?: Markup) => Markup;

const foldedFields = (title: string, content: Markup | Markup[], isOpen: boolean): Markup =>
  html`<details class="further" ${isOpen ? raw('open') : none}>
    <summary>${title}</summary>
    <div class="fields">${content}</div>
  </details>`;

/** The form of a product: its fields, pictures and options, and empty options to fill in. */
export const editor = (visit: DeskVisit, t: ProductTexts, product: LoadedProduct, refused?: RefusedProduct): Markup => {
  const { family, id } = product;
  const isNew = id === NEW;
  const faults = faultsByField(refused?.refusal.faults, refused?.sentOptions ?? []);
  const shown = {
    visit,
    t,
    terms: { ...visit.company, tag: visit.t.tag },
    initials: product.initials,
    typed: visit.form.has('seen') ? (field: string) => visit.form.get(field) : undefined,
    faultOf: (field: string) => faults.get(field),
  };
  const membersOf = (
    fields: readonly ProductField[],
    prefix: string,
    values: Record<string, unknown>,
    after = none,
  ): Markup => {
    const [further, first] = [fields.filter((field) => field.isFurther), fields.filter((field) => !field.isFurther)];
    const isAtFault = further.some((field) => faults.has(prefix + pathOf(field)));
    // If another user has added the option in the meantime, the form has no fields for it.
    const typed = prefix === '' || hasOption(visit, prefix) ? shown.typed : undefined;
    const markup = (field: ProductField): Markup => fieldMarkup(field, { ...shown, typed, prefix, values });
    return html`${first.map(markup)} ${after}
    ${further.length === 0 ? none : foldedFields(t.further, further.map(markup), isAtFault)}`;
  };
  const optionFields: OptionFields = (prefix, values, after) =>
    membersOf(optionFieldsOf(family), prefix, values, after);
  const beforeFurther = html`${pictures(visit, t, product, { uploaded: refused?.imageUrl, fault: faults.get(PICTURE_FIELD) })}
  ${categoryBoxes(visit, t, product)}
  ${optionFieldsOf(family).length === 0 ? none : options(visit, t, product, { optionFields, faults })}`;
  return html`<section class="card" aria-labelledby="details">
    <h2 id="details">${t.details}</h2>
    <form class="stack product-form" method="post" action="${productPath(family, id)}" enctype="multipart/form-data">
      ${tokenField(visit)}${typedInField(visit)}<input type="hidden" name="guid" value="${newGuid()}" />
      <input type="hidden" name="seen" value="${seenVersion(visit, refused?.refusal, product.tag)}" />
      ${membersOf(productFieldsOf(family), '', product.values, beforeFurther)}
      <button>${isNew ? t.create : t.save}</button>
    </form>
  </section>`;
};

/** Checkboxes for the company's categories, if there are any. */
const categoryBoxes = (visit: DeskVisit, t: ProductTexts, { values }: LoadedProduct): Markup => {
  const { categories } = visit.company;
  if (categories.length === 0) return none;
  const isSent = visit.form.has(CATEGORIES_MARK);
  const stored = categoriesOf(values);
  return html`<fieldset>
    <legend>${t.categories}</legend>
    <input type="hidden" name="${CATEGORIES_MARK}" value="yes" />
    ${categories.map(({ id, name }) => {
      const isOn = isSent ? visit.form.has(categoryField(id)) : stored.includes(id);
      return html`<label class="choice"
        ><input type="checkbox" name="${categoryField(id)}" value="yes" ${isOn ? raw('checked') : none} />
        ${name}</label
      >`;
    })}
  </fieldset>`;
};

const pictures = (
  visit: DeskVisit,
  t: ProductTexts,
  { images }: LoadedProduct,
  { uploaded, fault }: { uploaded: string | undefined; fault: Text | undefined },
): Markup => {
  const { attributes, below } = aroundField(visit, { id: PICTURE_FIELD, fault });
  return html`<fieldset data-drop>
    <legend>${t.pictures}</legend>
    ${
      images.length === 0 && uploaded === undefined
        ? none
        : html`<p class="thumbnails">
            ${images.length > 1 ? images.map(({ url }, at) => placedPicture(visit, t, url, at)) : images.map(({ url }) => thumbnail(url))}
            ${thumbnail(uploaded)}
          </p>`
    }
    ${
      images.length === 0
        ? none
        : html`<label class="choice"
            ><input
              type="checkbox"
              name="remove_pictures"
              value="yes"
              ${visit.form.has('remove_pictures') ? raw('checked') : none}
            />
            ${t.removePictures}</label
          >`
    }
    ${uploaded === undefined ? none : html`<input type="hidden" name="picture_url" value="${uploaded}" />`}
    <label for="picture_file">${t.pictureFile}</label>
    <input id="picture_file" name="picture_file" type="file" accept="image/png,image/jpeg,image/webp" ${attributes} />
    ${below}
  </fieldset>`;
};

/** A picture with the field for its position: buyers see the first one. */
const placedPicture = ({ form }: DeskVisit, t: ProductTexts, url: string, at: number): Markup => {
  const field = picturePlaceField(at);
  return html`<label>
    ${objectAt(url) === undefined ? html`<span class="hint">${url.split('/').at(-1)}</span>` : thumbnail(url)}
    <span>${t.place}<span class="visually-hidden">, ${t.picture} ${String(at + 1)}</span></span>
    <input name="${field}" value="${form.has(field) ? form.get(field) : String(at + 1)}" inputmode="numeric" size="3" />
  </label>`;
};

const options = (
  visit: DeskVisit,
  t: ProductTexts,
  product: LoadedProduct,
  { optionFields, faults }: { optionFields: OptionFields; faults: ReadonlyMap<string, Text> },
): Markup => {
  const isEvent = product.family === 'events';
  const newOne = isEvent ? t.newTicket : t.newOption;
  return html`<h3>${isEvent ? t.tickets : t.options}</h3>
    <p class="hint">${isEvent ? t.ticketsHint : t.optionsHint}</p>
    ${product.options.map(
      (option) =>
        html`<fieldset>
          <legend>${String(option.values['name'])}</legend>
          ${optionFields(optionPrefix(option.id), option.values)}
          <label class="choice"
            ><input
              type="checkbox"
              name="${optionPrefix(option.id)}remove"
              value="yes"
              ${visit.form.has(`${optionPrefix(option.id)}remove`) ? raw('checked') : none}
            />
            ${t.remove}</label
          >
        </fieldset>`,
    )}
    ${newPrefixes(product).map((prefix, at) => {
      const number = product.id === NEW ? ` ${at + 1}` : '';
      const stock = stockField(visit, t, { family: product.family, prefix, fault: faults.get(`${prefix}stock`) });
      const fields = html`<fieldset class="new-option">
        <legend>${newOne}${number}</legend>
        ${optionFields(prefix, {}, stock)}
      </fieldset>`;
      if (product.id === NEW && at === 0) return fields;
      const isUsed = ['name', 'amount', 'stock'].some((name) => visit.form.get(prefix + name) !== '');
      return foldedFields(`+ ${newOne}${number}`, fields, isUsed);
    })}`;
};

const stockField = (
  visit: DeskVisit,
  t: ProductTexts,
  { family, prefix, fault }: { family: string; prefix: string; fault: Text | undefined },
): Markup => {
  const name = `${prefix}stock`;
  const id = name.replaceAll('.', '-');
  const hint = family === 'special-offers' ? t.offerStockHint : t.stockHint;
  const { attributes, below } = aroundField(visit, { id, fault, hint });
  return html`<div class="member short">
    <label for="${id}">${t.stock}</label>
    <input id="${id}" name="${name}" value="${visit.form.get(name)}" inputmode="numeric" ${attributes} />
    ${below}
  </div>`;
};

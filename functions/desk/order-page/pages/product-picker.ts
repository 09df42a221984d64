import { html, raw } from 'hono/html';
import type { OverviewEntry } from '../../../domain/administration/catalog/overview.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { minorMoney } from '../../format.ts';
import { visibilityOf } from '../../pages/product-state.ts';
import { filterField } from '../../pages/filter-field.ts';
import { thumbnail } from '../../pages/thumbnail.ts';
import { productTexts } from '../../texts/products.ts';
import type { DeskVisit } from '../../visit.ts';
import { markOf, valueFieldName, selectedProductsIn, positionFieldName, isSubmitted } from '../draft-form.ts';

interface Picker {
  field: { path: string; label: string };
  stored: unknown;
  products: readonly OverviewEntry[];
  hint: Markup;
  /** Whether the order is stored, so that each selected product has a position. */
  isOrdered?: boolean;
}

/** Maximum number of listed products. Selected products are always listed. */
const LISTED_MAX = 300;

/**
 * Products with picture, price and state. Selected products come first. If the list has no positions, selected ids
 * without a product, such as that of an archived product, are listed and stay selected.
 */
export const productPicker = (
  visit: DeskVisit,
  { field, stored, products, hint, isOrdered = true }: Picker,
): Markup => {
  const { path } = field;
  const t = productTexts(visit.language);
  const chosen = isSubmitted(visit)
    ? selectedProductsIn(visit.form, path)
    : Array.isArray(stored)
      ? (stored as string[])
      : [];
  const placeIn = ({ product }: OverviewEntry): number => {
    const at = chosen.indexOf(product.product_id);
    return at === -1 ? chosen.length : at;
  };
  const gone = isOrdered ? [] : chosen.filter((id) => !products.some(({ product }) => product.product_id === id));
  const listed = products.toSorted((a, b) => placeIn(a) - placeIn(b)).slice(0, LISTED_MAX);
  return html`<input type="hidden" name="${markOf(path)}" value="yes" />
    <fieldset class="picker" aria-describedby="${valueFieldName(path).replaceAll(/[^a-z0-9]+/gi, '-')}-hint">
      <legend>${field.label}</legend>
      ${hint} ${listed.length === 0 ? html`<p>${t.nothingToFeature}</p>` : filterField(t.filter)}
      <ul class="plain">
        ${gone.map((id) => html`<li>${label({ path, id, isChosen: true }, html`<strong class="code">${id}</strong>`)}</li>`)}
        ${listed.map((entry) => choice(visit, { path, entry, place: placeIn(entry) + 1, isChosen: placeIn(entry) < chosen.length, isOrdered }))}
      </ul>
    </fieldset>`;
};

interface Choice {
  path: string;
  entry: OverviewEntry;
  place: number;
  isChosen: boolean;
  isOrdered: boolean;
}

const label = ({ path, id, isChosen }: { path: string; id: string; isChosen: boolean }, content: Markup): Markup =>
  html`<label class="choice">
    <input type="checkbox" name="${valueFieldName(path, id)}" value="yes" ${isChosen ? raw('checked') : none} />
    ${content}
  </label>`;

const choice = (visit: DeskVisit, { path, entry, place, isChosen, isOrdered }: Choice): Markup => {
  const t = productTexts(visit.language);
  const { name, images, prices, product } = entry;
  const id = product.product_id;
  const price = prices.length === 0 ? '' : minorMoney(visit, Math.min(...prices));
  const state = product.withheld.length === 0 ? '' : visibilityOf(t, product.withheld);
  return html`<li>
    ${label(
      { path, id, isChosen },
      html`<span class="frame">${thumbnail(images[0]?.url)}</span>
        <span class="about">
          <strong>${name}</strong>
          <span class="hint">${[t[entry.family as keyof typeof t], price, state].filter(Boolean).join(' · ')}</span>
        </span>`,
    )}
    ${
      isChosen && isOrdered
        ? html`<label class="place"
            ><span>${t.place}<span class="visually-hidden">: ${name}</span></span>
            <input name="${positionFieldName(path, id)}" value="${String(place)}" inputmode="numeric" size="2" />
          </label>`
        : none
    }
  </li>`;
};

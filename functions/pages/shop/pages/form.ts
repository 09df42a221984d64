import { html, raw } from 'hono/html';
import type { ListedProduct } from '../../../domain/catalog/listing/browse.ts';
import type { ShownAmounts } from '../../../domain/checkout/pricing/amounts.ts';
import type { Reply } from '../../../pipeline/request.ts';
import type { FormFaults } from '../form/faults.ts';
import { isForCompanies } from '../form/company.ts';
import type { FormLine } from '../form/lines.ts';
import type { FormValues } from '../../kit/form-values.ts';
import { shopPage, shopTitle } from '../layout.ts';
import { none, type Markup, hidden } from '../../kit/markup.ts';
import type { Visit } from '../visit.ts';
import { buyerPart, discountPart } from './form-buyer.ts';
import { deliveryPart, type PickupPoints } from './form-delivery.ts';
import { greetingPart } from './form-greeting.ts';
import { linesPart } from './form-lines.ts';
import { faultSummary, type FilledForm } from './fields.ts';
import { priceOf } from './sums.ts';

export interface OrderForm {
  visit: Visit;
  typed: FormValues;
  faults: FormFaults;
  lines: readonly FormLine[];
  products: ReadonlyMap<string, ListedProduct>;
  token: string;
  /** The current price, if it could be determined. */
  amounts: ShownAmounts | undefined;
  /** Notices above the form about unavailable parts of a link and about changes. */
  notices: readonly (Markup | string)[];
  points?: PickupPoints | undefined;
  /** URL of the picture that the buyer has uploaded. */
  ownPicture?: string | undefined;
  status?: number;
}

/** The steps of a purchase; the current one is marked. The first one links to the product of the order. */
export const steps = ({ visit, lines, products }: OrderForm, current: 2 | 3): Markup => {
  const { t, links } = visit;
  const [product, ...others] = new Set(lines.map(({ productId }) => productId));
  const back =
    product === undefined || others.length > 0 || !products.has(product) ? links.landing() : links.product(product);
  return html`<ol class="steps">
    ${t.form.steps.map(
      (name, at) =>
        html`<li data-step="${at + 1}" ${at + 1 === current ? raw('aria-current="step"') : ''}>
          ${at === 0 ? html`<a href="${back}">${name}</a>` : name}
        </li>`,
    )}
  </ol>`;
};

export const noticeBox = (notices: readonly (Markup | string)[]): Markup =>
  notices.length > 0
    ? html`<div class="notice" role="status">${notices.map((each) => html`<p>${each}</p>`)}</div>`
    : none;

/** The first product of the lines. All lines of an order are of its family. */
export const firstProduct = ({ lines, products }: Pick<OrderForm, 'lines' | 'products'>): ListedProduct | undefined =>
  lines.map(({ productId }) => products.get(productId)).find((product) => product !== undefined);

/** The order form. */
export const formPage = (form: OrderForm): Promise<Reply> => {
  const { visit, faults } = form;
  const { t } = visit;
  const isWrong = faults.any;
  return shopPage(visit, {
    status: form.status ?? (isWrong ? 422 : 200),
    title: `${isWrong ? `${t.errors.heading}: ` : ''}${t.form.title} – ${shopTitle(visit)}`,
    caching: 'history',
    content: html`<div class="wide">
      ${steps(form, 2)}
      <h1>${t.form.title}</h1>
      ${noticeBox(form.notices)} ${contentOf(form)}
    </div>`,
  });
};

const contentOf = (form: OrderForm): Markup => {
  const { visit, typed, faults, lines, token } = form;
  const { t, links } = visit;
  if (lines.length === 0) {
    return html`<div class="card">
      <p>${t.form.empty}</p>
      <p><a class="button" href="${links.landing()}">${t.errors.toShop}</a></p>
    </div>`;
  }
  const filled: FilledForm = { typed, faults, optional: t.form.optional, labels: new Map() };
  const fields = fieldsOf(form, filled);
  return html`${faultSummary(filled, { heading: t.errors.heading, text: t.errors.someWrong })}
    <form
      class="checkout order-form"
      method="post"
      action="${links.buy()}"
      enctype="multipart/form-data"
      novalidate
      data-price="${links.price()}"
      data-points="${links.pickupPoints()}"
      data-pictures="${links.pictures()}"
    >
      <div>
        <button class="default" type="submit" tabindex="-1" aria-hidden="true">${t.form.continue}</button>
        ${hidden('form', token)} ${hidden('client_reference', typed.get('client_reference'))} ${fields}
      </div>
      <aside>
        <div class="panel">
          <h2>${t.summary.price}</h2>
          <div id="price" aria-live="polite">${priceOf(visit, form.amounts, faults)}</div>
          <p class="without-script">
            <button class="plain" type="submit" formaction="${links.buy()}#price" name="step" value="update">
              ${t.form.update}
            </button>
          </p>
        </div>
      </aside>
      <div class="actions">
        <button class="main-action" type="submit">${t.form.continue}</button>
      </div>
    </form>`;
};

const fieldsOf = (form: OrderForm, filled: FilledForm): Markup => {
  const { visit, products, points } = form;
  const product = firstProduct(form);
  const mustBeCompany = isForCompanies(form.typed, form.lines, products);
  return html`${linesPart(form, filled)}
  ${product ? greetingPart(visit, filled, { product, ownPicture: form.ownPicture }) : none}
  ${product ? deliveryPart(visit, filled, product, points) : none} ${buyerPart(visit, filled, mustBeCompany)}
  ${discountPart(visit, filled)}`;
};

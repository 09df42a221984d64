import { html } from 'hono/html';
import { readStock } from '../../../domain/administration/catalog/stock.ts';
import { findCancellationOf } from '../../../domain/payments/event-cancellation/read.ts';
import type { ApiError } from '../../../platform/errors.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { decimal, money } from '../../format.ts';
import { newGuid } from '../../guid.ts';
import { deskPage, tokenField } from '../../layout.ts';
import { localize } from '../../localize.ts';
import { messages } from '../../pages/notices.ts';
import { productTexts, type ProductTexts } from '../../texts/products.ts';
import type { DeskVisit } from '../../visit.ts';
import { fieldsOf, optionFieldsOf } from '../fields.ts';
import { GIFT_CARD, NEW, productPath, type LoadedOption, type LoadedProduct } from '../load.ts';
import { faultsByField, optionPrefix } from '../typed-product.ts';
import { fieldMarkup } from './field.ts';
import { stateOf, thumbnail } from './products.ts';

interface Refused {
  refusal: ApiError;
  sentOptions: readonly string[];
}

/** What a form of the page has done. */
const TOLD = ['saved', 'created', 'copied', 'stocked', 'cancelling'] as const;

/** The editor of a product: its members, options and pictures, its stock, and what else can be done with it. */
export const productPage = async (visit: DeskVisit, product: LoadedProduct, refused?: Refused): Promise<Reply> => {
  const t = productTexts(visit.language);
  const isNew = product.id === NEW;
  const name = isNew ? t[product.family as keyof ProductTexts] : String(product.values['name']);
  const told = TOLD.find((each) => each === visit.request.query['told']);
  const others = isNew || product.family === GIFT_CARD ? none : await otherForms(visit, t, product);
  return deskPage(visit, {
    title: name,
    place: 'products',
    status: refused?.refusal.status ?? 200,
    ...(refused ? { headers: refused.refusal.headers } : {}),
    content: html`<p class="links"><a href="/desk/products">${t.title}</a></p>
      <h1>${name}</h1>
      ${messages({ fault: refused && faultText(visit, t, refused.refusal), done: told && t[told] })}
      ${isNew ? none : preview(visit, t, product)} ${editor(visit, t, product, refused)} ${others}`,
  });
};

const faultText = (visit: DeskVisit, t: ProductTexts, { status, message }: ApiError): string =>
  status === 412 ? t.stale : localize(visit, message);

/** What buyers see, and whether they see it. */
const preview = ({ company }: DeskVisit, t: ProductTexts, { productId, images, withheld }: LoadedProduct): Markup =>
  html`<section class="card" aria-labelledby="preview">
    <h2 id="preview">${t.preview}</h2>
    <p><strong>${stateOf(t, withheld)}</strong></p>
    ${images.map(({ url }) => thumbnail(url))}
    ${
      withheld.length === 0 && productId !== undefined
        ? html`<p class="links"><a href="/shop/${company.slug}/products/${productId}">${t.open}</a></p>`
        : none
    }
  </section>`;

const editor = (visit: DeskVisit, t: ProductTexts, product: LoadedProduct, refused?: Refused): Markup => {
  const { family, id } = product;
  const isNew = id === NEW;
  const faults = faultsByField(refused?.refusal.fields, refused?.sentOptions ?? []);
  const wasSent = visit.form.has('seen');
  const shown = {
    t,
    terms: visit.company,
    typed: wasSent ? (field: string) => visit.form.get(field) : undefined,
    faultOf: (field: string) => {
      const fault = faults.get(field);
      return fault === undefined ? undefined : localize(visit, fault);
    },
  };
  const options = optionFieldsOf(family);
  const optionFields = (prefix: string, values: Record<string, unknown>): Markup[] =>
    options.map((field) => fieldMarkup(field, { ...shown, prefix, values }));
  return html`<section class="card" aria-labelledby="details">
    <h2 id="details">${t.details}</h2>
    <form class="stack" method="post" action="${productPath(family, id)}" enctype="multipart/form-data">
      ${tokenField(visit)}<input type="hidden" name="guid" value="${newGuid()}" />
      <input type="hidden" name="seen" value="${product.tag}" />
      ${fieldsOf(family).map((field) => fieldMarkup(field, { ...shown, prefix: '', values: product.values }))}
      <label for="picture_file">${t.pictureFile}</label>
      <input id="picture_file" name="picture_file" type="file" accept="image/png,image/jpeg,image/webp" />
      ${
        product.images.length === 0
          ? none
          : html`<label class="choice"
              ><input type="checkbox" name="remove_pictures" value="yes" /> ${t.removePictures}</label
            >`
      }
      ${
        options.length === 0
          ? none
          : html`${product.options.map(
                (option) =>
                  html`<fieldset>
                    <legend>${String(option.values['name'])}</legend>
                    ${optionFields(optionPrefix(option.id), option.values)}
                    <label class="choice"
                      ><input type="checkbox" name="${optionPrefix(option.id)}remove" value="yes" /> ${t.remove}</label
                    >
                  </fieldset>`,
              )}
              <fieldset>
                <legend>${t.newOption}</legend>
                ${optionFields(optionPrefix(NEW), {})}
                <label for="o-new-stock">${t.stock}</label>
                <input
                  id="o-new-stock"
                  name="${optionPrefix(NEW)}stock"
                  value="${visit.form.get(`${optionPrefix(NEW)}stock`)}"
                  inputmode="numeric"
                />
              </fieldset>`
      }
      <button>${isNew ? t.create : t.save}</button>
    </form>
  </section>`;
};

const otherForms = async (visit: DeskVisit, t: ProductTexts, product: LoadedProduct): Promise<Markup> => {
  const stocks = await Promise.all(product.options.map((option) => stockForm(visit, t, product, option)));
  const act = `${productPath(product.family, product.id)}/act`;
  return html`<section class="card" aria-labelledby="stock">
      <h2 id="stock">${t.stock}</h2>
      ${stocks}
    </section>
    ${product.family === 'events' ? await cancellation(visit, t, product) : none}
    <form class="card line" method="post" action="${act}">
      ${tokenField(visit)}<input type="hidden" name="guid" value="${newGuid()}" />
      <button class="quiet" name="action" value="duplicate">${t.duplicate}</button>
    </form>
    <form class="card stack" method="post" action="${act}">
      ${tokenField(visit)}<input type="hidden" name="guid" value="${newGuid()}" />
      <label class="choice"><input type="checkbox" name="sure" value="yes" /> ${t.archiveSure}</label>
      <button class="quiet" name="action" value="archive">${t.archive}</button>
    </form>`;
};

/** What is left, reserved and sold of an option, and the form that changes it. */
const stockForm = async (
  visit: DeskVisit,
  t: ProductTexts,
  product: LoadedProduct,
  { option_id: optionId, values }: LoadedOption,
): Promise<Markup> => {
  const stock = await readStock(visit.company.slug, optionId);
  const figure = (count: number | null): string => (count === null ? t.unlimited : decimal(visit, count));
  const set = `set-${optionId}`;
  const change = `change-${optionId}`;
  return html`<form class="stack" method="post" action="${productPath(product.family, product.id)}/act">
    <h3>${String(values['name'])}</h3>
    <p>
      ${t.left}: <strong>${figure(stock.remaining)}</strong>, ${t.held}: ${figure(stock.held)}, ${t.sold}:
      ${figure(stock.sold)}
    </p>
    ${tokenField(visit)}<input type="hidden" name="guid" value="${newGuid()}" />
    <input type="hidden" name="option_id" value="${optionId}" />
    <label for="${set}">${t.setStock} (${t.unlimited}: –)</label>
    <input id="${set}" name="set" value="${stock.remaining ?? ''}" inputmode="numeric" />
    <label for="${change}">${t.changeStock}</label>
    <input id="${change}" name="change" value="" inputmode="numeric" />
    <button class="quiet" name="action" value="stock">${t.change}</button>
  </form>`;
};

/** The progress of a cancelled event, or the way to its cancellation. */
const cancellation = async (visit: DeskVisit, t: ProductTexts, product: LoadedProduct): Promise<Markup> => {
  const found = await findCancellationOf(visit.company.slug, product.productId ?? '');
  if (!found) {
    return html`<p class="links"><a href="${productPath('events', product.id)}/cancel">${t.cancelEvent}</a></p>`;
  }
  return html`<section class="card" aria-labelledby="cancelled">
    <h2 id="cancelled">${t.progress}</h2>
    <p>
      ${t.cancelOrders}: ${decimal(visit, found.orders)}. ${t.refunded}: ${decimal(visit, found.refunded_orders)},
      ${money(visit, found.refunded_amount, visit.company.currency)}.
    </p>
    ${
      found.failures.length === 0
        ? none
        : html`<p>${t.failed}:</p>
            <ul>
              ${found.failures.map(
                ({ order_id: orderId, message }) =>
                  html`<li><a href="/desk/orders/${orderId}">${orderId}</a>: ${localize(visit, message)}</li>`,
              )}
            </ul>`
    }
  </section>`;
};

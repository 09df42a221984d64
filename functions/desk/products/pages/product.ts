import { html } from 'hono/html';
import { PICTURE_FIELD } from '../../../pages/kit/form-values.ts';
import type { ApiError } from '../../../platform/errors.ts';
import { referencesOf } from '../../../domain/checkout/orders/references.ts';
import { findCancellationOf } from '../../../domain/payments/event-cancellation/read.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { orderPath } from '../../codes.ts';
import { decimal, minorMoney } from '../../format.ts';
import { newGuid } from '../../guid.ts';
import { deskPage, tokenField } from '../../layout.ts';
import { backLink } from '../../pages/back-link.ts';
import { localize } from '../../localize.ts';
import { nextStep } from '../../pages/next-step.ts';
import { formFault, messages } from '../../pages/notices.ts';
import { productTexts, type ProductTexts } from '../../texts/products.ts';
import type { DeskVisit } from '../../visit.ts';
import { optionFieldsOf, productFieldsOf, pathOf, type ProductField } from '../fields.ts';
import { GIFT_CARD, NEW, productPath, type LoadedProduct } from '../load.ts';
import { optionPrefix } from '../typed-product.ts';
import { buyersView } from './buyers-view.ts';
import { editor, type RefusedProduct } from './editor.ts';
import { stockSection } from './stock.ts';
import { FORM_TEXTS } from '../../texts/forms.ts';

/** Actions whose completion the page reports. */
const OUTCOMES = ['saved', 'created', 'copied', 'stocked', 'cancelling'] as const;

/** The page of a product with the editor, its stock, and further actions. */
export const productPage = async (
  visit: DeskVisit,
  product: LoadedProduct,
  refused?: RefusedProduct,
): Promise<Reply> => {
  const t = productTexts(visit.language);
  const isNew = product.id === NEW;
  const name = isNew ? t[`new_${product.family}` as keyof ProductTexts] : String(product.values['name']);
  const outcome = OUTCOMES.find((each) => each === visit.request.query['outcome']);
  const uploaded = refused?.imageUrl === undefined ? [] : [{ url: refused.imageUrl }];
  const shown = { ...product, images: [...product.images, ...uploaded] };
  const isEvent = !isNew && product.family === 'events';
  const progress = isEvent ? await findCancellationOf(visit.company.slug, product.productId ?? '') : undefined;
  const extraForms =
    isNew || product.family === GIFT_CARD
      ? none
      : await otherForms(visit, t, { product, refusal: refused?.refusal, isCancelled: progress !== undefined });
  return deskPage(visit, {
    title: name,
    place: 'products',
    refusal: refused?.refusal,
    content: html`${backLink('/desk/products', t.title)}
      <h1>${name}</h1>
      ${messages({ fault: refused && faultText(visit, t, refused, product), done: outcome && t[outcome] })}
      ${await nextStep(visit, outcome === 'created')}
      ${progress ? await cancellation(visit, t, product, progress) : none}
      <div class="side-by-side">${editor(visit, t, product, refused)} ${await buyersView(visit, t, shown)}</div>
      ${extraForms}`,
  });
};

const faultText = (
  visit: DeskVisit,
  t: ProductTexts,
  { refusal, sentOptions }: RefusedProduct,
  product: LoadedProduct,
): string => {
  if (refusal.status === 412) return FORM_TEXTS[visit.language].changedMeanwhile;
  const labelsOf = (fields: readonly ProductField[]): Record<string, string> =>
    Object.fromEntries(fields.map((field) => [pathOf(field), t[field.name]]));
  const ofOptions = { stock: t.stock, ...labelsOf(optionFieldsOf(product.family)) };
  const inOptions = sentOptions.flatMap((prefix, at) => {
    const option = product.options.find(({ id }) => optionPrefix(id) === prefix);
    const name =
      visit.form.get(`${prefix}name`) ||
      (option ? String(option.values['name']) : product.family === 'events' ? t.newTicket : t.newOption);
    return Object.entries(ofOptions).map(([path, label]) => [`options.${at}.${path}`, `${name}, ${label}`] as const);
  });
  return formFault(visit, refusal, {
    ...labelsOf(productFieldsOf(product.family)),
    ...Object.fromEntries(inOptions),
    [PICTURE_FIELD]: t.picture,
    change: t.changeStock,
    set: t.left,
  });
};

const otherForms = async (
  visit: DeskVisit,
  t: ProductTexts,
  { product, refusal, isCancelled }: { product: LoadedProduct; refusal: ApiError | undefined; isCancelled: boolean },
): Promise<Markup> => {
  const act = `${productPath(product.family, product.id)}/act`;
  const canChange = !isCancelled && !product.withheld.includes('archived');
  return html`${await stockSection(visit, t, { product, refusal, canChange })}
    ${product.family === 'events' && !isCancelled ? html`<p class="links"><a href="${productPath('events', product.id)}/cancel">${t.cancelEvent}</a></p>` : none}
    <form class="card stack" method="post" action="${act}" aria-labelledby="duplicate">
      ${tokenField(visit)}<input type="hidden" name="guid" value="${newGuid()}" />
      <h2 id="duplicate">${t.duplicate}</h2>
      <p>${t.duplicateText}</p>
      <button class="quiet" name="action" value="duplicate">${t.duplicate}</button>
    </form>
    <form class="card stack" method="post" action="${act}" aria-labelledby="archive">
      ${tokenField(visit)}<input type="hidden" name="guid" value="${newGuid()}" />
      <h2 id="archive">${t.archive}</h2>
      <label class="choice"><input type="checkbox" name="sure" value="yes" /> ${t.archiveSure}</label>
      <button class="quiet" name="action" value="archive">${t.archive}</button>
    </form>`;
};

type Progress = NonNullable<Awaited<ReturnType<typeof findCancellationOf>>>;

/** The progress of a cancellation. */
const cancellation = async (
  visit: DeskVisit,
  t: ProductTexts,
  product: LoadedProduct,
  progress: Progress,
): Promise<Markup> => {
  const failed = progress.failures.map(({ order_id: orderId }) => orderId);
  const references = await referencesOf(visit.company.slug, failed);
  const isRunning = progress.status === 'running';
  const done = progress.refunded_orders + progress.failed_orders;
  const path = productPath('events', product.id);
  return html`<section
    class="card"
    id="cancellation"
    aria-labelledby="cancelled"
    ${isRunning ? html`data-refresh="${path}"` : none}
  >
    <h2 id="cancelled">${t.progress}</h2>
    <p role="status">
      <strong>${isRunning ? t.cancelRunning : t.cancelFinished}</strong> ${t.refunded}:
      ${t.soldOf.replace('{}', decimal(visit, progress.refunded_orders)).replace('{}', decimal(visit, progress.orders))},
      ${minorMoney(visit, progress.refunded_amount)}
    </p>
    ${
      isRunning
        ? html`<progress
              max="${String(Math.max(1, progress.orders))}"
              value="${String(done)}"
              aria-labelledby="cancelled"
            >
              ${String(done)}
            </progress>
            <p class="links"><a href="${path}#cancellation">${t.refresh}</a></p>`
        : none
    }
    ${
      progress.failures.length === 0
        ? none
        : html`<p>${t.failed}:</p>
            <ul>
              ${progress.failures.map(
                ({ order_id: orderId, message }) =>
                  html`<li>
                    <a href="${orderPath(orderId)}">${references.get(orderId) ?? orderId}</a>:
                    ${localize(visit, message)}
                  </li>`,
              )}
            </ul>`
    }
  </section>`;
};

import { html } from 'hono/html';
import { MANAGED_FAMILIES } from '../../../domain/administration/catalog/families.ts';
import { objectAt, srcsetOf } from '../../../domain/catalog/product-images/address.ts';
import { plainText } from '../../../domain/fulfillment/documents/format.ts';
import { findCancellationOf } from '../../../domain/payments/event-cancellation/read.ts';
import { hasProductPages } from '../../../domain/storefront/order-page/shop.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { Links } from '../../../pages/shop/links.ts';
import { ownMember } from '../../../platform/own-member.ts';
import { minorMoney, moment } from '../../format.ts';
import type { ProductTexts } from '../../texts/products.ts';
import type { DeskVisit } from '../../visit.ts';
import type { LoadedProduct } from '../load.ts';
import { visibilityOf } from '../../pages/product-state.ts';

const TEXT_MAX = 240;

const textIn = (values: Record<string, unknown>, member: string): string => {
  const value = values[member];
  return typeof value === 'string' ? value : '';
};

/** A product as buyers see it. The desk's script updates it while the form is edited. */
export const buyersView = async (visit: DeskVisit, t: ProductTexts, product: LoadedProduct): Promise<Markup> => {
  const { company, language } = visit;
  const { productId, images, withheld, values, options } = product;
  const isShown = withheld.length === 0 && productId !== undefined;
  const family = ownMember(MANAGED_FAMILIES, product.family)?.family ?? 'gift_card';
  const page =
    isShown && (await hasProductPages(company.slug, family))
      ? new Links(company.slug, language).product(productId)
      : undefined;
  const isCancelled =
    product.family === 'events' &&
    withheld.includes('inactive') &&
    (await findCancellationOf(company.slug, productId ?? '')) !== undefined;
  const [picture] = images;
  const startsAt = values['starts_at'];
  return html`<section class="card" aria-labelledby="preview">
    <h2 id="preview">${t.preview}</h2>
    ${
      productId === undefined
        ? html`<p class="hint">${t.previewHint}</p>`
        : html`<p class="state ${isShown ? 'on' : 'off'}">${visibilityOf(t, withheld, isCancelled)}</p>`
    }
    <div class="buyers-card" data-buyers-card>
      ${
        picture !== undefined && objectAt(picture.url) !== undefined
          ? html`<img src="${picture.url}" srcset="${srcsetOf(picture.url) ?? ''}" sizes="340px" alt="" />`
          : html`<div class="no-picture">${picture === undefined ? t.noPicture : t.pictureElsewhere}</div>`
      }
      <p class="name" data-shows="name">${textIn(values, 'name')}</p>
      ${typeof startsAt === 'string' ? html`<p class="hint">${moment(visit, startsAt)}</p>` : none}
      <p data-shows="description">${plainText(textIn(values, 'description')).slice(0, TEXT_MAX)}</p>
      <ul class="plain">
        ${options
          .filter(({ values: option }) => option['active'] !== false)
          .map(
            ({ values: option }) =>
              html`<li>
                <span>${textIn(option, 'name')}</span>
                <strong>${minorMoney(visit, Number(option['amount']))}</strong>
              </li>`,
          )}
      </ul>
    </div>
    ${page === undefined ? none : html`<p class="links"><a href="${page}">${t.open}</a></p>`}
  </section>`;
};

import { html } from 'hono/html';
import { listOverview, type OverviewEntry } from '../../../domain/administration/catalog/overview.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { decimal, minorMoney } from '../../format.ts';
import { deskPage } from '../../layout.ts';
import { messages } from '../../pages/notices.ts';
import { visibilityOf } from '../../pages/product-state.ts';
import { breakable, table } from '../../pages/table.ts';
import { pictureTable, thumbnail } from '../../pages/thumbnail.ts';
import { productTexts, type ProductTexts } from '../../texts/products.ts';
import type { DeskVisit } from '../../visit.ts';
import { FIELDS } from '../fields.ts';
import { GIFT_CARD, NEW, productPath } from '../load.ts';

/** Maximum number of products on the page. Others can be found by search. */
const SHOWN = 200;

export const productsPage = async (visit: DeskVisit): Promise<Reply> => {
  const t = productTexts(visit.language);
  const { search = '', outcome } = visit.request.query;
  const all = await listOverview(visit.company.slug, search);
  return deskPage(visit, {
    title: t.title,
    place: 'products',
    content: html`<h1>${t.title}</h1>
      ${messages({ done: outcome === 'archived' ? t.archived : undefined })}
      ${createLinks(t, all.some(({ family }) => family === GIFT_CARD) || search !== '')}
      <div class="line spaced">
        ${
          all.length === 0 && search === ''
            ? none
            : html`<form class="line" method="get" action="/desk/products" role="search">
                <label class="visually-hidden" for="search">${visit.t.menu.search}</label>
                <input id="search" name="search" type="search" value="${search}" />
                <button class="quiet">${visit.t.search.find}</button>
              </form>`
        }
        <p class="links"><a href="/desk/products/categories">${t.categories}</a></p>
      </div>
      ${
        all.length === 0
          ? html`<p>${search === '' ? t.empty : visit.t.search.nothing}</p>`
          : table(
              'products',
              t.all,
              pictureTable({
                head: [t.picture, t.product, t.family, t.price, t.left, t.state],
                rows: all.slice(0, SHOWN).map((entry) => row(visit, t, entry)),
                figures: [3, 4],
              }),
            )
      }`,
  });
};

/** Links that create a product, which is the main action of the page. */
const createLinks = (t: ProductTexts, hasGiftCard: boolean): Markup =>
  html`<nav class="tiles families" aria-label="${t.create}">
    ${Object.keys(FIELDS).map(
      (family) =>
        html`<a href="${productPath(family, family === GIFT_CARD ? 'value' : NEW)}"
          ><strong>${family === GIFT_CARD && hasGiftCard ? '' : '+ '}${t[family as keyof ProductTexts]}</strong>
          <span class="hint">${t[`about_${family}` as keyof ProductTexts]}</span></a
        >`,
    )}
  </nav>`;

const row = (
  visit: DeskVisit,
  t: ProductTexts,
  { family, product, id, name, images, prices, left, event }: OverviewEntry,
): (string | Markup)[] => {
  const [first] = images;
  return [
    thumbnail(first?.url),
    html`<a href="${productPath(family, String(id))}">${breakable(name)}</a>`,
    t[family as keyof ProductTexts],
    priceOf(visit, t, prices),
    left === null ? t.unlimited : decimal(visit, left),
    html`<span class="state ${product.withheld.length === 0 ? 'on' : 'off'}"
      >${visibilityOf(t, product.withheld, event?.isCancelled)}</span
    >`,
  ];
};

const priceOf = (visit: DeskVisit, t: ProductTexts, prices: readonly number[]): string => {
  if (prices.length === 0) return '';
  const lowest = minorMoney(visit, Math.min(...prices));
  return new Set(prices).size > 1 ? t.fromPrice.replace('{}', lowest) : lowest;
};

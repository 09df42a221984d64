import { html, raw } from 'hono/html';
import { ownLanguage } from '../../../domain/storefront/order-page/languages.ts';
import { plainText } from '../../../domain/fulfillment/documents/format.ts';
import type { ListedProduct as Product } from '../../../domain/catalog/listing/browse.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { day, eventTime, money, percent } from '../format.ts';
import { shopPage, shopTitle } from '../layout.ts';
import { htmlLanguage, none, type Markup } from '../../kit/markup.ts';
import { productPicture } from './picture.ts';
import type { Visit } from '../visit.ts';
import { catalogText, cardPictureOf, optionsOnSale } from './cards.ts';
import { optionChoice, ticketChoice, valueChoice } from './choices.ts';
import { venueAddress } from '../../../domain/catalog/products/venue-address.ts';

type ValueProduct = Extract<Product, { promotions: unknown }>;
type OptionProduct = Extract<Product, { options: unknown }>;

export const isValueProduct = (product: Product): product is ValueProduct => product.type === 'gift_card';

const DESCRIPTION_MAX = 155;

/** The page of one product: its details, and a form that leads to the order form. */
export const productPage = (visit: Visit, product: Product): Promise<Reply> => {
  const { t, links, shop } = visit;
  const text = plainText(product.description ?? '').replaceAll('\n', ' ');
  return shopPage(visit, {
    title: `${product.name} – ${shopTitle(visit)}`,
    description: text === '' ? `${product.name}, ${shop.company.name}` : text.slice(0, DESCRIPTION_MAX),
    caching: 'shared',
    indexed: true,
    inLanguage: (each) => each.product(product.id),
    content: html`<div class="wide">
      <p class="back"><a href="${links.landing()}">${t.product.back}</a></p>
      <div class="split">
        <div class="media">${media(visit, product)}</div>
        <div class="offer">
          <h1>${catalogText(visit, product.name)}</h1>
          ${'event' in product && product.event?.tagline ? html`<p class="tagline">${catalogText(visit, product.event.tagline)}</p>` : none}
          ${facts(visit, product)} ${choice(visit, product)}
        </div>
        <div class="story">${story(visit, product)}</div>
      </div>
    </div>`,
  });
};

const FRAME = { width: 960, height: 720, sizes: '(min-width: 60em) 36em, 96vw' };
const THUMB = { width: 240, height: 180, sizes: '10em', isFirst: false };

const media = ({ shop }: Visit, product: Product): Markup => {
  const first = cardPictureOf(product);
  const otherImages = product.images.slice(1);
  if (!first) {
    const letter = isValueProduct(product)
      ? shop.brand.displayName.trim()
      : (/^./u.exec(product.name.trim())?.[0] ?? '');
    return html`<span class="tile" data-family="${product.type}" aria-hidden="true"><span>${letter}</span></span>`;
  }
  return html`${productPicture(first, { ...FRAME, isFirst: true })}
  ${
    otherImages.length > 0
      ? html`<ul class="thumbs">
          ${otherImages.map(({ url }) => html`<li>${productPicture(url, THUMB)}</li>`)}
        </ul>`
      : none
  }`;
};

/** The most important facts: date and place, validity, end of sale. */
const facts = (visit: Visit, product: Product): Markup => {
  const { t } = visit;
  const lines: Markup[] = [];
  if ('event' in product && product.event) {
    const { venue } = product.event;
    lines.push(
      html`<div>
        <dt>${t.product.when}</dt>
        <dd>${eventTime(visit, product.event)}</dd>
      </div>`,
    );
    if (venue) {
      const place = [venue.name, ...venueAddress(venue)].filter(Boolean).join(', ');
      lines.push(
        html`<div>
          <dt>${t.product.where}</dt>
          <dd>${catalogText(visit, place)}</dd>
        </div>`,
      );
    }
  }
  const notes = [
    ...(product.validity.type === 'months' ? [t.product.months(product.validity.months ?? 0)] : []),
    ...(product.available_until === null
      ? []
      : [t.product.availableUntil(day(visit, Date.parse(product.available_until)))]),
    ...(product.company_required ? [t.product.companiesOnly] : []),
    ...promotionsOf(visit, product),
  ];
  return html`${lines.length > 0 ? html`<dl class="facts">${lines}</dl>` : none}
  ${
    notes.length > 0
      ? html`<ul class="notes">
          ${notes.map((note) => html`<li>${note}</li>`)}
        </ul>`
      : none
  }`;
};

const promotionsOf = (visit: Visit, product: Product): string[] => {
  if (!isValueProduct(product)) return [];
  const { t } = visit;
  return product.promotions.map((promotion) => {
    const words = promotion.kind === 'added-value' ? t.product.addedValue : t.product.reduced;
    const [from, to] = [money(visit, promotion.amount_from), money(visit, promotion.amount_to)];
    return words(percent(visit, promotion.value), from, to);
  });
};

const choice = (visit: Visit, product: Product): Markup => {
  const { t, shop, links } = visit;
  if (!shop.company.contract.checkout) return html`<p class="alert" role="status">${t.product.noCheckout}</p>`;
  if (!isValueProduct(product) && optionsOnSale(product).length === 0) {
    return html`<p class="alert" role="status">${t.product.allSoldOut}</p>`;
  }
  const fields = isValueProduct(product)
    ? valueChoice(visit, product)
    : product.type === 'event_ticket'
      ? ticketChoice(visit, product as OptionProduct)
      : optionChoice(visit, product as OptionProduct);
  return html`<form class="choice" method="get" action="${links.buy().split('?')[0] ?? ''}">
    ${links.preview === undefined ? none : html`<input type="hidden" name="preview" value="${links.preview}" />`}
    <input type="hidden" name="product" value="${product.id}" />
    ${fields}
    <button type="submit">${t.product.continue}</button>
  </form>`;
};

/** Description and formalities, whose HTML was sanitized when they were stored. */
const story = ({ t, shop }: Visit, product: Product): Markup => {
  const language = htmlLanguage(ownLanguage(shop.company.language));
  const formalities = 'formalities' in product ? (product.formalities ?? null) : null;
  return html`${
    product.description ? html`<div class="prose" lang="${language}">${raw(product.description)}</div>` : none
  }
  ${
    formalities
      ? html`<h2>${t.product.goodToKnow}</h2>
          <div class="prose" lang="${language}">${raw(formalities)}</div>`
      : none
  }`;
};

import { html } from 'hono/html';
import { VALUE_PRODUCT_ID } from '../../../domain/catalog/products/ids.ts';
import type { ListedProduct as Product } from '../../../domain/catalog/listing/browse.ts';
import { ownLanguage } from '../../../domain/storefront/order-page/languages.ts';
import { eventTime, money } from '../format.ts';
import { inLanguage, none, type Markup } from '../../kit/markup.ts';
import type { Visit } from '../visit.ts';
import { productPicture } from './picture.ts';

/** A card shows the remaining stock if it is lower than this. */
const FEW = 5;

/** A catalog text, which is in the company's language. */
export const catalogText = ({ shop, language }: Visit, text: string): Markup =>
  inLanguage(text, ownLanguage(shop.company.language), language);

type OptionProduct = Extract<Product, { options: unknown }>;

const optionsOf = (product: Product): OptionProduct['options'] => ('options' in product ? product.options : []);

/** The first picture of a product, or of one of its options. */
export const cardPictureOf = (product: Product): string | undefined =>
  product.images[0]?.url ?? optionsOf(product).find(({ images }) => images.length > 0)?.images[0]?.url;

/** A tile in the brand's colors, for a product without a picture. */
const tile = (product: Product): Markup =>
  html`<span class="tile" data-family="${product.type}" aria-hidden="true"
    ><span>${/^./u.exec(product.name.trim())?.[0]?.toUpperCase() ?? ''}</span></span
  >`;

const FRAME = { width: 640, height: 480 };
const WIDE = '(min-width: 45em) 33em, 48vw';
/** Three or more cards are in rows of three or four. */
const NARROW = '(min-width: 45em) 19em, 48vw';

interface CardPlace {
  isFirst: boolean;
  /** Number of cards in the list. */
  cards: number;
}

/** The picture of a card. The first pictures on a page are loaded eagerly. */
const picture = (product: Product, { isFirst, cards }: CardPlace): Markup => {
  const url = cardPictureOf(product);
  if (!url) return tile(product);
  return productPicture(url, { ...FRAME, sizes: cards < 3 ? WIDE : NARROW, isFirst });
};

const isSoldOut = (product: Product): boolean => {
  const options = optionsOf(product);
  return options.length > 0 && options.every(({ availability }) => !availability.in_stock);
};

const badgeOf = ({ t }: Visit, product: Product): string | undefined => {
  if (isSoldOut(product)) return t.landing.soldOut;
  const options = optionsOf(product);
  const saved = Math.max(
    0,
    ...options.map((option) => ('discount_percent' in option ? (option.discount_percent ?? 0) : 0)),
  );
  const counted = options
    .filter((option) => !('add_on' in option && option.add_on))
    .map(({ availability }) => availability);
  const remainingUnits = counted.every(({ remaining }) => remaining !== null)
    ? counted.reduce((sum, { remaining }) => sum + (remaining ?? 0), 0)
    : Infinity;
  if (remainingUnits > 0 && remainingUnits <= FEW) return t.landing.left(remainingUnits);
  return saved > 0 ? t.landing.save(saved) : undefined;
};

const priceLine = (visit: Visit, product: Product): string => {
  const { t } = visit;
  if (product.type === 'gift_card') {
    const { minimum_amount: from, maximum_amount: to } = (product as Extract<Product, { promotions: unknown }>).pricing;
    return t.landing.anyAmount(money(visit, from), money(visit, to));
  }
  const buyable = optionsOf(product).filter((option) => !('add_on' in option && option.add_on));
  const prices = (buyable.length > 0 ? buyable : optionsOf(product)).map(({ amount }) => amount);
  const least = Math.min(...prices);
  const price = money(visit, least);
  return new Set(prices).size > 1 ? t.landing.from(price) : price;
};

/** A product as a card that links to its page. */
export const productCard = (visit: Visit, product: Product, place: CardPlace): Markup => {
  const badge = badgeOf(visit, product);
  const when = 'event' in product && product.event ? eventTime(visit, product.event) : undefined;
  return html`<li class="product">
    <a href="${visit.links.product(product.id)}">
      <span class="picture">${picture(product, place)}${badge ? html`<span class="badge">${badge}</span>` : none}</span>
      <span class="about">
        <span class="title">${catalogText(visit, product.name)}</span>
        ${when ? html`<span class="when">${when}</span>` : none}
        <span class="price">${priceLine(visit, product)}</span>
      </span>
    </a>
  </li>`;
};

/** The gift card with a free amount, as a large card with suggested amounts. */
export const valueCard = (visit: Visit, product: Product): Markup => {
  const { t, links, shop } = visit;
  const amounts = shop.settings.suggestedAmounts;
  const url = cardPictureOf(product);
  return html`<div class="value-card">
    <a class="picture" href="${links.product(product.id)}" tabindex="-1" aria-hidden="true"
      >${
        url
          ? productPicture(url, { ...FRAME, sizes: WIDE, isFirst: true })
          : html`<span class="tile" data-family="gift_card"><span>${shop.brand.displayName.trim()}</span></span>`
      }</a
    >
    <div class="about">
      <h3><a href="${links.product(product.id)}">${catalogText(visit, product.name)}</a></h3>
      <p class="price">${priceLine(visit, product)}</p>
      ${
        amounts.length > 0
          ? html`<ul class="amounts">
              ${amounts.map(
                (amount) =>
                  html`<li>
                    <a class="chip" href="${links.buy({ item: `${VALUE_PRODUCT_ID}:1:${amount}` })}"
                      >${money(visit, amount)}</a
                    >
                  </li>`,
              )}
            </ul>`
          : none
      }
      <p><a class="button" href="${links.product(product.id)}">${t.landing.chooseAmount}</a></p>
    </div>
  </div>`;
};

import { html } from 'hono/html';
import { VALUE_PRODUCT_ID } from '../../../domain/catalog/products/ids.ts';
import type { BrowsedProduct, ListedProduct as Product } from '../../../domain/catalog/listing/browse.ts';
import { ownLanguage } from '../../../domain/storefront/order-page/languages.ts';
import { eventTime, money } from '../format.ts';
import { inLanguage, none, type Markup } from '../../kit/markup.ts';
import type { Visit } from '../visit.ts';
import { productPicture } from './picture.ts';

/** A card shows the remaining stock up to this number. */
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

/** A product of a shelf, as far as its card shows it. */
export type CardProduct = Pick<BrowsedProduct, 'left' | 'present'>;

const isAddOn = (option: OptionProduct['options'][number]): boolean => 'add_on' in option && option.add_on === true;

/** The options that can be bought now. Add-ons need a ticket, unless the event sells them alone. */
export const optionsOnSale = (product: Product): OptionProduct['options'] => {
  const inStock = optionsOf(product).filter(({ availability }) => availability.in_stock);
  const isSoldAlone = 'event' in product && product.event?.add_ons_sold_alone === true;
  return isSoldAlone || inStock.some((option) => !isAddOn(option)) ? inStock : [];
};

const badgeOf = ({ t }: Visit, product: Product, remainingUnits: number | null): string | undefined => {
  const onSale = optionsOnSale(product);
  if (onSale.length === 0 && 'options' in product) return t.landing.soldOut;
  if (remainingUnits !== null && remainingUnits > 0 && remainingUnits <= FEW) return t.landing.left(remainingUnits);
  const saved = onSale.map((option) => ('discount_percent' in option ? (option.discount_percent ?? 0) : 0));
  const most = Math.max(0, ...saved);
  return most > 0 ? t.landing.save(most) : undefined;
};

/** The lowest price of the options that can be bought, or of all options of a product that is sold out. */
const priceLine = (visit: Visit, product: Product): string => {
  const { t } = visit;
  if (product.type === 'gift_card') {
    const { minimum_amount: from, maximum_amount: to } = (product as Extract<Product, { promotions: unknown }>).pricing;
    return t.landing.anyAmount(money(visit, from), money(visit, to));
  }
  const onSale = optionsOnSale(product);
  const options = onSale.length > 0 ? onSale : optionsOf(product);
  const buyable = options.filter((option) => !isAddOn(option));
  const prices = (buyable.length > 0 ? buyable : options).map(({ amount }) => amount);
  // An event stays listed when none of its tickets is active.
  if (prices.length === 0) return '';
  const least = Math.min(...prices);
  const price = money(visit, least);
  return new Set(prices).size > 1 ? t.landing.from(price) : price;
};

/** A product as a card that links to its page. */
export const productCard = (visit: Visit, { left, present }: CardProduct, place: CardPlace): Markup => {
  const product = present();
  const badge = badgeOf(visit, product, left());
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
  const quantity = 'quantity' in product ? product.quantity.minimum : 1;
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
                    <a class="chip" href="${links.buy({ item: `${VALUE_PRODUCT_ID}:${quantity}:${amount}` })}"
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

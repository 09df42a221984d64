import { html, raw } from 'hono/html';
import type { ListedProduct as Product, Shelf } from '../../../domain/catalog/listing/browse.ts';
import { VALUE_PRODUCT_ID, type Family } from '../../../domain/catalog/products/ids.ts';
import { presentValueProduct } from '../../../domain/catalog/listing/present.ts';
import { plainText } from '../../../domain/fulfillment/documents/format.ts';
import { htmlLanguage, inLanguage, none, type Markup } from '../../kit/markup.ts';
import { nowMs } from '../../../platform/clock.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { shopPage, shopTitle } from '../layout.ts';
import type { ShelfFamily } from '../links.ts';
import type { Visit } from '../visit.ts';
import { productCard, valueCard, type CardProduct } from './cards.ts';

/** Maximum number of products per family on the landing page. A link leads to the others. */
const ON_LANDING = 8;
/** Maximum number of products per page of one family. */
const ON_PAGE = 24;

/** The listed products by family. */
type Shelves = ReadonlyMap<ShelfFamily, Shelf>;

const DESCRIPTION_MAX = 155;

/** Description of the page for search engines. */
const descriptionOf = (visit: Visit): string | undefined => {
  const { settings, brand } = visit.shop;
  const description =
    visit.own(settings.seo.description)?.text ?? plainText(visit.own(settings.introduction)?.text ?? '');
  const families = settings.families.map((family) => visit.t.families[family]).join(', ');
  const text =
    description === '' ? [shopTitle(visit), brand.tagline ?? families].filter(Boolean).join(': ') : description;
  const characters = [...text];
  return characters.length > DESCRIPTION_MAX ? `${characters.slice(0, DESCRIPTION_MAX - 1).join('')}…` : text;
};

const seoTitle = (visit: Visit): string => visit.own(visit.shop.settings.seo.title)?.text ?? shopTitle(visit);

/** The landing page: the featured products of the shop, and the first products of each family. */
export const landingPage = (visit: Visit, shelves: Shelves): Promise<Reply> => {
  const { settings } = visit.shop;
  const value = settings.families.includes('gift_card') ? presentValueProduct(visit.shop.company, nowMs()) : undefined;
  const featured = featuredProducts(visit, shelves, value);
  let shown = 0;
  const isFirst = (): boolean => shown++ < 2;
  const sections = settings.families.flatMap((family) => {
    if (family === 'gift_card') return value ? [valueSection(visit, value)] : [];
    const shelf = shelves.get(family);
    return shelf && shelf.products.length > 0 ? [familySection(visit, family, shelf, isFirst)] : [];
  });
  return shopPage(visit, {
    title: seoTitle(visit),
    description: descriptionOf(visit),
    caching: 'shared',
    indexed: true,
    inLanguage: (links) => links.landing(),
    content: html`${hero(visit)}
      <div class="wide">
        ${
          featured.length > 0
            ? section(
                'featured',
                visit.t.landing.featured,
                html`<ul class="products">
                  ${featured.map((product) => productCard(visit, product, { isFirst: isFirst(), cards: featured.length }))}
                </ul>`,
              )
            : none
        }
        ${sections.length > 0 ? sections : html`<p class="card">${visit.t.landing.empty}</p>`}
      </div>`,
  });
};

const hero = (visit: Visit): Markup => {
  const { shop, language, own } = visit;
  const introduction = own(shop.settings.introduction);
  const title = own(shop.settings.title);
  const intro = introduction
    ? html`<div class="prose" lang="${htmlLanguage(introduction.language)}">${raw(introduction.text)}</div>`
    : shop.brand.tagline
      ? html`<p>${shop.brand.tagline}</p>`
      : none;
  return html`<div class="hero">
    <div class="wide">
      <h1>${title ? inLanguage(title.text, title.language, language) : shop.brand.displayName}</h1>
      ${intro}
    </div>
  </div>`;
};

const section = (id: string, heading: string, content: Markup): Markup =>
  html`<section aria-labelledby="${id}">
    <h2 id="${id}">${heading}</h2>
    ${content}
  </section>`;

const valueSection = (visit: Visit, value: Product): Markup =>
  section('gift_card', visit.t.families.gift_card, valueCard(visit, value));

const familySection = (visit: Visit, family: ShelfFamily, shelf: Shelf, isFirst: () => boolean): Markup => {
  const { t, links } = visit;
  const shown = shelf.products.slice(0, ON_LANDING);
  const isMore = shelf.products.length > shown.length || shelf.goesOnAfter !== undefined;
  const all = shelf.goesOnAfter === undefined ? t.landing.showAll(shelf.products.length) : t.landing.more;
  return section(
    family,
    t.families[family],
    html`<ul class="products">
        ${shown.map((product) => productCard(visit, product, { isFirst: isFirst(), cards: shown.length }))}
      </ul>
      ${isMore ? html`<p class="more"><a href="${links.family(family)}">${all}</a></p>` : none}`,
  );
};

/** The featured products that are available and whose family is shown, in the order of the settings. */
const featuredProducts = ({ shop }: Visit, shelves: Shelves, value: Product | undefined): CardProduct[] => {
  const shown = [...shelves].filter(([family]) => shop.settings.families.includes(family));
  const all = new Map(shown.flatMap(([, { products }]) => products.map((product) => [product.id, product])));
  return shop.settings.featured.flatMap((id): CardProduct[] => {
    if (id === VALUE_PRODUCT_ID) return value ? [{ left: () => null, present: () => value }] : [];
    const product = all.get(id);
    return product ? [product] : [];
  });
};

/** The products of one family, in pages. */
export const familyPage = (
  visit: Visit,
  family: ShelfFamily,
  shelf: Shelf,
  place: { page: number; after: string | undefined },
): Promise<Reply> => {
  const { t, links } = visit;
  const pages = Math.max(1, Math.ceil(shelf.products.length / ON_PAGE));
  const page = Math.min(pages, Math.max(1, place.page));
  const shown = shelf.products.slice((page - 1) * ON_PAGE, page * ON_PAGE);
  const heading = t.families[family as Family];
  return shopPage(visit, {
    title: `${heading} – ${shopTitle(visit)}`,
    description: `${heading}: ${shopTitle(visit)}`,
    caching: 'shared',
    indexed: true,
    inLanguage: (each) => each.family(family, { page, after: place.after }),
    content: html`<div class="wide">
      <p class="back"><a href="${links.landing()}">${t.product.back}</a></p>
      <h1>${heading}</h1>
      ${
        shown.length > 0
          ? html`<ul class="products">
              ${shown.map((product, at) => productCard(visit, product, { isFirst: at < 2, cards: shown.length }))}
            </ul>`
          : html`<p class="card">${t.landing.empty}</p>`
      }
      ${pager(visit, family, { page, pages, after: place.after, goesOnAfter: shelf.goesOnAfter })}
    </div>`,
  });
};

const pager = (
  { t, links }: Visit,
  family: ShelfFamily,
  {
    page,
    pages,
    after,
    goesOnAfter,
  }: { page: number; pages: number; after: string | undefined; goesOnAfter: string | undefined },
): Markup => {
  const next =
    page < pages ? { page: page + 1, after } : goesOnAfter === undefined ? undefined : { after: goesOnAfter };
  if (page === 1 && !next) return none;
  return html`<nav class="pager" aria-label="${t.landing.page(page, pages)}">
    ${page > 1 ? html`<a rel="prev" href="${links.family(family, { page: page - 1, after })}">${t.landing.previous}</a>` : html`<span></span>`}
    <span>${t.landing.page(page, pages)}</span>
    ${next ? html`<a rel="next" href="${links.family(family, next)}">${t.landing.next}</a>` : html`<span></span>`}
  </nav>`;
};

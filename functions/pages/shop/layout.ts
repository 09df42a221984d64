import { html, raw } from 'hono/html';
import { PAGE_LANGUAGES, type PageLanguage } from '../../platform/page-languages.ts';
import { config } from '../../platform/config.ts';
import type { PublicRequest } from '../../pipeline/public-endpoint.ts';
import type { Reply } from '../../pipeline/request.ts';
import { scriptPath } from './assets.ts';
import { textsOf } from '../kit/language.ts';
import type { Links } from './links.ts';
import { defaultBrand, stylePath } from './theme.ts';
import { escapeHtml } from '../../platform/html-text.ts';
import { htmlLanguage, inLanguage, none, written, type Markup } from '../kit/markup.ts';
import { phoneUrl } from '../kit/phone-url.ts';
import { pageReply, type CacheRule } from '../kit/reply.ts';
import type { Visit } from './visit.ts';

/** Properties of a page in addition to its content. */
interface PageOptions {
  title: string;
  content: Markup;
  status?: number;
  caching: CacheRule;
  description?: string | undefined;
  /** URL of the same page in another language; absent if there is none. */
  inLanguage?: (links: Links) => string;
  /** Search engines may index the page. */
  indexed?: boolean;
  headers?: Record<string, string>;
}

/** A page of a shop, in the style of its brand. */
export const shopPage = async (visit: Visit, options: PageOptions): Promise<Reply> => {
  const { request, shop, language } = visit;
  const caching = shop.isPreview ? 'never' : options.caching;
  return pageReply(request, {
    status: options.status ?? 200,
    html: await written(documentOf(visit, options)),
    caching,
    language: htmlLanguage(language),
    framedBy: options.status === undefined || options.status < 400 || options.status === 422 ? shop.company : undefined,
    negotiated: visit.isNegotiated,
    indexed: (options.indexed ?? false) && !shop.isPreview,
    ...(options.headers ? { headers: options.headers } : {}),
  });
};

const documentOf = (visit: Visit, options: PageOptions): Markup => {
  const { shop, language, links, t } = visit;
  return html`<!doctype html>
    <html lang="${htmlLanguage(language)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${options.title}</title>
        ${options.description ? html`<meta name="description" content="${options.description}" />` : none}
        ${alternates(visit, options)}
        <link rel="icon" href="${iconOf(visit)}" />
        <link rel="stylesheet" href="${stylePath(links.slug, shop.brand)}" />
        <script src="${scriptPath()}" defer></script>
      </head>
      <body>
        <a class="skip" href="#content">${t.layout.skip}</a>
        ${shop.isPreview ? previewNote(visit) : none} ${header(visit, options)}
        <main id="content" tabindex="-1">${options.content}</main>
        ${footer(visit)}
      </body>
    </html>`;
};

/** Links to the page in other languages, for search engines. */
const alternates = ({ shop, language, links }: Visit, { inLanguage: to, indexed }: PageOptions): Markup => {
  if (!to || !indexed || shop.isPreview) return none;
  const address = (each: PageLanguage): string => `${config.baseUrl()}${to(links.in(each))}`;
  const { languages, defaultLanguage } = shop.settings;
  return html`<link rel="canonical" href="${address(language)}" />
    ${languages.map((each) => html`<link rel="alternate" hreflang="${htmlLanguage(each)}" href="${address(each)}" />`)}
    <link rel="alternate" hreflang="x-default" href="${address(defaultLanguage)}" />`;
};

const titleOf = (visit: Visit): { text: string; language: PageLanguage } =>
  visit.own(visit.shop.settings.title) ?? { text: visit.shop.brand.displayName, language: visit.language };

export const shopTitle = (visit: Visit): string => titleOf(visit).text;

const initialOf = (text: string): string => /^./u.exec(text.trim())?.[0]?.toUpperCase() ?? '';

/** The icon of the page: the shop's initial in the brand's colors, because logos are too wide. */
const iconOf = (visit: Visit): string => {
  const { primary, onPrimary } = visit.shop.brand.colors;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${primary}"/><text x="16" y="23" text-anchor="middle" font-family="sans-serif" font-size="20" font-weight="700" fill="${onPrimary}">${escapeHtml(initialOf(shopTitle(visit)))}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`;
};

const header = (visit: Visit, { inLanguage: to }: PageOptions): Markup => {
  const { shop, links, language } = visit;
  const title = titleOf(visit);
  const { logo } = shop.brand;
  return html`<header class="top">
    <div class="wide">
      <a class="home" href="${links.landing()}">
        ${
          logo
            ? html`<img src="${logo.url}" alt="${title.text}" width="${logo.width}" height="${logo.height}" />`
            : html`<span class="mark" aria-hidden="true">${initialOf(title.text)}</span>
                <span class="name">${inLanguage(title.text, title.language, language)}</span>`
        }
      </a>
      ${to && shop.settings.languages.length > 1 ? languageMenu(visit, to) : none}
    </div>
  </header>`;
};

const languageMenu = ({ shop, links, language, t }: Visit, to: (links: Links) => string): Markup =>
  html`<nav class="languages" aria-label="${t.layout.languages}">
    <ul>
      ${PAGE_LANGUAGES.filter((each) => shop.settings.languages.includes(each)).map(
        (each) =>
          html`<li>
            <a
              href="${to(links.in(each))}"
              lang="${htmlLanguage(each)}"
              hreflang="${htmlLanguage(each)}"
              ${each === language ? raw('aria-current="true"') : ''}
              ><abbr title="${textsOf(each).name}">${each.toUpperCase()}</abbr></a
            >
          </li>`,
      )}
    </ul>
  </nav>`;

const footer = (visit: Visit): Markup => {
  const { shop, t } = visit;
  const { company } = shop;
  const { address } = company;
  return html`<footer class="bottom">
    <div class="wide">
      <p>
        <strong>${company.name}</strong>
        ${address ? html`<br />${address.street}, ${address.postcode} ${address.city}` : none}
        ${company.vat_number ? html`<br />${t.layout.vat} ${company.vat_number}` : none}
      </p>
      ${contact(visit)}
    </div>
  </footer>`;
};

/** Contact details of the shop, if its page shows them. */
export const contact = ({ shop, t }: Visit): Markup => {
  const { email, phone } = shop.settings.contact;
  if (email === '' && phone === '') return none;
  return html`<p>
    ${t.layout.questions} ${email === '' ? none : html`<br /><a href="mailto:${email}">${email}</a>`}
    ${phone === '' ? none : html`<br /><a href="${phoneUrl(phone)}">${phone}</a>`}
  </p>`;
};

const previewNote = (visit: Visit): Markup => {
  const { t, shop } = visit;
  const message = shop.settings.open ? undefined : visit.own(shop.settings.closedMessage);
  return html`<aside class="preview" aria-label="${t.layout.preview}">
    <div class="wide">
      <strong>${t.layout.preview}.</strong> ${t.layout.previewNote}
      ${message ? html`<br />${t.layout.previewClosed} <q>${inLanguage(message.text, message.language, visit.language)}</q>` : none}
    </div>
  </aside>`;
};

/** A page without a shop, because the URL has none or an unknown one. */
export const plainPage = async (
  request: Pick<PublicRequest, 'headers'>,
  language: PageLanguage,
  page: { status: number; title: string; content: Markup; headers?: Record<string, string> },
): Promise<Reply> => {
  const document = html`<!doctype html>
    <html lang="${htmlLanguage(language)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${page.title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${stylePath('-', defaultBrand())}" />
      </head>
      <body>
        <main id="content">${page.content}</main>
      </body>
    </html>`;
  return pageReply(request, {
    status: page.status,
    html: await written(document),
    caching: 'never',
    language: htmlLanguage(language),
    ...(page.headers ? { headers: page.headers } : {}),
  });
};

import { html, raw } from 'hono/html';
import { PAGE_LANGUAGES, type PageLanguage } from '../platform/page-languages.ts';
import type { DeskRight } from '../platform/desk-rights.ts';
import type { PublicRequest } from '../pipeline/public-endpoint.ts';
import type { ApiError } from '../platform/errors.ts';
import type { Reply } from '../pipeline/request.ts';
import { htmlLanguage, none, written, type Markup } from '../pages/kit/markup.ts';
import { companyNames } from '../domain/company/companies/every-listed.ts';
import { scriptPath, stylePath } from './assets.ts';
import { namedSelect } from './pages/named-select.ts';
import { FORM_TOKEN } from './forgery.ts';
import { textsOf, type DeskTexts } from './language.ts';
import { deskReply } from './reply.ts';
import { FORM_TEXTS } from './texts/forms.ts';
import { REPEAT_TEXTS } from './texts/repeat.ts';
import { OWN_PASSWORD_TEXTS } from './texts/own-password.ts';
import type { DeskVisit } from './visit.ts';

type Place = keyof DeskTexts['menu'] | 'orders';

export interface DeskPageOptions {
  title: string;
  content: Markup;
  status?: number;
  headers?: Record<string, string>;
  /** The refusal that the page shows. Its status and headers are those of the response, unless others are given. */
  refusal?: ApiError | undefined;
  /** The menu entry to which the page belongs. */
  place?: Place;
}

const statusOf = ({ status, refusal }: DeskPageOptions): number => status ?? refusal?.status ?? 200;

/** A page for a signed-in user. */
export const deskPage = async (visit: DeskVisit, options: DeskPageOptions): Promise<Reply> =>
  deskReply(visit.request, {
    status: statusOf(options),
    headers: { ...options.refusal?.headers, ...options.headers },
    html: await written(
      documentOf(
        visit.language,
        `${titleOf(visit.language, options)} · ${visit.company.name}`,
        html`${header(visit, options)}
          <main id="content" tabindex="-1"><div class="wide">${options.content}</div></main>
          ${await footer(visit)}`,
      ),
    ),
    language: visit.language,
  });

/** A page for visitors without a session. */
export const strangerPage = async (
  request: PublicRequest,
  language: PageLanguage,
  options: DeskPageOptions,
): Promise<Reply> =>
  deskReply(request, {
    status: statusOf(options),
    headers: { ...options.refusal?.headers, ...options.headers },
    html: await written(
      documentOf(
        language,
        titleOf(language, options),
        html`<main id="content" tabindex="-1"><div class="narrow">${options.content}</div></main>`,
      ),
    ),
    language,
  });

/** Pages with these statuses have titles that name the error. */
const NAMED: ReadonlySet<number> = new Set([403, 404, 410]);

/** A screen reader announces the title first, so the title of a page with a refused form begins with the refusal. */
const titleOf = (language: PageLanguage, options: DeskPageOptions): string => {
  const status = statusOf(options);
  const isRefused = status >= 400 && status < 500 && !NAMED.has(status);
  return isRefused ? FORM_TEXTS[language].refused(options.title) : options.title;
};

const documentOf = (language: PageLanguage, title: string, body: Markup): Markup =>
  html`<!doctype html>
    <html lang="${htmlLanguage(language)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${stylePath()}" />
        <script src="${scriptPath()}" defer></script>
      </head>
      <body
        data-repeating="${textsOf(language).counter.repeating}"
        data-unknown="${textsOf(language).counter.notRepeated}"
        data-retrying="${REPEAT_TEXTS[language].retrying}"
        data-failed="${REPEAT_TEXTS[language].failed}"
        data-restored="${FORM_TEXTS[language].restored}"
      >
        <a class="skip" href="#content">${textsOf(language).layout.skip}</a>
        ${body}
      </body>
    </html>`;

interface MenuEntry {
  place: Place;
  path: string;
  right: DeskRight;
}

/** Users with this right start at Home, others at the counter. */
export const HOME_RIGHT: DeskRight = 'reports';

/** Menu entries and their required permissions. */
const MENU: readonly MenuEntry[] = [
  { place: 'home', path: '/desk', right: HOME_RIGHT },
  { place: 'counter', path: '/desk/counter', right: 'redeem' },
  { place: 'search', path: '/desk/search', right: 'search' },
  { place: 'orders', path: '/desk/orders', right: 'search' },
  { place: 'door', path: '/desk/door', right: 'door_list' },
  { place: 'shipments', path: '/desk/shipments', right: 'shipments' },
  { place: 'issue', path: '/desk/issue', right: 'issue' },
  { place: 'reports', path: '/desk/reports', right: 'reports' },
];

/** Rarely used entries are collapsed, so that the menu stays short on a phone. */
const ADMINISTRATION: readonly MenuEntry[] = [
  { place: 'setUp', path: '/desk/set-up', right: 'settings' },
  { place: 'settings', path: '/desk/company', right: 'settings' },
  { place: 'products', path: '/desk/products', right: 'catalog' },
  { place: 'events', path: '/desk/events', right: 'catalog' },
  { place: 'campaigns', path: '/desk/campaigns', right: 'campaigns' },
  { place: 'discountCodes', path: '/desk/discount-codes', right: 'campaigns' },
  { place: 'keys', path: '/desk/keys', right: 'keys' },
  { place: 'brand', path: '/desk/brand', right: 'brand' },
  { place: 'page', path: '/desk/order-page', right: 'order_page' },
  { place: 'webhooks', path: '/desk/webhooks', right: 'webhooks' },
  { place: 'users', path: '/desk/users', right: 'users' },
  { place: 'companies', path: '/desk/companies', right: 'companies' },
  { place: 'payouts', path: '/desk/payouts', right: 'payouts' },
  { place: 'audit', path: '/desk/audit', right: 'audit' },
];

const header = (visit: DeskVisit, options: DeskPageOptions): Markup => {
  const { company, rights, t } = visit;
  const folded = ADMINISTRATION.filter(({ right }) => rights.has(right));
  const isWithin = folded.some(({ place }) => place === options.place);
  return html`<header class="top">
    <div class="wide">
      <a class="home" href="/desk"><span>${company.name}</span></a>
      <button class="quiet menu-button" type="button" popovertarget="menu">${t.layout.open}</button>
      <nav id="menu" class="menu" popover aria-label="${t.layout.menu}">
        <ul>
          ${MENU.filter(({ right }) => rights.has(right)).map((each) => menuEntry(visit, each, options))}
          ${
            folded.length === 0
              ? none
              : html`<li>
                  <details class="folded">
                    <summary ${isWithin ? raw('class="within"') : none}>${t.layout.administration}</summary>
                    <ul>
                      ${folded.map((each) => menuEntry(visit, each, options))}
                    </ul>
                  </details>
                </li>`
          }
        </ul>
      </nav>
    </div>
  </header>`;
};

const menuEntry = ({ t }: DeskVisit, { place, path }: MenuEntry, options: DeskPageOptions): Markup =>
  html`<li>
    <a href="${path}" ${place === options.place ? raw('aria-current="page"') : none}
      >${place === 'orders' ? t.search.orders : t.menu[place]}</a
    >
  </li>`;

const footer = async (visit: DeskVisit): Promise<Markup> => {
  const { at, t, language } = visit;
  return html`<footer class="bottom">
    <div class="wide">
      <p>${t.layout.signedInAs} <strong>${at.user.username}</strong>, ${t.roles[at.user.role ?? 'staff']}</p>
      <p><a href="/desk/account">${OWN_PASSWORD_TEXTS[language].account}</a></p>
      ${await companyForm(visit)}
      <form class="line" method="post" action="/desk/settings">
        ${tokenField(visit)}
        <label for="page-language">${t.layout.language}</label>
        <select id="page-language" name="language">
          ${PAGE_LANGUAGES.map(
            (each) =>
              html`<option value="${each}" ${each === language ? raw('selected') : ''}>
                ${LANGUAGE_NAMES[each]}
              </option>`,
          )}
        </select>
        <button class="quiet">${t.layout.change}</button>
      </form>
      <form class="line" method="post" action="/desk/sign-out">
        ${tokenField(visit)}<button class="quiet">${t.layout.signOut}</button>
      </form>
    </div>
  </footer>`;
};

const LANGUAGE_NAMES: Readonly<Record<PageLanguage, string>> = {
  da: 'Dansk',
  en: 'English',
  de: 'Deutsch',
  sv: 'Svenska',
  no: 'Norsk',
};

/** Users of an agency select a company from a list; a system administrator selects it on the page of all companies. */
const companyForm = async (visit: DeskVisit): Promise<Markup> => {
  const { at, company, t } = visit;
  const { user, home } = at;
  if (user.role === 'system_admin') {
    return html`<p>
      ${t.layout.company}: <strong>${company.name}</strong> <a href="/desk/companies">${t.layout.change}</a>
    </p>`;
  }
  if (!user.agency || home.assigned.length === 0) return none;
  const names = await companyNames([home.slug, ...home.assigned]);
  return html`<form class="line" method="post" action="/desk/settings">
    ${tokenField(visit)}<label for="acting-company">${t.layout.company}</label> ${namedSelect({
      id: 'acting-company',
      name: 'company',
      value: company.slug,
      offered: [...names],
      isRequired: true,
    })}
    <button class="quiet">${t.layout.change}</button>
  </form>`;
};

/** Part of every form; proves that a page of this session sent it. */
export const tokenField = ({ formToken }: Pick<DeskVisit, 'formToken'>): Markup =>
  html`<input type="hidden" name="${FORM_TOKEN}" value="${formToken}" />`;

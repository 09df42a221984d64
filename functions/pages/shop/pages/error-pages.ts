import { html } from 'hono/html';
import type { PageLanguage } from '../../../platform/page-languages.ts';
import type { PublicRequest } from '../../../pipeline/public-endpoint.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { CODE_FIELD } from '../../kit/gift-cards/entry.ts';
import { textsOf } from '../../kit/language.ts';
import { plainPage, shopPage, shopTitle } from '../layout.ts';
import { parseForm, type FormValues } from '../../kit/form-values.ts';
import { inLanguage, none, type Markup, hidden } from '../../kit/markup.ts';
import type { Visit } from '../visit.ts';
import { keptFields } from './fields.ts';

/** A page that explains why something is not available, and how to continue. */
interface ErrorPage {
  status: number;
  heading: string;
  text: Markup | string;
  headers?: Record<string, string>;
  /** How to continue. By default a link to the shop, if there is one. */
  way?: Markup;
}

/** The input in hidden fields, with a button that sends it again. */
const sendAgain = async (request: PublicRequest, label: string): Promise<Markup> => {
  const sent = await parseForm(request);
  // Pages must not show the code of a gift card.
  const typed = sent.typed.with({ [CODE_FIELD]: undefined });
  const step = typed.get('step');
  // A form of a preview is sent to the preview again, because the shop would place an order.
  const { preview } = request.query;
  const query = preview === undefined ? '' : `?${new URLSearchParams({ preview }).toString()}`;
  return html`<form method="post" action="${request.path}${query}">
    ${keptFields(typed.entries())} ${step === '' ? none : hidden('step', step)}
    <button type="submit">${label}</button>
  </form>`;
};

/** A link to the same page or, after a form, a button that sends the form again. */
const retry = (request: PublicRequest, label: string): Promise<Markup> =>
  request.method === 'POST'
    ? sendAgain(request, label)
    : Promise.resolve(html`<p><a class="button" href="">${label}</a></p>`);

const linkTo = (path: string, label: string): Markup => html`<p><a class="button" href="${path}">${label}</a></p>`;

const contentOf = ({ heading, text }: ErrorPage, way: Markup): Markup =>
  html`<div class="narrow">
    <section class="card trouble">
      <h1>${heading}</h1>
      <p>${text}</p>
      ${way}
    </section>
  </div>`;

/** An error page in the shop's layout if there is a shop, otherwise a separate page. */
const errorPage = (
  request: PublicRequest,
  language: PageLanguage,
  page: ErrorPage,
  visit: Visit | undefined,
): Promise<Reply> => {
  const { status, heading, headers = {} } = page;
  if (!visit) {
    const content = contentOf(page, page.way ?? none);
    return plainPage(request, language, { status, title: heading, content, headers });
  }
  const way = page.way ?? linkTo(visit.links.landing(), visit.t.errors.toShop);
  return shopPage(visit, {
    status,
    title: `${heading} – ${shopTitle(visit)}`,
    content: contentOf(page, way),
    caching: 'never',
    headers,
  });
};

/** The 404 page. `shop`: path of the shop that the address belongs to, if there is one. */
export const notFoundPage = (
  request: PublicRequest,
  language: PageLanguage,
  visit?: Visit,
  shop = visit?.links.landing(),
): Promise<Reply> => {
  const { notFound: heading, notFoundText, noShopText, toShop } = textsOf(language).errors;
  const page = { status: 404, heading, text: shop === undefined ? noShopText : notFoundText };
  return errorPage(request, language, shop === undefined ? page : { ...page, way: linkTo(shop, toShop) }, visit);
};

export const productGonePage = (visit: Visit): Promise<Reply> => {
  const { productGone: heading, productGoneText: text } = visit.t.errors;
  return errorPage(visit.request, visit.language, { status: 404, heading, text }, visit);
};

export const previewOverPage = (request: PublicRequest, language: PageLanguage): Promise<Reply> => {
  const { previewOver: heading, previewOverText: text } = textsOf(language).errors;
  return errorPage(request, language, { status: 404, heading, text }, undefined);
};

export const tooManyPage = async (
  request: PublicRequest,
  language: PageLanguage,
  seconds: number,
  visit?: Visit,
): Promise<Reply> => {
  const { tooMany: heading, tooManyText, tryAgain } = textsOf(language).errors;
  const headers = { 'Retry-After': String(seconds) };
  const way = await retry(request, tryAgain);
  return errorPage(request, language, { status: 429, heading, text: tooManyText(seconds), headers, way }, visit);
};

/** The 429 for too many orders. The order was not placed; the input is kept for another attempt. */
export const tooManyOrdersPage = (visit: Visit, typed: FormValues, seconds: number): Promise<Reply> => {
  const { tooMany: heading, tooManyOrders, tryAgain } = visit.t.errors;
  const way = html`<form method="post" action="${visit.links.buy()}">
    ${keptFields(typed.entries())} ${hidden('step', typed.get('step'))}
    <button type="submit">${tryAgain}</button>
  </form>`;
  const headers = { 'Retry-After': String(seconds) };
  return errorPage(
    visit.request,
    visit.language,
    { status: 429, heading, text: tooManyOrders(seconds), headers, way },
    visit,
  );
};

/** The 409 for a company without checkout. */
export const noCheckoutPage = (visit: Visit): Promise<Reply> => {
  const { errors, product } = visit.t;
  const page = { status: 409, heading: errors.busy, text: product.noCheckout };
  return errorPage(visit.request, visit.language, page, visit);
};

const BUSY = { status: 503, headers: { 'Retry-After': '2' } };

/** The page for a request that can be repeated shortly: 503, or 429 under contention. */
export const busyPage = async (
  visit: Visit,
  { status, headers }: { status: number; headers: Record<string, string> } = BUSY,
): Promise<Reply> => {
  const { busy: heading, busyText: text, tryAgain } = visit.t.errors;
  const way = await retry(visit.request, tryAgain);
  return errorPage(visit.request, visit.language, { status, heading, text, headers, way }, visit);
};

/**
 * The page for an internal error. It offers another attempt, because a form places one order only, however often it is
 * sent.
 */
export const failedPage = async (
  request: PublicRequest,
  language: PageLanguage,
  status: number,
  visit?: Visit,
): Promise<Reply> => {
  const { ours: heading, oursText: text, tryAgain } = textsOf(language).errors;
  const headers: Record<string, string> = status === 503 ? { 'Retry-After': '2' } : {};
  if (status < 500) return errorPage(request, language, { status, heading, text, headers }, visit);
  const way = await retry(request, tryAgain);
  return errorPage(request, language, { status, heading, text, headers, way }, visit);
};

const CLOSED_RETRY_SECONDS = 3600;

/** The 503 of a published shop that is closed. The input can be sent when the shop opens. */
export const closedPage = async (visit: Visit): Promise<Reply> => {
  const { t, shop, language, request } = visit;
  const message = visit.own(shop.settings.closedMessage);
  const text = message ? inLanguage(message.text, message.language, language) : none;
  const way = request.method === 'POST' ? await sendAgain(request, t.errors.tryAgain) : none;
  return shopPage(visit, {
    status: 503,
    title: shopTitle(visit),
    content: contentOf({ status: 503, heading: t.errors.closed, text }, way),
    caching: 'never',
    inLanguage: (links) => links.landing(),
    headers: { 'Retry-After': String(CLOSED_RETRY_SECONDS) },
  });
};

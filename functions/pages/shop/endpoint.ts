import { previewedDraft } from '../../domain/storefront/order-page/preview-link.ts';
import { pageLanguageOf, textIn } from '../../domain/storefront/order-page/languages.ts';
import { PAGE_LANGUAGES, type PageLanguage } from '../../platform/page-languages.ts';
import { findShop, type Shop } from '../../domain/storefront/order-page/shop.ts';
import { consumeViewLimit } from '../../domain/company/users/visits/visitor-limits.ts';
import { ApiError } from '../../platform/errors.ts';
import { paths } from '../../platform/messages/paths.ts';
import { queryPairs } from '../../pipeline/parse.ts';
import { publicEndpoint, type PublicRequest } from '../../pipeline/public-endpoint.ts';
import { errorReply } from '../../pipeline/pipeline.ts';
import type { Reply } from '../../pipeline/request.ts';
import type { Route } from '../../pipeline/route.ts';
import { LimitExceeded } from '../../storage/limits/limit-exceeded.ts';
import { isForBrowser } from '../kit/browser-endpoint.ts';
import { languageFor, textsOf } from '../kit/language.ts';
import { Links } from './links.ts';
import { seeOther } from '../kit/reply.ts';
import { busyPage, closedPage, failedPage, notFoundPage, previewOverPage, tooManyPage } from './pages/error-pages.ts';
import type { Visit } from './visit.ts';
import { SLUG } from '../../domain/company/settings/slug.ts';

interface Options<T> {
  /** Reads that need only the URL. They run concurrently with those of the shop. */
  begin?: (slug: string, request: PublicRequest) => Promise<T>;
  /** The page is available while the shop is closed: orders can still be viewed and paid. */
  whileClosed?: boolean;
}

/**
 * The handler of a shop's page: counts the visit, reads the shop, selects the language and renders the page. 404 if the
 * shop has no published page, 503 if it is closed, 429 for too many requests. Every failure is shown in the visitor's
 * language, without details.
 */
export const shopEndpoint = <T = undefined>(
  route: Route & { access: 'public' },
  options: Options<T>,
  serve: (visit: Visit, begun: T) => Promise<Reply>,
) =>
  publicEndpoint(route, async (request) => {
    const typed = request.params['slug'] ?? '';
    // People type the address from paper, and phones capitalize words.
    const slug = typed.toLowerCase();
    const isCapitalized = slug !== typed;
    const token = request.query['preview'];
    const draftId = token === undefined ? undefined : previewedDraft(slug, token);
    const visitor = { company: slug, address: request.address };
    const preferred = preferredLanguage(request);
    if (slug === '' && !isForBrowser(request)) {
      throw new ApiError(404, 'not_found', paths('path_unknown', { path: request.path }));
    }
    if (!SLUG.test(slug) || (isCapitalized && request.method === 'POST')) return notFoundPage(request, preferred);
    const [read, spent, begun] = await Promise.allSettled([
      findShop(slug, draftId),
      consumeViewLimit(visitor),
      (options.begin?.(slug, request) ?? Promise.resolve(undefined)) as Promise<T>,
    ]);
    if (spent.status === 'rejected') return refusalPage(request, preferred, spent.reason);
    if (read.status === 'rejected') return refusalPage(request, preferred, read.reason);
    const shop = read.value;
    if (token !== undefined && !shop?.isPreview) return previewOverPage(request, preferred);
    if (!shop || (shop.state === 'never' && !shop.isPreview)) return notFoundPage(request, preferred);
    if (isCapitalized) return seeOther(withPart(request, 2, slug));
    const visit = visitOf(request, shop, token);
    if (visit === 'unknown language') {
      return notFoundPage(request, preferred, undefined, new Links(slug, preferred, token).landing());
    }
    if (visit === 'other language') return seeOther(withPart(request, 3, shop.settings.defaultLanguage));
    if (shop.state === 'closed' && !shop.isPreview && !options.whileClosed) return closedPage(visit);
    try {
      if (begun.status === 'rejected') throw begun.reason;
      return await serve(visit, begun.value);
    } catch (error) {
      return errorPageFor(visit, error);
    }
  });

/** The language of pages that are shown before the shop is known. */
const preferredLanguage = (request: PublicRequest): PageLanguage =>
  pageLanguageOf(request.params['language']) ?? languageFor(request.headers['accept-language'], PAGE_LANGUAGES, 'en');

const visitOf = (
  request: PublicRequest,
  shop: Shop,
  preview: string | undefined,
): Visit | 'unknown language' | 'other language' => {
  const { languages, defaultLanguage } = shop.settings;
  const requested = request.params['language'];
  const language = requested === undefined ? undefined : PAGE_LANGUAGES.find((each) => each === requested);
  if (requested !== undefined && !language) return 'unknown language';
  const spoken = languages.find((each) => each === language);
  // A form in a language that the shop no longer has continues in the default language.
  if (language && !spoken && request.method !== 'POST') return 'other language';
  const implied = language
    ? defaultLanguage
    : languageFor(request.headers['accept-language'], languages, defaultLanguage);
  const chosen = spoken ?? implied;
  return {
    request,
    shop,
    language: chosen,
    t: textsOf(chosen),
    links: new Links(shop.company.slug, chosen, preview),
    own: (texts) => textIn(texts, chosen, defaultLanguage),
    isNegotiated: language === undefined,
  };
};

/** The same URL with another part, such as the language. */
const withPart = (request: PublicRequest, at: number, part: string): string => {
  const parts = request.path.split('/');
  parts[at] = part;
  const query = new URLSearchParams(queryPairs(request.queryValues)).toString();
  return `${parts.join('/')}${query === '' ? '' : `?${query}`}`;
};

const refusalPage = (request: PublicRequest, language: PageLanguage, error: unknown): Promise<Reply> => {
  if (error instanceof LimitExceeded) return tooManyPage(request, language, error.retryAfterSeconds);
  return failedPage(request, language, errorReply(error as Error).status);
};

/** The error page. The cause is logged with the request id. */
const errorPageFor = (visit: Visit, error: unknown): Promise<Reply> => {
  if (error instanceof LimitExceeded) return tooManyPage(visit.request, visit.language, error.retryAfterSeconds, visit);
  if (error instanceof ApiError && error.status === 404) return notFoundPage(visit.request, visit.language, visit);
  if (error instanceof ApiError && error.status === 429) return busyPage(visit, error);
  const { status } = errorReply(error as Error);
  if (status === 503 || status === 409) return busyPage(visit);
  return failedPage(visit.request, visit.language, status, visit);
};

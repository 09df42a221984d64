import { PAGE_LANGUAGES, type PageLanguage } from '../platform/page-languages.ts';
import { consumeUserLimit } from '../domain/company/users/user-rate-limit.ts';
import { chooseCompany, findDeskSession, type AtDesk } from '../domain/company/users/desk-session.ts';
import { rightsOf } from '../domain/company/settings/roles.ts';
import { withinCause } from '../platform/cause.ts';
import type { DeskRight } from '../platform/desk-rights.ts';
import type { PublicRequest } from '../pipeline/public-endpoint.ts';
import type { Reply } from '../pipeline/request.ts';
import type { Route } from '../pipeline/route.ts';
import { NO_FIELDS, parseForm, type SentForm } from '../pages/kit/form-values.ts';
import { seeOther } from '../pages/kit/reply.ts';
import { cookieOf, droppedCookie } from './cookie.ts';
import { claimedPage, formTokenOf, isFromSignIn, shownForm } from './forgery.ts';
import { textsOf } from './language.ts';
import { pageEndpoint } from './page-endpoint.ts';
import { refusedPage, errorPage } from './pages/error-pages.ts';
import { SWITCH_BACK, otherCompanyPage } from './pages/other-company.ts';
import { preferredLanguage, withCookie, type DeskVisit } from './visit.ts';
import { pathWithQuery, returnPath } from './return-path.ts';

export type DeskRoute = Route & { access: 'public'; desk: DeskRight };

/**
 * Fields are not truncated, because the last code of a truncated list could be a different code. The size of requests
 * is limited anyway.
 */
const FIELD_MAX = Infinity;

const languageOf = (request: PublicRequest, { session, company }: AtDesk): PageLanguage =>
  PAGE_LANGUAGES.find((each) => each === session.language) ??
  preferredLanguage(request, PAGE_LANGUAGES.find((each) => each === company.language) ?? 'en');

/** Forms of the users' own accounts, independent of the acting company. */
const OF_USER: ReadonlySet<DeskRight> = new Set(['enter', 'second_factor']);

/**
 * The handler of a desk page or form. Without a session it redirects to sign-in. It rejects requests beyond the role's
 * permissions, forms that no page of this session sent, and forms of another company. Errors are shown in the user's
 * language, or in the browser's while the user is unknown.
 */
export const deskEndpoint = (route: DeskRoute, serve: (visit: DeskVisit) => Promise<Reply>) =>
  pageEndpoint(route, async (request) => {
    const cookie = cookieOf(request);
    const at = cookie === undefined ? undefined : await findDeskSession(cookie);
    const sent = route.method === 'GET' ? NO_FIELDS : await parseForm(request, FIELD_MAX);
    if (cookie === undefined || !at) return toSignIn(route, request, { cookie, sent });
    const arrival = { route, request, cookie, sent };
    const visit = visitOf(arrival, at);
    try {
      return await serveVisit(arrival, await chosenAgain(arrival, visit), serve);
    } catch (error) {
      return errorPage(visit, error);
    }
  });

/** A request with its session cookie and its form, before its visit is created. */
interface Arrival {
  route: DeskRoute;
  request: PublicRequest;
  cookie: string;
  sent: SentForm;
}

/**
 * Switches back to the company of the form if the user pressed the button for it. `otherCompanyPage` shows this button
 * if the acting company has changed since the form was shown. The button sends the form again.
 */
const chosenAgain = async (arrival: Arrival, visit: DeskVisit): Promise<DeskVisit> => {
  const { request, cookie, sent } = arrival;
  const slug = sent.typed.get(SWITCH_BACK);
  if (slug === '' || shownForm(request, sent.typed, cookie)?.company !== slug) return visit;
  await chooseCompany(visit.at, slug);
  const at = await findDeskSession(cookie);
  return at ? visitOf(arrival, at) : visit;
};

const serveVisit = async (
  { route, request, cookie, sent }: Arrival,
  visit: DeskVisit,
  serve: (visit: DeskVisit) => Promise<Reply>,
): Promise<Reply> => {
  const { company, by, rights, at } = visit;
  const shown = route.method === 'GET' ? undefined : shownForm(request, sent.typed, cookie);
  if (shown && shown.company !== company.slug && !OF_USER.has(route.desk)) return otherCompanyPage(visit, shown);
  if (!rights.has(route.desk)) return refusedPage(visit, 'right');
  if (route.method !== 'GET' && !shown) return refusedPage(visit, 'forged');
  await consumeUserLimit(at.user.username);
  if (route.method === 'GET' || route.auditedByDomain) return serve(visit);
  const { requestId, params } = request;
  return withinCause({ company: company.slug, operation: route.name, by, requestId, subject: params }, () =>
    serve(visit),
  );
};

/** The visit of a signed-in user to a URL without a page; undefined without a session. */
export const findVisit = async (request: PublicRequest): Promise<DeskVisit | undefined> => {
  const cookie = cookieOf(request);
  const at = cookie === undefined ? undefined : await findDeskSession(cookie);
  if (cookie === undefined || !at) return undefined;
  return visitOf({ route: { method: 'GET' }, request, cookie, sent: NO_FIELDS }, at);
};

const visitOf = (
  { route, request, cookie, sent }: Omit<Arrival, 'route'> & { route: Pick<DeskRoute, 'method'> },
  at: AtDesk,
): DeskVisit => {
  const { user, home, company } = at;
  const language = languageOf(request, at);
  const page = returnPath(route.method === 'GET' ? pathWithQuery(request) : claimedPage(sent.typed));
  return {
    request,
    at,
    company,
    rights: rightsOf(user, company.slug),
    language,
    t: textsOf(language),
    page,
    form: sent.typed,
    file: sent.file,
    formToken: formTokenOf(cookie, { company: company.slug, page }),
    operator: {
      company: company.slug,
      home: home.slug,
      keyId: `user:${user.username}`,
      user: user.username,
      createdBy: user.username,
      door: 'desk',
    },
    by: { user: user.username, company: home.slug, door: 'desk' },
  };
};

/** A literal path, because importing the route's declaration would add sign-in to every bundle of the desk. */
const SIGN_OUT = '/desk/sign-out';

/**
 * After sign-in the user returns to the same page. If a form was sent, its action is not performed, and the page says
 * so. A browser without cookies gets an explanation, because it would otherwise see the sign-in form again and again.
 */
const toSignIn = (
  route: DeskRoute,
  request: PublicRequest,
  { cookie, sent }: { cookie: string | undefined; sent: SentForm },
): Reply => {
  if (route.path === SIGN_OUT) return withCookie(seeOther('/desk/sign-in'), droppedCookie());
  const isForm = route.method !== 'GET';
  const to = isForm ? returnPath(claimedPage(sent.typed)) : pathWithQuery(request);
  const why = isForm ? 'not-sent' : cookie === undefined && isFromSignIn(request) ? 'no-cookie' : undefined;
  const query = new URLSearchParams({ ...(to === '/desk' ? {} : { to }), ...(why === undefined ? {} : { why }) });
  const reply = seeOther(`/desk/sign-in${query.size === 0 ? '' : `?${query.toString()}`}`);
  return cookie === undefined ? reply : withCookie(reply, droppedCookie());
};

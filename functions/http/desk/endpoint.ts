import type { PageLanguage } from '../../domain/order-page/schema.ts';
import { PAGE_LANGUAGES } from '../../domain/order-page/schema.ts';
import { spendBudget } from '../../domain/users/budget.ts';
import { readDesk, type AtDesk } from '../../domain/users/desk-session.ts';
import { rightsOf } from '../../domain/users/roles.ts';
import { withinCause } from '../../platform/cause.ts';
import type { DeskRight } from '../../platform/desk-rights.ts';
import { publicEndpoint, type PublicRequest } from '../public-endpoint.ts';
import type { Reply } from '../request.ts';
import type { Route } from '../route.ts';
import { readForm, Typed } from '../shop/form/typed.ts';
import { seeOther } from '../shop/reply.ts';
import { cookieOf, droppedCookie, sessionCookie } from './cookie.ts';
import { formTokenOf, isFromHere } from './forgery.ts';
import { textsOf } from './language.ts';
import { refusedPage, errorPage } from './pages/error-pages.ts';
import { preferredLanguage, withCookie, type DeskVisit } from './visit.ts';

export type DeskRoute = Route & { access: 'public'; desk: DeskRight };

/** The longest text that a form of the desk takes: the terms of an order page, and more so that too much is told. */
const FIELD_MAX = 25_000;

const languageOf = (request: PublicRequest, { session, company }: AtDesk): PageLanguage =>
  PAGE_LANGUAGES.find((each) => each === session.language) ??
  preferredLanguage(request, PAGE_LANGUAGES.find((each) => each === company.language) ?? 'en');

/**
 * The handler of a page or form of the desk. Whoever is not signed in is sent to do so; what the role does not allow, and a
 * form that no page of this session has sent, is refused before anything is done; whatever fails is told in the language
 * of the user.
 */
export const deskEndpoint = (route: DeskRoute, serve: (visit: DeskVisit) => Promise<Reply>) =>
  publicEndpoint(route, async (request) => {
    const cookie = cookieOf(request);
    const at = cookie === undefined ? undefined : await readDesk(cookie);
    if (cookie === undefined || !at) return toSignIn(request, cookie);
    const visit = await visitOf(route, request, cookie, at);
    try {
      const reply = await served(route, visit, cookie, serve);
      return at.movedOn ? withCookie(reply, sessionCookie(cookie)) : reply;
    } catch (error) {
      return errorPage(visit, error);
    }
  });

const served = async (
  route: DeskRoute,
  visit: DeskVisit,
  cookie: string,
  serve: (visit: DeskVisit) => Promise<Reply>,
): Promise<Reply> => {
  if (!visit.rights.has(route.desk)) return refusedPage(visit, 'right');
  if (route.method !== 'GET' && !isFromHere(visit.request, visit.form, cookie)) {
    return refusedPage(visit, 'forged');
  }
  await spendBudget(visit.at.user.username);
  if (route.method === 'GET' || route.tellsItself) return serve(visit);
  const { company, by, request } = visit;
  const { requestId, params } = request;
  return withinCause({ company: company.slug, operation: route.name, by, requestId, subject: params }, () =>
    serve(visit),
  );
};

const visitOf = async (route: Route, request: PublicRequest, cookie: string, at: AtDesk): Promise<DeskVisit> => {
  const { user, home, company } = at;
  const language = languageOf(request, at);
  const sent = route.method === 'GET' ? undefined : await readForm(request, FIELD_MAX);
  return {
    request,
    at,
    company,
    rights: rightsOf(user, company.slug),
    language,
    t: textsOf(language),
    form: sent?.typed ?? new Typed([]),
    file: sent?.file,
    formToken: formTokenOf(cookie),
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

/** No address of ours is longer; gateways and browsers have a limit for headers. */
const BACK_MAX_LENGTH = 2000;

/** A page is come back to after signing in; what was sent with a form is not done. */
const toSignIn = (request: PublicRequest, cookie: string | undefined): Reply => {
  const query = new URLSearchParams(
    Object.entries(request.query).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, value]],
    ),
  ).toString();
  const wanted = `${request.path}${query === '' ? '' : `?${query}`}`;
  const back = `?${new URLSearchParams({ to: wanted }).toString()}`;
  const isWanted = request.method === 'GET' && wanted !== '/desk' && back.length <= BACK_MAX_LENGTH;
  const reply = seeOther(`/desk/sign-in${isWanted ? back : ''}`);
  return cookie === undefined ? reply : withCookie(reply, droppedCookie());
};

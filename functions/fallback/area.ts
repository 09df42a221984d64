import type { ApiError } from '../platform/errors.ts';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { config } from '../platform/config.ts';
import { queryPairs } from '../pipeline/parse.ts';
import { publicEndpoint, type PublicRequest } from '../pipeline/public-endpoint.ts';
import type { Reply } from '../pipeline/request.ts';
import type { Route } from '../pipeline/route.ts';
import { matchOf } from './match.ts';
import { pathRefusal } from './refusal.ts';
import { unknownRoute } from './routes.ts';

type Handler = (event: APIGatewayProxyEventV2, context: Context) => Promise<unknown>;

/** A route of an area, and its lazily loaded handler. */
export interface AreaMember extends Pick<Route, 'method' | 'path' | 'alsoAt'> {
  load: () => Promise<{ handler?: unknown }>;
}

/** Returns the page for an unknown URL of a surface with pages. If it returns undefined, the error envelope is sent. */
export type ReplyToUnknown = (request: PublicRequest, refusal: ApiError) => Promise<Reply> | undefined;

/**
 * The URL without its trailing slashes, which people type by mistake. Undefined if there are none, for methods other
 * than GET and HEAD, or if no route has that URL.
 */
const pathWithoutSlash = (
  members: readonly AreaMember[],
  { method, path, queryValues }: PublicRequest,
): string | undefined => {
  const trimmed = path.replace(/\/+$/, '');
  if (trimmed === path || !['GET', 'HEAD'].includes(method)) return undefined;
  if (!matchOf(members, method, trimmed)) return undefined;
  const query = new URLSearchParams(queryPairs(queryValues)).toString();
  return query === '' ? trimmed : `${trimmed}?${query}`;
};

/**
 * The event with the path that the client requested. Behind a custom domain, API Gateway omits the surface from
 * `rawPath`, because it is the key of the domain's mapping. AWS documents this only in a note, so a path that already
 * matches a route is kept.
 */
const withWholePath = (event: APIGatewayProxyEventV2, members: readonly AreaMember[]): APIGatewayProxyEventV2 => {
  const { rawPath, requestContext } = event;
  const domain = config.mappedDomain();
  if (domain === undefined || requestContext.domainName.toLowerCase() !== domain) return event;
  if (matchOf(members, requestContext.http.method, rawPath)) return event;
  const surface = members[0]?.path.split('/')[1] ?? '';
  return { ...event, rawPath: `/${surface}${rawPath === '/' ? '' : rawPath}` };
};

/**
 * The handler of an area: selects the route by path, as API Gateway does for the API, and runs its handler. Paths are
 * the same behind a custom domain, behind a distribution and locally.
 */
export const areaHandler = (
  members: readonly AreaMember[],
  loadUnknown?: () => Promise<{ replyToUnknown: ReplyToUnknown }>,
): Handler => {
  const unknown: Handler = publicEndpoint(unknownRoute, async (request) => {
    const withoutSlash = pathWithoutSlash(members, request);
    if (withoutSlash !== undefined) return { status: 308, headers: { Location: withoutSlash }, body: '' };
    const refusal = pathRefusal(members, request);
    const reply = (await loadUnknown?.())?.replyToUnknown(request, refusal);
    if (reply === undefined) throw refusal;
    return reply;
  });
  return async (received, context) => {
    const event = withWholePath(received, members);
    const { method } = event.requestContext.http;
    const match = matchOf(members, method, event.rawPath);
    if (!match) return unknown(event, context);
    const { handler } = await match.route.load();
    const routeKey = `${match.route.method} ${match.path}`;
    return (handler as Handler)(
      {
        ...event,
        routeKey,
        pathParameters: match.parameters,
        requestContext: { ...event.requestContext, routeKey },
      },
      context,
    );
  };
};

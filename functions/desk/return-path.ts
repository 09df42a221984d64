import type { PublicRequest } from '../pipeline/public-endpoint.ts';

/**
 * The requested path, or `/desk` if it is not accepted. Only desk pages other than sign-in are accepted, because a
 * redirect to an external URL would help phishing. A dot segment would lead out of the desk, so the URL must be in the
 * form that browsers request.
 */
export const returnPath = (requestedPath: string | undefined): string =>
  requestedPath !== undefined &&
  /^\/desk(?:[/?][\w/?&=%.+@:*!'()~-]*)?$/.test(requestedPath) &&
  new URL(requestedPath, ANY_HOST).href === `${ANY_HOST}${requestedPath}` &&
  !requestedPath.startsWith('/desk/sign-in')
    ? requestedPath
    : '/desk';

const ANY_HOST = 'http://localhost';

/** Longer than any desk URL, and below the header limits of gateways and browsers. */
const ADDRESS_MAX_LENGTH = 1900;

/** Query parameter that names the outcome of the form that led to the page. */
const OUTCOME = 'outcome';

/**
 * Path and query of a page as a URL. A URL that is too long is replaced by `/desk`. The outcome is omitted, because it
 * belongs to an earlier form when the user returns after signing in or after sending another form.
 */
export const pathWithQuery = ({ path, query }: Pick<PublicRequest, 'path' | 'query'>): string => {
  const parameters = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined || name === OUTCOME ? [] : [[name, value]],
  );
  const address = parameters.length === 0 ? path : `${path}?${new URLSearchParams(parameters).toString()}`;
  return encodeURIComponent(address).length <= ADDRESS_MAX_LENGTH ? address : '/desk';
};

import type { PublicRequest } from '../pipeline/public-endpoint.ts';

/** Redirects lead to pages of the desk only: an external address could lead anywhere. */
export const returnPath = (requestedPath: string | undefined): string =>
  requestedPath !== undefined &&
  /^\/desk(?:[/?][\w/?&=%.+@:-]*)?$/.test(requestedPath) &&
  !requestedPath.startsWith('/desk/sign-in')
    ? requestedPath
    : '/desk';

/** Longer than any address of ours; gateways and browsers limit headers. */
const ADDRESS_MAX_LENGTH = 1900;

/** Parameter for the outcome of the form that led to a page. */
const OUTCOME = 'outcome';

/**
 * Path and query of a page for an address. Too long ones become the counter. The outcome is left out: after signing in,
 * or when a form is sent to its page again, it belongs to an earlier form.
 */
export const pageAddress = ({ path, query }: Pick<PublicRequest, 'path' | 'query'>): string => {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined || name === OUTCOME ? [] : [[name, value]],
  );
  const address = given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
  return encodeURIComponent(address).length <= ADDRESS_MAX_LENGTH ? address : '/desk';
};

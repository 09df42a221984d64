import type { PublicRequest } from '../pipeline/public-endpoint.ts';

/** Redirects lead to pages of the desk only: an external address could lead anywhere. */
export const returnPath = (wanted: string | undefined): string =>
  wanted !== undefined && /^\/desk(?:[/?][\w/?&=%.+@:-]*)?$/.test(wanted) && !wanted.startsWith('/desk/sign-in')
    ? wanted
    : '/desk';

/** Longer than any address of ours; gateways and browsers limit headers. */
const ADDRESS_MAX_LENGTH = 1900;

/** Path and query of a page for an address. Too long ones become the counter. */
export const pageAddress = ({ path, query }: Pick<PublicRequest, 'path' | 'query'>): string => {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  );
  const address = given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
  return encodeURIComponent(address).length <= ADDRESS_MAX_LENGTH ? address : '/desk';
};

import type { PublicRequest } from '../pipeline/public-endpoint.ts';

/** Redirects lead to pages of the desk only: an address from outside may lead anywhere. */
export const wayBack = (wanted: string | undefined): string =>
  wanted !== undefined && /^\/desk(?:[/?][\w/?&=%.+@:-]*)?$/.test(wanted) && !wanted.startsWith('/desk/sign-in')
    ? wanted
    : '/desk';

/** No address of ours is longer; gateways and browsers have a limit for headers. */
const ADDRESS_MAX_LENGTH = 1900;

/** Path and query of a page, as they stand in an address. What is longer than addresses may be is the counter. */
export const addressOf = ({ path, query }: Pick<PublicRequest, 'path' | 'query'>): string => {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  );
  const address = given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
  return encodeURIComponent(address).length <= ADDRESS_MAX_LENGTH ? address : '/desk';
};

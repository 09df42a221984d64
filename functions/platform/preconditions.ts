import { requests } from './messages/requests.ts';
import { createHash } from 'node:crypto';
import { ApiError } from './errors.ts';

const TAG_LENGTH = 22;

/** A strong entity tag from the parts of a version. */
export const strongTag = (...parts: readonly (string | number)[]): string =>
  `"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, TAG_LENGTH)}"`;

/** A weak entity tag, which is the same for every encoding. It does not match in `If-Match`. */
export const weakTag = (text: string): string => `W/${strongTag(text)}`;

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');

/**
 * Whether `If-None-Match` contains the tag or `*`; the client then has the current response. Weak tags match as well,
 * because proxies that compress make tags weak.
 */
export const isKnown = (ifNoneMatch: string | undefined, tag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((named) => named.trim() === '*' || opaque(named) === opaque(tag));

/** The 428 for a request without a version. */
export const preconditionRequired = (): ApiError =>
  new ApiError(428, 'precondition_required', 'Send If-Match with the ETag of what you have read. Nothing was changed.');

/** The 412 for a resource that has changed since the caller read it. */
export const preconditionFailed = (): ApiError =>
  new ApiError(412, 'precondition_failed', requests('changed_since_read'));

/** Whether `If-Match` contains the tag. A weak tag never matches, and neither does `*`, which identifies no version. */
const isNamed = (ifMatch: string, tag: string): boolean => ifMatch.split(',').some((named) => named.trim() === tag);

/** Throws 412 if the header does not contain the tag. Does nothing if there is no header. */
export const assertMatches = (ifMatch: string | undefined, tag: string): void => {
  if (ifMatch !== undefined && !isNamed(ifMatch, tag)) throw preconditionFailed();
};

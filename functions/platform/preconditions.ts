import { requests } from './messages/requests.ts';
import { createHash } from 'node:crypto';
import { ApiError } from './errors.ts';

const TAG_LENGTH = 22;

/** A strong, opaque, quoted tag of a version. */
export const strongTag = (...parts: readonly (string | number)[]): string =>
  `"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, TAG_LENGTH)}"`;

/** A weak tag, the same in every encoding; it does not match in `If-Match`. */
export const weakTag = (text: string): string => `W/${strongTag(text)}`;

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');

/**
 * Whether an `If-None-Match` header names the tag: the caller has the current response. Proxies that compress make tags
 * weak, so weakness is ignored.
 */
export const isKnown = (ifNoneMatch: string | undefined, tag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((named) => named.trim() === '*' || opaque(named) === opaque(tag));

/** 428: the caller sent no version. */
export const preconditionRequired = (): ApiError =>
  new ApiError(428, 'precondition_required', 'Send If-Match with the ETag of what you have read. Nothing was changed.');

/** 412: the resource has changed since the caller read it. */
export const preconditionFailed = (): ApiError =>
  new ApiError(412, 'precondition_failed', requests('changed_since_read'));

/**
 * Whether an `If-Match` header names the tag; one of several is enough. A weak tag never matches, and neither does `*`,
 * which names no version.
 */
const isNamed = (ifMatch: string, tag: string): boolean => ifMatch.split(',').some((named) => named.trim() === tag);

/** Throws 412 unless the header names the tag. No check without the header. */
export const assertMatches = (ifMatch: string | undefined, tag: string): void => {
  if (ifMatch !== undefined && !isNamed(ifMatch, tag)) throw preconditionFailed();
};

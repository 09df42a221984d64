import { createHash } from 'node:crypto';
import { ApiError } from './errors.ts';

/** Length of a tag between its quotes: 132 bits, more than any two versions will ever share. */
const TAG_LENGTH = 22;

/** A strong, opaque, quoted tag of whatever makes two versions differ. */
export const strongTag = (...parts: readonly (string | number)[]): string =>
  `"${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, TAG_LENGTH)}"`;

/** A tag by which an answer is only known again, whatever encoding it travels in: it says nothing for `If-Match`. */
export const weakTag = (text: string): string => `W/${strongTag(text)}`;

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');

/**
 * Whether an `If-None-Match` header names the tag: then the caller has what would be answered. A proxy that has compressed
 * an answer calls its tag weak; what it names is the same.
 */
export const isKnown = (ifNoneMatch: string | undefined, tag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((named) => named.trim() === '*' || opaque(named) === opaque(tag));

/** 428: the caller did not say which version it has seen. */
export const preconditionRequired = (): ApiError =>
  new ApiError(428, 'precondition_required', 'Send If-Match with the ETag of what you have read. Nothing was changed.');

/** 412: the resource has changed since the caller read it. */
export const preconditionFailed = (): ApiError =>
  new ApiError(
    412,
    'precondition_failed',
    'This has changed since you read it. Nothing was written: read it again, and send its new ETag in If-Match.',
  );

/**
 * Whether an `If-Match` header names the tag; one of several is enough. A weak tag never matches, and neither does `*`,
 * which names no version that anybody has seen.
 */
const isNamed = (ifMatch: string, tag: string): boolean => ifMatch.split(',').some((named) => named.trim() === tag);

/** Throws 412 unless the header names the tag. Without the header there is nothing to check. */
export const assertMatches = (ifMatch: string | undefined, tag: string): void => {
  if (ifMatch !== undefined && !isNamed(ifMatch, tag)) throw preconditionFailed();
};

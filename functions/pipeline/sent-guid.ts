import { invalid } from '../platform/errors.ts';
import { headerText } from '../platform/header-text.ts';
import { REQUEST_GUID_HEADER } from '../storage/request-guid.ts';

const KEY_HEADER = 'Idempotency-Key';
/** In code points. */
export const KEY_MAX_LENGTH = 255;

const isTooLong = (key: string): boolean => key.length > KEY_MAX_LENGTH && Array.from(key).length > KEY_MAX_LENGTH;

type Headers = Record<string, string | undefined>;

/** The `Idempotency-Key` header; empty if it is not sent. */
export const sentKey = (headers: Headers): string => headerText(headers['idempotency-key'] ?? '').trim();

/** Throws 422 for a key that is too long. */
export const assertKeyLength = (key: string): void => {
  if (isTooLong(key)) {
    throw invalid(KEY_HEADER, `An idempotency key has at most ${KEY_MAX_LENGTH} characters.`);
  }
};

/**
 * The guid that identifies a request in the class `request-guid`: `X-Request-Guid`, or `Idempotency-Key` if only that
 * is sent. Undefined if neither is sent. Throws 422 for an invalid header: more than 255 characters, or two different
 * values.
 */
export const sentGuid = (headers: Headers): string | undefined => {
  const guid = headerText(headers['x-request-guid'] ?? '').trim();
  const key = sentKey(headers);
  if (isTooLong(guid)) {
    throw invalid(REQUEST_GUID_HEADER, `A request guid has at most ${KEY_MAX_LENGTH} characters.`);
  }
  if (guid !== '' && key !== '' && guid !== key) {
    throw invalid(KEY_HEADER, `This must be the same as ${REQUEST_GUID_HEADER} when both headers are sent.`);
  }
  assertKeyLength(key);
  return guid || key || undefined;
};

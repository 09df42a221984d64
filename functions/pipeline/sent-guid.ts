import { invalid } from '../platform/errors.ts';
import { headerText } from '../platform/header-text.ts';
import { REQUEST_GUID_HEADER } from '../storage/request-guid.ts';

const KEY_HEADER = 'Idempotency-Key';
const MAX_LENGTH = 255;

/**
 * The guid that identifies a request in the class `request-guid`: `X-Request-Guid`, or `Idempotency-Key` if only that
 * is sent. Undefined if neither is sent. Throws 422 for an invalid header: more than 255 characters, or two different
 * values.
 */
export const sentGuid = (headers: Record<string, string | undefined>): string | undefined => {
  const guid = headerText(headers['x-request-guid'] ?? '').trim();
  const key = headerText(headers['idempotency-key'] ?? '').trim();
  if (guid.length > MAX_LENGTH) {
    throw invalid(REQUEST_GUID_HEADER, `A request guid has at most ${MAX_LENGTH} characters.`);
  }
  if (guid !== '' && key !== '' && guid !== key) {
    throw invalid(KEY_HEADER, `This must be the same as ${REQUEST_GUID_HEADER} when both headers are sent.`);
  }
  if (key.length > MAX_LENGTH) throw invalid(KEY_HEADER, `An idempotency key has at most ${MAX_LENGTH} characters.`);
  return guid || key || undefined;
};

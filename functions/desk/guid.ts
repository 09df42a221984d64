import { createHash } from 'node:crypto';
import { requests } from '../platform/messages/requests.ts';
import { invalid } from '../platform/errors.ts';
import type { ReplayableRequest } from '../storage/request-guid.ts';
import type { DeskVisit } from './visit.ts';

/**
 * A form is one request, even if it arrives several times: it contains a guid, assigned when it was shown. Guids are
 * separate per user and from those of the API.
 */
export const newGuid = (): string => crypto.randomUUID();

const GUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The guid of a form. Throws 422 without one. */
export const guidOf = ({ form }: Pick<DeskVisit, 'form'>): string => {
  const guid = form.get('guid');
  if (!GUID.test(guid)) throw invalid('guid', requests('form_expired'));
  return guid;
};

/** Key of the request in the idempotency record. */
export const replayableOf = (
  { company, at }: Pick<DeskVisit, 'company' | 'at'>,
  route: { name: string },
  guid: string,
  input: object,
): ReplayableRequest => ({
  company: company.slug,
  operation: route.name,
  guid: recordedGuid(at.user.username, guid),
  input,
});

const RECORDED_MAX = 255;

/** The guid in ledgers and recorded replies. A name that leaves no room for it is replaced by its hash. */
export const recordedGuid = (username: string, guid: string): string => {
  const recorded = `desk:${username}:${guid}`;
  if (recorded.length <= RECORDED_MAX) return recorded;
  return `desk:${createHash('sha256').update(username).digest('hex')}:${guid}`;
};

import { createHash } from 'node:crypto';
import { requests } from '../platform/messages/requests.ts';
import { invalid } from '../platform/errors.ts';
import type { ReplayableRequest } from '../storage/request-guid.ts';
import type { DeskVisit } from './visit.ts';

/**
 * Each shown form has its own guid, so that it is one request even if it arrives several times. Guids are separate per
 * user and from those of the API.
 */
export const newGuid = (): string => crypto.randomUUID();

const GUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The guid of a form. Throws 422 if there is none. */
export const guidOf = ({ form }: Pick<DeskVisit, 'form'>): string => {
  const guid = form.get('guid');
  if (!GUID.test(guid)) throw invalid('guid', requests('form_expired'));
  return guid;
};

/** The request with the key of its idempotency record. */
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

/** The guid in ledgers and idempotency records. If the username is too long to fit, its hash replaces it. */
export const recordedGuid = (username: string, guid: string): string => {
  const recorded = `desk:${username}:${guid}`;
  if (recorded.length <= RECORDED_MAX) return recorded;
  return `desk:${createHash('sha256').update(username).digest('hex')}:${guid}`;
};

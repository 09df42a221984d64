import { invalid } from '../platform/errors.ts';
import type { ReplayableRequest } from '../storage/request-guid.ts';
import type { DeskVisit } from './visit.ts';

/**
 * A form is one request, however often it arrives: it carries a guid from the moment it was shown. The guids of the desk
 * are apart from those of the API, and those of one user from those of another.
 */
export const newGuid = (): string => crypto.randomUUID();

const GUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The guid of a form that was sent. Throws 422 for a form that has none. */
export const guidOf = ({ form }: Pick<DeskVisit, 'form'>): string => {
  const guid = form.get('guid');
  if (!GUID.test(guid)) throw invalid('guid', 'The form has lost its number. Open the page again.');
  return guid;
};

/** The request as it is identified in the idempotency record. */
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

/** As ledgers and records of answers have it. */
export const recordedGuid = (username: string, guid: string): string => `desk:${username}:${guid}`.slice(0, 255);

import type { ReplayableRequest } from '../../storage/request-guid.ts';
import { sentGuid } from '../../pipeline/sent-guid.ts';
import type { LegacyRequest } from './endpoint.ts';

/** The idempotency input of a legacy route: user, acting company, route, path and form. */
export const replayableOf = (
  route: { name: string },
  { company, user, params, fields, headers }: Pick<LegacyRequest, 'company' | 'user' | 'params' | 'fields' | 'headers'>,
): ReplayableRequest => ({
  company: company.slug,
  operation: route.name,
  guid: sentGuid(headers),
  input: { user: user.username, params, form: fields },
});

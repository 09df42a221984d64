import { headerText } from '../../platform/header-text.ts';
import type { ReplayableRequest } from '../../storage/request-guid.ts';
import type { LegacyRequest } from './endpoint.ts';

/** What makes two requests of a legacy route the same: user, acting company, route, path and form. */
export const replayableOf = (
  route: { name: string },
  { company, user, params, fields, headers }: Pick<LegacyRequest, 'company' | 'user' | 'params' | 'fields' | 'headers'>,
): ReplayableRequest => ({
  company: company.slug,
  operation: route.name,
  guid: headerText(headers['x-request-guid'] ?? ''),
  input: { user: user.username, params, form: fields },
});

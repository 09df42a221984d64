import { issueDirectly } from '../../../domain/value/items/issuance/issue-directly.ts';
import { withRequestGuid } from '../../../storage/request-guid.ts';
import { legacyEndpoint } from '../endpoint.ts';
import { replayableOf } from '../replayable.ts';
import { createGiftCards as route } from '../write-routes.ts';

export const handler = legacyEndpoint(route, (request) =>
  withRequestGuid(replayableOf(route, request), (recording) =>
    issueDirectly(request.operator, request.body, recording),
  ),
);

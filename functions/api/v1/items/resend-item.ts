import { resendItem } from '../../../domain/value/items/mail/resend.ts';
import { withRequestGuid } from '../../../storage/request-guid.ts';
import { legacyEndpoint } from '../endpoint.ts';
import { replayableOf } from '../replayable.ts';
import { resendItem as route } from '../write-routes.ts';

export const handler = legacyEndpoint(route, (request) =>
  withRequestGuid(replayableOf(route, request), (recording) =>
    resendItem(request.operator, request.params['code'] ?? '', request.body.email, recording),
  ),
);

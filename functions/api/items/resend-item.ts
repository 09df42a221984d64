import { resendItem } from '../../domain/value/items/mail/resend.ts';
import { withRequestGuid } from '../../storage/request-guid.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { operatorOf, replayableOf } from './operator.ts';
import { resendItem as route } from './write-routes.ts';

export const handler = endpoint(route, (request) =>
  withRequestGuid(replayableOf(route, request), async (recording) =>
    resendItem(operatorOf(request), request.params['code'] ?? '', request.body.email, recording),
  ),
);

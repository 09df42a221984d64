import { cancelItem } from '../../../domain/value/items/withdrawal/cancel.ts';
import { ApiError } from '../../../platform/errors.ts';
import { legacy } from '../../../platform/messages/legacy.ts';
import { withRequestGuid } from '../../../storage/request-guid.ts';
import { legacyEndpoint } from '../endpoint.ts';
import { replayableOf } from '../replayable.ts';
import { cancelItem as route } from '../write-routes.ts';

const notYours = (): ApiError => new ApiError(403, 'not_allowed', legacy('item_of_other_user'));

export const handler = legacyEndpoint(route, (request) => {
  const { user, operator, params } = request;
  return withRequestGuid(replayableOf(route, request), (recording) =>
    cancelItem(operator, params['code'] ?? '', recording, (item) =>
      user.can_cancel || item.createdBy === user.username ? undefined : notYours(),
    ),
  );
});

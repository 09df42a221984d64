import { replaceWithNewCode } from '../../domain/value/items/replace.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { withStateRequest } from './operator.ts';
import { replaceItem as route } from './state-routes.ts';

export const handler = endpoint(route, (request) =>
  withStateRequest(route, request, (stateRequest) =>
    replaceWithNewCode({ ...stateRequest, email: request.body.email }),
  ),
);

import { replaceWithNewCode } from '../../domain/value/items/replace.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { stateRequestOf } from './operator.ts';
import { replaceItem as route } from './state-routes.ts';

export const handler = endpoint(route, (request) =>
  replaceWithNewCode({ ...stateRequestOf(route, request), email: request.body.email }),
);

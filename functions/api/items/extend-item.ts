import { extendItem } from '../../domain/value/items/item-state.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { stateRequestOf } from './operator.ts';
import { extendItem as route } from './state-routes.ts';

export const handler = endpoint(route, (request) =>
  extendItem({ ...stateRequestOf(route, request), validity: request.body.validity }),
);

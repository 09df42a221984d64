import { extendItem } from '../../domain/value/items/item-state.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { withStateRequest } from './operator.ts';
import { extendItem as route } from './state-routes.ts';

export const handler = endpoint(route, (request) =>
  withStateRequest(route, request, (stateRequest) => extendItem({ ...stateRequest, validity: request.body.validity })),
);

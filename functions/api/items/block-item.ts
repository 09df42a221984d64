import { blockItem } from '../../domain/value/items/item-state.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { withStateRequest } from './operator.ts';
import { blockItem as route } from './state-routes.ts';

export const handler = endpoint(route, (request) => withStateRequest(route, request, blockItem));

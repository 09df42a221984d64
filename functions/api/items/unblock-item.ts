import { unblockItem } from '../../domain/value/items/item-state.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { withStateRequest } from './operator.ts';
import { unblockItem as route } from './state-routes.ts';

export const handler = endpoint(route, (request) => withStateRequest(route, request, unblockItem));

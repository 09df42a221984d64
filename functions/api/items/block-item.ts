import { blockItem } from '../../domain/value/items/item-state.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { stateRequestOf } from './operator.ts';
import { blockItem as route } from './state-routes.ts';

export const handler = endpoint(route, (request) => blockItem(stateRequestOf(route, request)));

import { adjustItem } from '../../domain/value/items/adjust.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { stateRequestOf } from './operator.ts';
import { adjustItem as route } from './state-routes.ts';

export const handler = endpoint(route, (request) =>
  adjustItem({ ...stateRequestOf(route, request), amount: request.body.amount }),
);

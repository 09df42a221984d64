import { adjustItem } from '../../domain/value/items/adjust.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { withStateRequest } from './operator.ts';
import { adjustItem as route } from './state-routes.ts';

export const handler = endpoint(route, (request) =>
  withStateRequest(route, request, (stateRequest) => adjustItem({ ...stateRequest, amount: request.body.amount })),
);

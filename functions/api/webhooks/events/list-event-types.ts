import { endpoint } from '../../../pipeline/endpoint.ts';
import { listEventTypesRoute } from '../routes.ts';
import { eventTypes } from './event-types.ts';

export const handler = endpoint(listEventTypesRoute, async () => ({
  status: 200,
  body: { object: 'list' as const, data: eventTypes(), has_more: false, next_cursor: null },
}));

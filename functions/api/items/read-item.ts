import { readItem } from '../../domain/value/items/read.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { readItem as route } from './read-routes.ts';

export const handler = endpoint(route, async ({ company, admitted, params }) => {
  const caller = { company, admitted };
  return { status: 200, body: await readItem(caller, params['code'] ?? '') };
});

import { notFound } from '../../platform/errors.ts';
import { deskEndpoint } from '../endpoint.ts';
import { findItemAtDesk, wholeHistoryOf } from '../code-lookup.ts';
import { itemPage } from './pages/item.ts';
import { deskItem } from './routes.ts';

export const handler = deskEndpoint(deskItem, async (visit) => {
  const item = await findItemAtDesk(visit, visit.request.params['code'] ?? '');
  if (!item) throw notFound('item');
  return itemPage(visit, {
    item,
    ...(await wholeHistoryOf(visit, item.code)),
    outcome: visit.request.query['outcome'],
  });
});

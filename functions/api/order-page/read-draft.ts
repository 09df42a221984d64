import { readDraft } from '../../domain/storefront/order-page/drafts.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { readOrderPageDraft } from './routes.ts';
import { tagged } from './tagged.ts';

export const handler = endpoint(readOrderPageDraft, async ({ company, params, query }) =>
  tagged(await readDraft(company, params['draft_id'] ?? '', query.lang)),
);

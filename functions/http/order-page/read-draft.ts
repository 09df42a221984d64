import { readDraft } from '../../domain/order-page/drafts.ts';
import { endpoint } from '../endpoint.ts';
import { readOrderPageDraft } from './routes.ts';
import { tagged } from './tagged.ts';

export const handler = endpoint(readOrderPageDraft, async ({ company, params, query }) =>
  tagged(await readDraft(company, params['draft_id'] ?? '', query.lang)),
);

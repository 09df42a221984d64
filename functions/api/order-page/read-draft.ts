import { readDraft } from '../../domain/storefront/order-page/drafts.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { readOrderPageDraft } from './routes.ts';
import { taggedReply } from './tagged-reply.ts';

export const handler = endpoint(readOrderPageDraft, async ({ company, params, query }) =>
  taggedReply(await readDraft(company, params['draft_id'] ?? '', query.lang)),
);

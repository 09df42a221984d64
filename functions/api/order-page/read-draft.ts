import { readDraft } from '../../domain/storefront/order-page/drafts.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { readOrderPageDraft } from './routes.ts';

export const handler = endpoint(readOrderPageDraft, async ({ company, params, query }) => {
  const { tag, body } = await readDraft(company, params['draft_id'] ?? '', query.lang);
  return { status: 200, headers: { ETag: tag }, body };
});

import { discardDraft } from '../../domain/storefront/order-page/close-draft.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { discardOrderPageDraft } from './routes.ts';

export const handler = endpoint(discardOrderPageDraft, async ({ company, params }) => {
  await discardDraft(company, params['draft_id'] ?? '');
  return { status: 204 };
});

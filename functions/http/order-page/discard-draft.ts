import { discardDraft } from '../../domain/order-page/close-draft.ts';
import { endpoint } from '../endpoint.ts';
import { discardOrderPageDraft } from './routes.ts';

export const handler = endpoint(discardOrderPageDraft, async ({ company, params }) => {
  await discardDraft(company, params['draft_id'] ?? '');
  return { status: 204 };
});

import { previewDraft } from '../../domain/storefront/order-page/preview-link.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { previewOrderPageDraft } from './routes.ts';

export const handler = endpoint(previewOrderPageDraft, async ({ company, params }) => ({
  status: 200,
  body: await previewDraft(company, params['draft_id'] ?? ''),
}));

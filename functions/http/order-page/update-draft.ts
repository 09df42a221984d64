import { updateDraft } from '../../domain/order-page/drafts.ts';
import { endpoint } from '../endpoint.ts';
import { updateOrderPageDraft } from './routes.ts';
import { tagged } from './tagged.ts';

export const handler = endpoint(updateOrderPageDraft, async ({ company, params, body, ifMatch }) =>
  tagged(await updateDraft(company, params['draft_id'] ?? '', { body, ifMatch })),
);

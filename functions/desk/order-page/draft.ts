import { deskEndpoint } from '../endpoint.ts';
import { draftPage } from './pages/draft.ts';
import { deskDraft } from './routes.ts';

export const handler = deskEndpoint(deskDraft, (visit) =>
  draftPage(visit, visit.request.params['draft_id'] ?? '', { wasSaved: visit.request.query['outcome'] === 'saved' }),
);

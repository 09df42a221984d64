import { draftPage } from './pages/draft.ts';
import { deskDraft } from './page-routes.ts';
import { deskEndpoint } from './endpoint.ts';

export const handler = deskEndpoint(deskDraft, (visit) =>
  draftPage(visit, visit.request.params['draft_id'] ?? '', { wasSaved: visit.request.query['told'] === 'saved' }),
);

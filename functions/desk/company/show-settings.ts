import { deskEndpoint } from '../endpoint.ts';
import { settingsPage } from './pages/settings.ts';
import { deskCompanySettings } from './routes.ts';
import { sectionNamed } from './section-named.ts';

export const handler = deskEndpoint(deskCompanySettings, (visit) => {
  const { params, query } = visit.request;
  return settingsPage(visit, sectionNamed(params['section']), { isSaved: query['outcome'] === 'saved' });
});

import { readSetup } from '../../domain/administration/companies/setup.ts';
import { deskEndpoint } from '../endpoint.ts';
import { setUpPage } from './pages/set-up.ts';
import { deskSetUp } from './routes.ts';

export const handler = deskEndpoint(deskSetUp, async (visit) =>
  setUpPage(visit, await readSetup(visit.company.slug, visit.language)),
);

import { deskEndpoint } from '../endpoint.ts';
import { companiesFor } from './companies-for.ts';
import { deskCompanies } from './routes.ts';

export const handler = deskEndpoint(deskCompanies, (visit) => companiesFor(visit));

import { deskEndpoint } from '../endpoint.ts';
import { issuePage } from './pages/issue.ts';
import { deskIssue } from './routes.ts';

export const handler = deskEndpoint(deskIssue, (visit) => issuePage(visit));

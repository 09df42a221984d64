import { deskEndpoint } from '../endpoint.ts';
import { campaignsPage } from './pages/campaigns.ts';
import { deskCampaigns } from './routes.ts';

export const handler = deskEndpoint(deskCampaigns, (visit) =>
  campaignsPage(visit, { outcome: visit.request.query['outcome'] }),
);

import { deskEndpoint } from '../endpoint.ts';
import { campaignPage } from './pages/campaign.ts';
import { deskCampaign } from './routes.ts';

export const handler = deskEndpoint(deskCampaign, (visit) =>
  campaignPage(visit, visit.request.params['campaign_id'] ?? '', { outcome: visit.request.query['outcome'] }),
);

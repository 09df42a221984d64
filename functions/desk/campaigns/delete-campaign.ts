import { deleteCampaign } from '../../domain/administration/campaigns/delete.ts';
import { invalid } from '../../platform/errors.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { deskEndpoint } from '../endpoint.ts';
import { refusalFrom } from '../form-idempotency.ts';
import { campaignPage } from './pages/campaign.ts';
import { campaignTexts } from './pages/shared.ts';
import { deskDeleteCampaign } from './routes.ts';

export const handler = deskEndpoint(deskDeleteCampaign, async (visit) => {
  const id = visit.request.params['campaign_id'] ?? '';
  try {
    if (visit.form.get('sure') !== 'yes') throw invalid('sure', campaignTexts(visit).notSure);
    await deleteCampaign({ company: visit.company.slug, id, ifMatch: undefined });
    return seeOther('/desk/campaigns?outcome=deleted');
  } catch (error) {
    return campaignPage(visit, id, { refusal: refusalFrom(error) });
  }
});

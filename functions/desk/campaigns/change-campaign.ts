import { campaignEntryOf, loadCampaign } from '../../domain/administration/campaigns/entry.ts';
import { updateCampaign } from '../../domain/administration/campaigns/update.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { once } from '../../storage/idempotency.ts';
import { campaignPath } from '../codes.ts';
import { deskEndpoint } from '../endpoint.ts';
import { formIdempotency, refusalFrom } from '../form-idempotency.ts';
import { typedCampaign } from './campaign-form.ts';
import { campaignPage } from './pages/campaign.ts';
import { deskChangeCampaign as route } from './routes.ts';

export const handler = deskEndpoint(route, async (visit) => {
  const id = visit.request.params['campaign_id'] ?? '';
  const company = visit.company.slug;
  const { campaign } = await loadCampaign(company, id);
  try {
    const patch = typedCampaign(visit, campaignEntryOf(campaign));
    const idempotency = formIdempotency(visit, route, { id, patch });
    const ifMatch = visit.form.get('seen');
    await once(idempotency, () => updateCampaign({ company, id, ifMatch, idempotency, patch }));
    return seeOther(`${campaignPath(campaign.id)}?outcome=saved`);
  } catch (error) {
    return campaignPage(visit, id, { refusal: refusalFrom(error), refused: 'change' });
  }
});

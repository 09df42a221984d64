import { createCampaign } from '../../domain/administration/campaigns/create.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { once } from '../../storage/idempotency.ts';
import { campaignPath } from '../codes.ts';
import { deskEndpoint } from '../endpoint.ts';
import { formIdempotency, refusalFrom } from '../form-idempotency.ts';
import { typedCampaign } from './campaign-form.ts';
import { campaignsPage } from './pages/campaigns.ts';
import { deskCreateCampaign as route } from './routes.ts';

export const handler = deskEndpoint(route, async (visit) => {
  try {
    const entry = typedCampaign(visit);
    const idempotency = formIdempotency(visit, route, entry);
    const { body } = await once(idempotency, () => createCampaign({ company: visit.company.slug, entry, idempotency }));
    return seeOther(`${campaignPath((body as { id: number }).id)}?outcome=created`);
  } catch (error) {
    return campaignsPage(visit, { refusal: refusalFrom(error), refused: 'new' });
  }
});

import type { Reply } from '../../../storage/idempotency.ts';
import { NO_CODES, readCounts } from './counts.ts';
import { campaignTag, loadCampaign, presentCampaign } from './entry.ts';

/** GET /v2/campaigns/{id}. Throws 404. */
export const readCampaign = async (slug: string, id: string): Promise<Reply> => {
  const { campaign } = await loadCampaign(slug, id);
  const counts = await readCounts(slug, [campaign.id]);
  return {
    status: 200,
    headers: { ETag: campaignTag(campaign) },
    body: presentCampaign(campaign, counts.get(campaign.id) ?? NO_CODES),
  };
};

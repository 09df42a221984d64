import { decodeCursor, listPage, type ListPage, type PageRequest } from '../../../storage/cursors.ts';
import { NO_CODES, readCounts } from './counts.ts';
import { presentCampaign, type PresentedCampaign } from './entry.ts';
import { loadCompany } from '../../company/companies/load.ts';

/**
 * GET /v2/campaigns: all campaigns of a company, highest id first. Throws 404 for an inactive company, and 422 on
 * `starting_after`.
 */
export const listCampaigns = async (
  slug: string,
  { limit, startingAfter }: PageRequest,
): Promise<ListPage<PresentedCampaign>> => {
  const identity = { company: slug, list: 'campaigns' };
  const after = decodeCursor<number>(identity, startingAfter) ?? Infinity;
  const { campaigns } = await loadCompany(slug, { consistent: false });
  const remainingCampaigns = campaigns.filter(({ id }) => id < after).toSorted((a, b) => b.id - a.id);
  const shown = remainingCampaigns.slice(0, limit);
  const counts = await readCounts(
    slug,
    shown.map(({ id }) => id),
  );
  const data = shown.map((campaign) => presentCampaign(campaign, counts.get(campaign.id) ?? NO_CODES));
  return listPage(identity, data, shown.length < remainingCampaigns.length ? shown.at(-1)?.id : undefined);
};

import { queryAll } from '../../../storage/table.ts';
import { countsBetween, type CampaignCountsRow } from '../../catalog/products/campaigns/rows.ts';

export interface CampaignCounts {
  /** Number of codes of the campaign, including activated codes. */
  codes: number;
  activated: number;
}

export const NO_CODES: CampaignCounts = { codes: 0, activated: 0 };

/**
 * Counts of campaigns, by campaign id. Campaigns without codes are absent. Runs one query, regardless of the number of
 * codes.
 */
export const readCounts = async (company: string, ids: readonly number[]): Promise<Map<number, CampaignCounts>> => {
  const counts = new Map<number, CampaignCounts>();
  if (ids.length === 0) return counts;
  const range = { from: Math.min(...ids), to: Math.max(...ids) };
  const shares = await queryAll<CampaignCountsRow>({ ...countsBetween(company, range), consistent: true });
  for (const { campaignId, codes = 0, activated = 0 } of shares) {
    const sum = counts.get(campaignId) ?? NO_CODES;
    counts.set(campaignId, { codes: sum.codes + codes, activated: sum.activated + activated });
  }
  return counts;
};

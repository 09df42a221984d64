import { loadCompany } from '../../company/companies/load.ts';
import type { CompanyRow, StoredCampaign } from '../../company/companies/rows.ts';
import { notFound } from '../../../platform/errors.ts';
import { strongTag } from '../../../platform/preconditions.ts';
import { hashInput } from '../../../storage/idempotency.ts';
import type { CampaignCounts } from './counts.ts';

/** A campaign in the format of the operator data file, without `company` and `codes`. Absent members are null. */
export interface CampaignEntry {
  id: number;
  name: string;
  applies_to: StoredCampaign['applies_to'];
  kind: StoredCampaign['kind'];
  value: number;
  amount_from: number | null;
  amount_to: number | null;
  opens_at: string | null;
  closes_at: string | null;
  enabled: boolean;
  public: boolean;
  fixed_amount: number | null;
}

export const campaignEntryOf = (campaign: StoredCampaign): CampaignEntry => ({
  id: campaign.id,
  name: campaign.name,
  applies_to: campaign.applies_to,
  kind: campaign.kind,
  value: campaign.value,
  amount_from: campaign.amount_from ?? null,
  amount_to: campaign.amount_to ?? null,
  opens_at: campaign.opens_at,
  closes_at: campaign.closes_at,
  enabled: campaign.enabled,
  public: campaign.public,
  fixed_amount: campaign.fixed_amount,
});

/** A campaign with its counts (lib/reference/catalog.md#campaigns-and-discount-codes). */
export const presentCampaign = (campaign: StoredCampaign, { codes, activated }: CampaignCounts) => ({
  object: 'campaign' as const,
  ...campaignEntryOf(campaign),
  codes_count: codes,
  activated_count: activated,
});

export type PresentedCampaign = ReturnType<typeof presentCampaign>;

/** ETag of a campaign. Changes to other company settings do not affect it. */
export const campaignTag = (campaign: StoredCampaign): string =>
  strongTag('campaign', campaign.id, hashInput(campaignEntryOf(campaign)));

export interface LoadedCampaign {
  company: CompanyRow;
  campaign: StoredCampaign;
}

/** Throws 404 unless the company has a campaign with this id. */
export const loadCampaign = async (slug: string, id: string): Promise<LoadedCampaign> => {
  const company = await loadCompany(slug);
  const campaign = company.campaigns.find((each) => String(each.id) === id);
  if (!campaign) throw notFound('campaign');
  return { company, campaign };
};

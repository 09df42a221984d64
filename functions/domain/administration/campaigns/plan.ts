import { invalid } from '../../../platform/errors.ts';
import { rowOfType } from '../../../storage/row-of-type.ts';
import type { Write } from '../../../storage/transactions.ts';
import type { CompanyRow, StoredCampaign } from '../../company/companies/rows.ts';
import { withFieldFaults } from '../catalog/faults.ts';
import { checkedData } from '../operator-data/check-entry.ts';
import { catalogIntents } from '../operator-data/rows.ts';
import { writesFor } from '../operator-data/write.ts';

/** Number of segments in `$.campaigns[0]`, the path of the campaign. */
const DEPTH = 2;

/** The writes of a campaign, and the campaign as stored. */
export interface CampaignPlan {
  campaign: StoredCampaign;
  writes: Write[];
}

/**
 * Checks a campaign as an import of a file with only this campaign would, and returns its writes, which fail if the
 * company has changed since it was read. Throws 422 with every fault, and `ConditionFailed` if it has changed already.
 */
export const planCampaign = async (company: CompanyRow, entry: Record<string, unknown>): Promise<CampaignPlan> => {
  if (entry['codes'] !== undefined) throw invalid('codes', 'Create codes with POST /v2/campaigns/{id}/codes.');
  return withFieldFaults({ depth: DEPTH }, async () => {
    const { data } = await checkedData({ campaigns: [{ ...entry, company: company.slug }] });
    const guard = { edit: true as const, madeFor: company, guarded: ['version'] };
    const plans = await writesFor(catalogIntents(data).map((intent) => ({ ...intent, ...guard })));
    const row = plans[0] ? rowOfType<CompanyRow>('company', plans[0].row) : company;
    const campaign = row.campaigns.find(({ id }) => id === data.campaigns[0]?.id);
    if (!campaign) throw new Error('The planned company does not have the campaign');
    return { campaign, writes: plans.map(({ write }) => write) };
  });
};

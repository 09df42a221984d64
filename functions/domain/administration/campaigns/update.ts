import { nameChanges, nameSubject, withoutCause } from '../../../platform/cause.ts';
import { invalid } from '../../../platform/errors.ts';
import { assertMatches } from '../../../platform/preconditions.ts';
import { recordReplyWrites, type IdempotencyRecord, type Reply } from '../../../storage/idempotency.ts';
import { retryOnConflict } from '../../../storage/retry.ts';
import { transact, type Write } from '../../../storage/transactions.ts';
import { changesBetween } from '../catalog/changes.ts';
import { mergePatch } from '../catalog/merge.ts';
import { NO_CODES, readCounts } from './counts.ts';
import { campaignTag, campaignEntryOf, loadCampaign, presentCampaign, type LoadedCampaign } from './entry.ts';
import { planCampaign, type CampaignPlan } from './plan.ts';
import { isOvertaken } from '../operator-data/unchanged.ts';

interface CampaignChange {
  company: string;
  id: string;
  ifMatch: string | undefined;
  idempotency: IdempotencyRecord | undefined;
  patch: Record<string, unknown>;
}

/**
 * PATCH /v2/campaigns/{id}: applies a merge patch. Existing cards and orders keep their terms. Throws 404, 412 for a
 * campaign that has changed since it was read, and 422 if an import would reject the result.
 */
export const updateCampaign = async ({ company, id, ifMatch, idempotency, patch }: CampaignChange): Promise<Reply> => {
  return retryOnConflict(async () => {
    const current = await loadCampaign(company, id);
    assertMatches(ifMatch, campaignTag(current.campaign));
    const plan = await planPatch(current, patch);
    const counts = await readCounts(company, [plan.campaign.id]);
    const reply: Reply = {
      status: 200,
      headers: { ETag: campaignTag(plan.campaign) },
      body: presentCampaign(plan.campaign, counts.get(plan.campaign.id) ?? NO_CODES),
    };
    await commitChange(current, plan, recordReplyWrites(idempotency, reply));
    return reply;
  }, isOvertaken);
};

const planPatch = ({ company, campaign }: LoadedCampaign, patch: Record<string, unknown>): Promise<CampaignPlan> => {
  if (patch['id'] !== undefined && patch['id'] !== campaign.id) {
    throw invalid('id', 'The id of a campaign cannot change.');
  }
  return planCampaign(company, mergePatch(campaignEntryOf(campaign), patch) as Record<string, unknown>);
};

const commitChange = async (
  { campaign: before }: LoadedCampaign,
  { campaign, writes }: CampaignPlan,
  also: readonly Write[],
): Promise<void> => {
  if (writes.length === 0) {
    if (also.length > 0) await withoutCause(() => transact(also));
    return;
  }
  nameSubject({ campaign_id: String(campaign.id) });
  nameChanges(changesBetween(campaignEntryOf(before), campaignEntryOf(campaign)));
  await transact([...writes, ...also]);
};

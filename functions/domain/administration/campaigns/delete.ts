import { nameChanges, nameSubject } from '../../../platform/cause.ts';
import { assertMatches } from '../../../platform/preconditions.ts';
import { recordReplyWrites, type IdempotencyRecord, type Reply } from '../../../storage/idempotency.ts';
import { retryOnConflict } from '../../../storage/retry.ts';
import { transact } from '../../../storage/transactions.ts';
import { editWrite, isOvertaken } from '../operator-data/unchanged.ts';
import { campaignTag, campaignEntryOf, loadCampaign } from './entry.ts';

const DONE: Reply = { status: 204 };

/**
 * DELETE /v2/campaigns/{id}: deletes the campaign. It no longer applies to new gift cards, and its codes can no longer
 * be activated. Existing items and orders are unchanged. Throws 404 and 412.
 */
export const deleteCampaign = async (input: {
  company: string;
  id: string;
  /** `If-Match` header of the request. */
  ifMatch: string | undefined;
  /** Absent if the request has no idempotency key. */
  idempotency?: IdempotencyRecord | undefined;
}): Promise<Reply> => {
  const record = recordReplyWrites(input.idempotency, DONE);
  return retryOnConflict(async () => {
    const { company, campaign } = await loadCampaign(input.company, input.id);
    assertMatches(input.ifMatch, campaignTag(campaign));
    nameSubject({ campaign_id: String(campaign.id) });
    nameChanges([{ member: '', before: { id: campaign.id, name: campaign.name }, after: null }]);
    const edit = editWrite(company, {
      campaigns: company.campaigns.filter(({ id }) => id !== campaign.id),
      deletedCampaigns: [...(company.deletedCampaigns ?? []), campaign.id],
    });
    await transact([edit, ...record], () => ({ deleted: campaignEntryOf(campaign) }));
    return DONE;
  }, isOvertaken);
};

import { nameChanges, nameSubject } from '../../../platform/cause.ts';
import { invalid } from '../../../platform/errors.ts';
import { newIds } from '../../../platform/new-ids.ts';
import { recordReplyWrite, type IdempotencyRecord, type Reply } from '../../../storage/idempotency.ts';
import { retryOnConflict } from '../../../storage/retry.ts';
import { transact } from '../../../storage/transactions.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { NO_CODES } from './counts.ts';
import { campaignTag, presentCampaign } from './entry.ts';
import { loadCompany } from '../../company/companies/load.ts';
import { planCampaign } from './plan.ts';
import { isOvertaken } from '../operator-data/unchanged.ts';

const ROUNDS = 30;

/**
 * POST /v2/campaigns: creates a campaign and returns 201. Assigns a missing `id`. Throws 404 for an inactive company,
 * 422 if an import would reject the entry, and on `id` if the company has or had a campaign with that id.
 */
export const createCampaign = async (input: {
  company: string;
  entry: Record<string, unknown>;
  idempotency: IdempotencyRecord;
}): Promise<Reply> => {
  const { company: slug, entry, idempotency } = input;
  return retryOnConflict(
    async () => {
      const company = await loadCompany(slug);
      const used = usedIds(company);
      const id = entry['id'] ?? newIds(used).next().value;
      if (typeof id === 'number' && used.includes(id)) {
        throw invalid('id', 'The company has, or had, a campaign with this id.');
      }
      const { campaign, writes } = await planCampaign(company, { ...entry, id });
      const headers = { ETag: campaignTag(campaign) };
      const reply: Reply = { status: 201, headers, body: presentCampaign(campaign, NO_CODES) };
      nameSubject({ campaign_id: String(campaign.id) });
      nameChanges([{ member: '', before: null, after: { id: campaign.id, name: campaign.name } }]);
      await transact([...writes, recordReplyWrite(idempotency, reply)]);
      return reply;
    },
    isOvertaken,
    { attempts: ROUNDS },
  );
};

const usedIds = ({ campaigns, deletedCampaigns = [] }: CompanyRow): number[] => [
  ...campaigns.map(({ id }) => id),
  ...deletedCampaigns,
];

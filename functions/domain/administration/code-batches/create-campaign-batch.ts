import { invalid } from '../../../platform/errors.ts';
import type { IdempotencyRecord, Reply } from '../../../storage/idempotency.ts';
import { campaignEntryOf, loadCampaign } from '../campaigns/entry.ts';
import { refusalFor } from '../catalog/faults.ts';
import { checkedData } from '../operator-data/check-entry.ts';
import { OperatorDataError } from '../operator-data/faults.ts';
import { createBatch } from './create.ts';

/** Number of segments in `$.campaigns[0]`, the path of the campaign. */
const DEPTH = 2;

/**
 * POST /v2/campaigns/{id}/codes: creates dormant codes, which are generated or listed in the request, and returns 201.
 * Throws 404, and 422 for codes that an import would reject or that exist already.
 */
export const createCampaignBatch = async (input: {
  company: string;
  id: string;
  codes: { count: number } | { listed: readonly string[] };
  idempotency: IdempotencyRecord;
}): Promise<Reply> => {
  const { company, codes, idempotency } = input;
  const { campaign } = await loadCampaign(company, input.id);
  if ('listed' in codes) await assertImportable({ ...campaignEntryOf(campaign), company, codes: codes.listed });
  return createBatch({
    company,
    purpose: { campaignId: campaign.id },
    codes: 'listed' in codes ? codes : { ...codes, prefix: '' },
    subject: { campaign_id: String(campaign.id) },
    idempotency,
  });
};

const assertImportable = async (campaign: object): Promise<void> => {
  try {
    await checkedData({ campaigns: [campaign] });
  } catch (error) {
    if (!(error instanceof OperatorDataError)) throw error;
    const faults = error.faults.filter(({ path }) => path.includes('.codes'));
    if (faults.length === 0) throw invalid('codes', 'These codes cannot be created.');
    throw refusalFor(faults, { depth: DEPTH });
  }
};

import { nowMs } from '../../../../platform/clock.ts';
import { decimalFromMinor } from '../../../../platform/decimals.ts';
import { invalid, notFound } from '../../../../platform/errors.ts';
import { decodeCursor, listPage, type ListPage, type PageRequest } from '../../../../storage/cursors.ts';
import { getRow } from '../../../../storage/table.ts';
import { isRunning } from '../campaigns.ts';
import { companyKey, type CompanyRow } from '../../../company/companies/rows.ts';

type Campaign = CompanyRow['campaigns'][number];

/** A campaign in item routes: decimals in the currency, percent (lib/reference/catalog.md#promotions). */
const presentPromotion = (campaign: Campaign, currency: string) => ({
  id: campaign.id,
  name: campaign.name,
  modification: campaign.kind,
  amount_from: campaign.amount_from === undefined ? null : decimalFromMinor(campaign.amount_from, currency),
  amount_to: campaign.amount_to === undefined ? null : decimalFromMinor(campaign.amount_to, currency),
  reduced_price: campaign.kind === 'reduced-price' ? campaign.value : null,
  added_value: campaign.kind === 'added-value' ? campaign.value : null,
});

type Promotion = ReturnType<typeof presentPromotion>;

/** By code point, so that the order does not depend on the locale. */
const byNameThenId = (a: Campaign, b: Campaign): number => (a.name === b.name ? a.id - b.id : a.name < b.name ? -1 : 1);

/** Current gift card campaigns for direct issuance, public or not. */
export const listPromotions = async (company: string, page: PageRequest): Promise<ListPage<Promotion>> => {
  const identity = { company, list: 'promotions' };
  const after = decodeCursor<number>(identity, page.startingAfter);
  const row = await getRow<CompanyRow>(companyKey(company));
  if (!row) throw notFound('company');
  const open = row.campaigns
    .filter((campaign) => campaign.applies_to === 'gift_card' && isRunning(campaign, nowMs()))
    .toSorted(byNameThenId);
  const last = row.campaigns.find(({ id }) => id === after);
  if (after !== undefined && !last) throw invalid('starting_after', 'The list has changed. Start again without it.');
  const remainingCampaigns = last ? open.filter((campaign) => byNameThenId(campaign, last) > 0) : open;
  const shown = remainingCampaigns.slice(0, page.limit);
  const data = shown.map((campaign) => presentPromotion(campaign, row.currency));
  return listPage(identity, data, remainingCampaigns.length > shown.length ? shown.at(-1)?.id : undefined);
};

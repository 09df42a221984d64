import type { CampaignEntry } from '../../domain/administration/campaigns/entry.ts';
import { listManagedProducts } from '../../domain/administration/catalog/list.ts';
import { joinLines } from '../../platform/join-lines.ts';
import type { DeskVisit } from '../visit.ts';
import { numberText } from '../format.ts';
import { minorText, momentText, TypedFields } from './typed.ts';

export const CAMPAIGN_FIELDS = [
  'name',
  'applies_to',
  'kind',
  'value',
  'amount_from',
  'amount_to',
  'opens_at',
  'closes_at',
  'fixed_amount',
  'codes',
  'count',
];

/** The experiences that a campaign can apply to, with their names; at most 500. */
export const experiencesOf = async ({ company }: DeskVisit): Promise<{ id: number; name: string }[]> => {
  const { data } = await listManagedProducts(company.slug, 'experiences', {
    active: undefined,
    published: undefined,
    search: undefined,
    category: undefined,
    limit: 500,
    startingAfter: undefined,
  });
  return data.map((product) => {
    const name = new Map<string, unknown>(Object.entries(product)).get('name');
    return { id: product.id, name: typeof name === 'string' ? name : String(product.id) };
  });
};

/** The campaign from a form. Throws 422 with every field that is not a number, an amount or a time. */
export const typedCampaign = (visit: DeskVisit, stored?: CampaignEntry): Record<string, unknown> => {
  const fields = new TypedFields(visit);
  const target = fields.text('applies_to');
  const entry = {
    name: stored && fields.text('name') === joinLines(stored.name) ? stored.name : fields.text('name'),
    applies_to: target === 'gift_card' ? target : { experience: Number(target) },
    kind: fields.text('kind'),
    value: fields.number('value') ?? undefined,
    amount_from: fields.amount('amount_from'),
    amount_to: fields.amount('amount_to'),
    opens_at: fields.moment('opens_at', stored?.opens_at),
    closes_at: fields.moment('closes_at', stored?.closes_at),
    fixed_amount: fields.amount('fixed_amount'),
    enabled: fields.tick('enabled'),
    public: fields.tick('public'),
  };
  fields.assertValid();
  return entry;
};

/** The values of the campaign form. */
export const campaignValues = (visit: DeskVisit, campaign?: CampaignEntry): Record<string, string> => ({
  name: joinLines(campaign?.name ?? ''),
  applies_to: campaign && campaign.applies_to !== 'gift_card' ? String(campaign.applies_to.experience) : 'gift_card',
  kind: campaign?.kind ?? 'added-value',
  value: campaign ? numberText(visit, campaign.value) : '',
  amount_from: minorText(visit, campaign?.amount_from ?? null),
  amount_to: minorText(visit, campaign?.amount_to ?? null),
  opens_at: momentText(campaign?.opens_at ?? null, visit.company.time_zone),
  closes_at: momentText(campaign?.closes_at ?? null, visit.company.time_zone),
  fixed_amount: minorText(visit, campaign?.fixed_amount ?? null),
  enabled: (campaign?.enabled ?? true) ? 'yes' : '',
  public: (campaign?.public ?? true) ? 'yes' : '',
});

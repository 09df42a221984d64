import { percentOf } from '../../../platform/money.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';

type Campaign = CompanyRow['campaigns'][number];

/** Whether a time is within a window. A null bound is open; `until` is exclusive. */
export const isWithin = (window: { from: string | null; until: string | null }, nowMs: number): boolean =>
  (window.from === null || Date.parse(window.from) <= nowMs) &&
  (window.until === null || nowMs < Date.parse(window.until));

export const isRunning = (campaign: Campaign, nowMs: number): boolean =>
  campaign.enabled && isWithin({ from: campaign.opens_at, until: campaign.closes_at }, nowMs);

/**
 * A running campaign on an experience, public or not, removes it from the catalog
 * (lib/reference/catalog.md#withheld-experiences).
 */
export const isWithheld = (company: CompanyRow, experienceId: number, nowMs: number): boolean =>
  company.campaigns.some(
    (campaign) =>
      campaign.applies_to !== 'gift_card' &&
      campaign.applies_to.experience === experienceId &&
      isRunning(campaign, nowMs),
  );

export type CampaignKind = Campaign['kind'];

/** The item type of gift cards that are issued under a campaign of this kind. */
export const cardTypeOf = (kind: CampaignKind) =>
  kind === 'added-value' ? 'GIFT CARD WITH ADDED VALUE' : 'DISCOUNTED GC';

/**
 * The amounts of a gift card, in the smallest currency unit. A missing bound of the campaign defaults to the bound of
 * the company.
 */
export const amountRange = (
  campaign: Pick<Campaign, 'amount_from' | 'amount_to'> | undefined,
  card: CompanyRow['gift_card'],
): { from: number; to: number } => ({
  from: campaign?.amount_from ?? card?.minimum_amount ?? 1,
  to: campaign?.amount_to ?? card?.maximum_amount ?? Infinity,
});

/** A gift card campaign with its range. A missing bound defaults to the bound of the company. */
interface ValueCampaign {
  id: number;
  name: string;
  kind: CampaignKind;
  /** Percent. */
  value: number;
  amountFrom: number;
  amountTo: number;
}

/** Current public gift card campaigns, the most generous first. */
export const openValueCampaigns = (company: CompanyRow, nowMs: number): ValueCampaign[] => {
  const card = company.gift_card;
  if (!card) return [];
  return company.campaigns
    .filter((campaign) => campaign.applies_to === 'gift_card' && campaign.public && isRunning(campaign, nowMs))
    .map((campaign) => {
      const { id, name, kind, value } = campaign;
      const { from, to } = amountRange(campaign, card);
      return { id, name, kind, value, amountFrom: from, amountTo: to };
    })
    .sort((a, b) => b.value - a.value || a.id - b.id);
};

/**
 * Price and value of one gift card of an amount, in the smallest currency unit. Only the most generous campaign applies
 * (lib/reference/pricing.md#campaigns-on-gift-cards).
 */
export const priceValueCard = (
  company: CompanyRow,
  amountMinor: number,
  nowMs: number,
): { price: number; value: number; campaign: ValueCampaign | undefined } => {
  const campaign = openValueCampaigns(company, nowMs).find(
    ({ amountFrom, amountTo }) => amountFrom <= amountMinor && amountMinor <= amountTo,
  );
  if (!campaign) return { price: amountMinor, value: amountMinor, campaign };
  const change = percentOf(amountMinor, campaign.value);
  return campaign.kind === 'added-value'
    ? { price: amountMinor, value: amountMinor + change, campaign }
    : { price: amountMinor - change, value: amountMinor, campaign };
};

/**
 * The ranges of amounts for which gift cards are sold: the range of the company, and wider ranges of open campaigns.
 * Amounts are at least 1.
 */
export const valueRanges = (company: CompanyRow, nowMs: number): { from: number; to: number }[] => {
  const card = company.gift_card;
  if (!card) return [];
  const ofCompany = { from: card.minimum_amount, to: card.maximum_amount };
  const wider = openValueCampaigns(company, nowMs)
    .map(({ amountFrom, amountTo }) => ({ from: Math.max(1, amountFrom), to: amountTo }))
    .filter(({ from, to }) => from <= to && (from < ofCompany.from || to > ofCompany.to));
  return [ofCompany, ...wider];
};

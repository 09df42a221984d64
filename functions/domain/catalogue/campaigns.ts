import { percentOf } from '../pricing/rounding.ts';
import type { CompanyRow } from '../companies/rows.ts';

type Campaign = CompanyRow['campaigns'][number];

/** Whether a moment lies in a window whose ends may be open; the end itself is outside. */
export const isWithin = (window: { from: string | null; until: string | null }, nowMs: number): boolean =>
  (window.from === null || Date.parse(window.from) <= nowMs) &&
  (window.until === null || nowMs < Date.parse(window.until));

export const isRunning = (campaign: Campaign, nowMs: number): boolean =>
  campaign.enabled && isWithin({ from: campaign.opens_at, until: campaign.closes_at }, nowMs);

/**
 * A running campaign on an experience takes it out of the catalogue, public or not
 * (lib/reference/catalogue.md#withheld-experiences).
 */
export const isWithheld = (company: CompanyRow, experienceId: number, nowMs: number): boolean =>
  company.campaigns.some(
    (campaign) =>
      campaign.applies_to !== 'gift_card' &&
      campaign.applies_to.experience === experienceId &&
      isRunning(campaign, nowMs),
  );

/** A campaign on gift cards with the range it covers; a bound that was left open is the company's own. */
export interface ValueCampaign {
  id: number;
  name: string;
  kind: 'added-value' | 'reduced-price';
  /** Per cent. */
  value: number;
  amountFrom: number;
  amountTo: number;
}

/** What every buyer of a gift card gets at the moment: open public campaigns, the most generous first. */
export const openValueCampaigns = (company: CompanyRow, nowMs: number): ValueCampaign[] => {
  const card = company.gift_card;
  if (!card) return [];
  return company.campaigns
    .filter((campaign) => campaign.applies_to === 'gift_card' && campaign.public && isRunning(campaign, nowMs))
    .map((campaign) => ({
      id: campaign.id,
      name: campaign.name,
      kind: campaign.kind,
      value: campaign.value,
      amountFrom: campaign.amount_from ?? card.minimum_amount,
      amountTo: campaign.amount_to ?? card.maximum_amount,
    }))
    .sort((a, b) => b.value - a.value || a.id - b.id);
};

/**
 * Price and value of one gift card of an amount, in the smallest unit. One campaign counts: the most generous
 * (lib/reference/pricing.md#campaigns-on-gift-cards).
 */
export const priceValueCard = (
  company: CompanyRow,
  amountMinor: number,
  nowMs: number,
): { price: number; value: number; campaignId: number | undefined } => {
  const campaign = openValueCampaigns(company, nowMs).find(
    ({ amountFrom, amountTo }) => amountFrom <= amountMinor && amountMinor <= amountTo,
  );
  if (!campaign) return { price: amountMinor, value: amountMinor, campaignId: undefined };
  const change = percentOf(amountMinor, campaign.value);
  return campaign.kind === 'added-value'
    ? { price: amountMinor, value: amountMinor + change, campaignId: campaign.id }
    : { price: amountMinor - change, value: amountMinor, campaignId: campaign.id };
};

/** The ranges in which a gift card is sold: the company's own, and those of open campaigns that reach beyond it. None is worth nothing. */
export const valueRanges = (company: CompanyRow, nowMs: number): { from: number; to: number }[] => {
  const card = company.gift_card;
  if (!card) return [];
  const own = { from: card.minimum_amount, to: card.maximum_amount };
  const wider = openValueCampaigns(company, nowMs)
    .map(({ amountFrom, amountTo }) => ({ from: Math.max(1, amountFrom), to: amountTo }))
    .filter(({ from, to }) => from <= to && (from < own.from || to > own.to));
  return [own, ...wider];
};

import { invalid } from '../../../../platform/errors.ts';
import { issuing } from '../../../../platform/messages/issuing.ts';
import { channelOf } from '../../../../platform/channels.ts';
import { monthsAfter, endOfDayMs, localDate } from '../../../../platform/zones.ts';
import { productIdOf } from '../../../catalog/products/ids.ts';
import type { DormantCodeRow } from '../../../catalog/products/campaigns/rows.ts';
import { amountRange, cardTypeOf, isRunning } from '../../../catalog/products/campaigns.ts';
import { findProduct } from '../../../catalog/products/find.ts';
import { vatOf, type VatMembers } from '../../../catalog/products/vat.ts';
import type { CompanyRow } from '../../../company/companies/rows.ts';
import { normalizeCode } from '../../../catalog/codes/rules.ts';
import { AWAITING_PAYMENT, PAID, type ItemFacts, type ItemRow, type ItemType } from '../rows.ts';
import { applyChange, issueItem, type Cause, type ItemChange, type NewItem } from '../ledger/ledger.ts';
import { decimalText } from '../../../../platform/decimals.ts';
import { minorOf } from '../amount.ts';
import { legacyOrderId } from './of-order.ts';
import { actorOf, type Operator } from '../operate.ts';
import type { ItemTerms } from '../rules.ts';
import { cardTemplate } from '../../../company/settings/active-templates.ts';

type Campaign = CompanyRow['campaigns'][number];

/** Default validity of value cards. */
const DEFAULT_VALIDITY_MONTHS = 36;

export const companyValidityMs = (company: CompanyRow, fromMs: number): number => {
  const months = company.gift_card?.validity_months ?? DEFAULT_VALIDITY_MONTHS;
  return endOfDayMs(monthsAfter(localDate(fromMs, company.time_zone), months), company.time_zone);
};

const vatFacts = (company: CompanyRow, of: VatMembers = {}): Pick<ItemFacts, 'vatTreatment' | 'vatPercent'> => {
  const { treatment, percent } = vatOf(company, of);
  return { vatTreatment: treatment, vatPercent: percent };
};

/** Common members of items without an order. */
export const factsWithoutOrder = (
  company: CompanyRow,
  operator: Operator,
  input: Pick<ItemFacts, 'code' | 'valueMinor' | 'validUntilMs' | 'createdAtMs' | 'title' | 'paymentType'>,
): ItemFacts => ({
  ...vatFacts(company, company.gift_card),
  company: company.slug,
  companyName: company.name,
  orderId: legacyOrderId(company.slug, input.code),
  orderReference: null,
  clientReference: null,
  lineId: null,
  sequence: 0,
  orderItems: 1,
  itemType: 'GIFTCARD',
  productId: null,
  optionId: null,
  variant: null,
  event: null,
  ...cardTemplate(company, 'gift_card'),
  addOn: false,
  ticket: null,
  priceMinor: input.valueMinor,
  pieces: 1,
  currency: company.currency,
  campaignId: null,
  orderValidUntilMs: input.validUntilMs,
  sender: { name: company.name, email: null, phone: null },
  senderCompany: null,
  receiver: { name: null, email: null, phone: null },
  greeting: null,
  imageUrl: null,
  channel: 'api',
  soldThrough: channelOf(actorOf(operator)),
  language: company.language,
  isToken: false,
  deliverAtMs: null,
  deliveredAtMs: null,
  postal: false,
  createdBy: operator.createdBy ?? operator.user ?? null,
  ...input,
});

const typeOf = (campaign: Campaign): ItemType =>
  campaign.applies_to === 'gift_card' ? cardTypeOf(campaign.kind) : 'GIFTCARD VARIATION';

/** The value of an activated code. Throws 422 on `amount` when it is missing, wrong or out of range. */
const valueOf = (campaign: Campaign, company: CompanyRow, amount: number | undefined): number => {
  const { currency } = company;
  const amountMinor = amount === undefined ? undefined : minorOf(amount, currency);
  const fixed = campaign.fixed_amount;
  if (fixed !== null) {
    if (amountMinor !== undefined && amountMinor !== fixed) {
      throw invalid('amount', issuing('code_value_fixed', { amount: decimalText(fixed, currency), currency }));
    }
    return fixed;
  }
  if (amountMinor === undefined) throw invalid('amount', issuing('code_without_value'));
  const { from, to } = amountRange(campaign, company.gift_card);
  if (amountMinor < from) {
    throw invalid('amount', issuing('activation_below_minimum', { amount: decimalText(from, currency), currency }));
  }
  if (amountMinor > to) {
    throw invalid('amount', issuing('activation_above_maximum', { amount: decimalText(to, currency), currency }));
  }
  return amountMinor;
};

/** The product of a campaign's codes, which are vouchers for its experience or value cards. */
const productOf = async (company: CompanyRow, { applies_to: target }: Campaign) => {
  if (target === 'gift_card') return { productId: null, product: company.gift_card };
  const productId = productIdOf({ type: 'experience', id: target.experience });
  return { productId, product: await findProduct(company.slug, productId) };
};

/** The item of a dormant code, before activation. Throws 422 while its campaign is not running. */
export const itemOfDormant = async (
  dormant: DormantCodeRow,
  company: CompanyRow,
  operator: Operator,
  input: { terms: ItemTerms; requestId: string; amount?: number | undefined },
): Promise<NewItem> => {
  const campaign = company.campaigns.find(({ id }) => id === dormant.campaignId);
  if (!campaign || !isRunning(campaign, input.terms.nowMs)) {
    throw invalid('code', issuing('campaign_not_open'));
  }
  const facts = factsWithoutOrder(company, operator, {
    code: normalizeCode(dormant.code),
    valueMinor: valueOf(campaign, company, input.amount),
    validUntilMs: companyValidityMs(company, input.terms.nowMs),
    createdAtMs: input.terms.nowMs,
    title: campaign.name,
    paymentType: 'campaign',
  });
  const { productId, product } = await productOf(company, campaign);
  const ofProduct = { ...vatFacts(company, product), productId };
  return {
    facts: { ...facts, ...ofProduct, itemType: typeOf(campaign), campaignId: campaign.id, isToken: true },
    status: AWAITING_PAYMENT,
    by: actorOf(operator),
    requestId: input.requestId,
  };
};

export const ACTIVATION: ItemChange = { kind: 'activate', deltaMinor: 0, deltaPieces: 0, status: PAID };

/** The item after its activation, before its first claim. */
export const activeItem = (item: NewItem, cause: Cause): ItemRow =>
  applyChange(issueItem(item).item, ACTIVATION, cause).item;

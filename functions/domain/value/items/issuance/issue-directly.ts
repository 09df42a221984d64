import { nameSubject } from '../../../../platform/cause.ts';
import { decimalText, decimalFromMinor } from '../../../../platform/decimals.ts';
import { ApiError, invalid, notFound } from '../../../../platform/errors.ts';
import { issuing } from '../../../../platform/messages/issuing.ts';
import { nowMs } from '../../../../platform/clock.ts';
import { log } from '../../../../platform/log.ts';
import { endOfDayMs, localDateTime } from '../../../../platform/zones.ts';
import { ABSENT, getRow } from '../../../../storage/table.ts';
import { keyConflict } from '../../../../storage/repeated-key.ts';
import { rowOfType } from '../../../../storage/row-of-type.ts';
import { transact, TransactionRefused } from '../../../../storage/transactions.ts';
import { asReplay, IDEMPOTENCY_WRITE, type Reply } from '../../../../storage/idempotency.ts';
import type { ReplyRecorder } from '../../../../storage/request-guid.ts';
import { amountRange, cardTypeOf, isRunning } from '../../../catalog/products/campaigns.ts';
import { companyKey, type CompanyRow } from '../../../company/companies/rows.ts';
import { itemLink } from '../../../../platform/document-links.ts';
import { percentOf } from '../../../../platform/money.ts';
import { minorOf } from '../amount.ts';
import { companyValidityMs, factsWithoutOrder } from './dormant.ts';
import { issueItems, issueWrites, ITEMS_PER_TRANSACTION } from './issue.ts';
import { itemsOfItemOrder } from './item-order.ts';
import { noReplyEmail, type ItemOrderRow } from './item-orders.ts';
import { newItemOrder } from './new-item-order.ts';
import type { ItemRow } from '../rows.ts';
import { indexForSearch, indexedItem } from '../search/index-search.ts';
import { issueItem, type NewItem } from '../ledger/ledger.ts';
import type { Operator } from '../operate.ts';
import { claimUrlOf } from '../claim-url.ts';
import { issuePreview } from '../preview.ts';
import { STATUS_NAMES, TYPE_NAMES } from '../rules.ts';
import type { IssueInput } from '../schema.ts';
import { visibleOrNull } from '../../../../platform/visible.ts';

type Campaign = CompanyRow['campaigns'][number];

/** The contract required by direct issuance and capture (lib/reference/companies.md#contracts). */
export const assertInvoiceContract = (company: CompanyRow): void => {
  if (!company.contract.invoice_settlement) {
    throw new ApiError(403, 'settlement_not_enabled', issuing('settlement_not_enabled'));
  }
};

/** Issues gift cards on the company's invoice contract (lib/reference/items.md#direct-issuance). */
export const issueDirectly = async (
  operator: Operator,
  input: IssueInput,
  recording: ReplyRecorder,
): Promise<Reply> => {
  const company = await getRow<CompanyRow>(companyKey(operator.company));
  if (!company) throw notFound('company');
  assertInvoiceContract(company);
  return commitItemOrder(orderOf(company, operator, input, recording), company, recording);
};

/**
 * Writes an order of items that are issued without a sale. The order, its reply and its first items commit together;
 * the items of a larger order follow, by this call or by the worker that follows every commit. Returns the reply of
 * POST /v2/items, even for a repeat after its record has expired.
 */
export const commitItemOrder = async (
  order: ItemOrderRow,
  company: CompanyRow,
  recording: ReplyRecorder,
): Promise<Reply> => {
  const items = itemsOfItemOrder(order);
  const reply = replyOf(order, company, recording);
  nameSubject({ order_id: order.orderId });
  try {
    await transact(
      [
        { put: order, condition: ABSENT, name: ORDER },
        ...items.slice(0, ITEMS_PER_TRANSACTION).flatMap(issueWrites),
        recording.record(reply),
      ],
      () => issuePreview(order, company),
    );
  } catch (error) {
    const earlier = earlierOrder(error);
    if (!earlier) throw error;
    if (earlier.inputHash !== order.inputHash) throw keyConflict();
    return asReplay(replyOf(earlier, company, recording));
  }
  await issueItems(items.slice(ITEMS_PER_TRANSACTION));
  await indexFirst(items);
  return reply;
};

const ORDER = 'order';

const replyOf = (order: ItemOrderRow, company: CompanyRow, recording: ReplyRecorder): Reply => {
  const items = itemsOfItemOrder(order);
  return recording.reply(201, {
    items: items.map((item) => issuedRow(issueItem(item).item, company)),
    itemsCount: items.length,
    order_id: order.orderId,
  });
};

/**
 * The order that an earlier request with the same guid issued, if its recorded reply has expired. The order then
 * replaces the record. Undefined while the record exists, because the record takes precedence.
 */
const earlierOrder = (error: unknown): ItemOrderRow | undefined => {
  if (!(error instanceof TransactionRefused) || error.failed(IDEMPOTENCY_WRITE)) return undefined;
  return rowOfType<ItemOrderRow>('item-order', error.failed(ORDER)?.row);
};

/**
 * Number of items that the request itself indexes, because staff search for what they have just issued. The shared
 * texts are indexed with the first item, so people and order are found immediately; the codes of further items are left
 * to the worker that follows the commit.
 */
const FEW = 10;

const indexFirst = async (items: readonly NewItem[]): Promise<void> => {
  try {
    await indexForSearch(items.slice(0, FEW).map(({ facts }) => indexedItem(facts)));
  } catch (error) {
    log.warn('Issued items could not be indexed for search immediately; the worker indexes them', { cause: error });
  }
};

const issuedRow = (item: ItemRow, company: CompanyRow) => ({
  code: item.code,
  order_id: item.orderId,
  item_type_identification: TYPE_NAMES[item.itemType],
  amount: decimalFromMinor(item.valueMinor, item.currency),
  currency: item.currency,
  remaining_amount: decimalFromMinor(item.remainingMinor, item.currency),
  status: item.status,
  status_name: STATUS_NAMES[item.status],
  validity: localDateTime(item.validUntilMs, company.time_zone),
  reciever_name: item.receiver.name,
  reciever_email: item.receiver.email,
  claim_url: claimUrlOf(item),
  pdf_short_url: itemLink(item),
});

const orderOf = (
  company: CompanyRow,
  operator: Operator,
  input: IssueInput,
  recording: ReplyRecorder,
): ItemOrderRow => {
  const now = nowMs();
  const campaign = campaignOf(company, input, now);
  const priceMinor = priceOf(company, campaign, minorOf(input.amount, company.currency));
  const {
    code: _code,
    sequence: _sequence,
    ...facts
  } = factsWithoutOrder(company, operator, {
    code: '',
    valueMinor: valueOf(campaign, priceMinor),
    validUntilMs: issueValidityMs(company, input, now),
    createdAtMs: now,
    title: company.gift_card?.name ?? 'Gift card',
    paymentType: 'invoice',
  });
  return newItemOrder(company, operator, recording, {
    use: 'item-order',
    state: input.capture ? 'paid' : 'awaiting-payment',
    facts: {
      ...facts,
      orderItems: input.piece,
      itemType: campaign ? cardTypeOf(campaign.kind) : 'GIFTCARD',
      priceMinor: campaign?.kind === 'reduced-price' ? priceMinor - percentOf(priceMinor, campaign.value) : priceMinor,
      campaignId: campaign?.id ?? null,
      sender: {
        name: visibleOrNull(input.sender_name) ?? company.defaults.sender_name ?? company.name,
        email: input.sender_email ?? noReplyEmail(company),
        phone: null,
      },
    },
    receiver: { name: input.receiver_name, email: input.receiver_email },
    externalProductId: input.sdh_product_id === undefined ? null : String(input.sdh_product_id),
  });
};

const campaignOf = (company: CompanyRow, input: IssueInput, now: number): Campaign | undefined => {
  if (input.promotion_id === undefined) return undefined;
  const campaign = company.campaigns.find(({ id }) => id === input.promotion_id);
  if (!campaign || campaign.applies_to !== 'gift_card' || !isRunning(campaign, now)) {
    throw invalid('promotion_id', issuing('promotion_unknown'));
  }
  return campaign;
};

/** The requested amount, within the range of the campaign or company. Throws 422 on `amount`. */
const priceOf = (company: CompanyRow, campaign: Campaign | undefined, amountMinor: number): number => {
  const card = company.gift_card;
  if (!card && !campaign) throw invalid('amount', issuing('card_range_missing'));
  const { from, to } = amountRange(campaign, card);
  if (amountMinor < from || amountMinor > to) {
    const text = (minor: number): string => decimalText(minor, company.currency);
    const range = { from: text(from), to: to === Infinity ? null : text(to), currency: company.currency };
    const seller = campaign ? 'promotion' : 'company';
    throw invalid('amount', issuing('card_amount_out_of_range', { seller, ...range }));
  }
  return amountMinor;
};

const valueOf = (campaign: Campaign | undefined, amountMinor: number): number =>
  campaign?.kind === 'added-value' ? amountMinor + percentOf(amountMinor, campaign.value) : amountMinor;

/**
 * The end of the requested day, or by default of the company's period of validity. Throws 422 on `validity` for a day
 * that has passed.
 */
export const issueValidityMs = (company: CompanyRow, input: Pick<IssueInput, 'validity'>, now: number): number => {
  if (input.validity === undefined) return companyValidityMs(company, now);
  const untilMs = endOfDayMs(input.validity, company.time_zone);
  if (untilMs < now) throw invalid('validity', issuing('validity_passed'));
  return untilMs;
};

import { localDateTime } from '../../../platform/zones.ts';
import { itemLink } from '../../../platform/document-links.ts';
import { containedVat } from '../../../platform/money.ts';
import { itemIdOf } from './item-id.ts';
import type { ItemMarks, ItemRow } from './rows.ts';
import { decimalFromMinor, decimalText } from '../../../platform/decimals.ts';
import { groupCodeOf } from './issuance/of-order.ts';
import { claimUrlOf } from './claim-url.ts';
import { freeOf, heldOf } from './ledger/holds.ts';
import { toTimestamp } from '../../../platform/clock.ts';
import { flagsOf } from './flags.ts';
import { obstacleOf, STATUS_NAMES, statusAt, TYPE_NAMES, type ItemTerms } from './rules.ts';

/**
 * Common members of every representation of an item; a list row has only these
 * (lib/reference/items.md#the-item-object).
 */
export const itemSummary = (item: ItemRow, terms: ItemTerms, groupClaimable: boolean) => {
  const status = statusAt(item, terms.nowMs);
  return {
    id: itemIdOf(item),
    code: item.code,
    order_id: item.orderId,
    group_code: groupCodeOf(item.orderId),
    item_type_identification: TYPE_NAMES[item.itemType],
    status,
    status_name: STATUS_NAMES[status],
    amount: decimalFromMinor(item.valueMinor, item.currency),
    remaining_amount: decimalFromMinor(item.remainingMinor, item.currency),
    remaining_pieces: item.remainingPieces,
    ...holdMembers(item, terms),
    currency: item.currency,
    ...flagsOf(item, terms),
    available_group_claim: groupClaimable,
    validity: localDateTime(item.validUntilMs, terms.zone),
  };
};

const idOf = ({ company }: ItemRow, code: string | undefined): string | null =>
  code === undefined ? null : itemIdOf({ company, code });

export const presentBlock = ({ blocked }: Pick<ItemMarks, 'blocked'>): { reason: string | null; at: string } | null =>
  blocked ? { reason: blocked.reason, at: toTimestamp(blocked.atMs) } : null;

/** Reserved and free parts of an item, and whether it is blocked. Amounts are decimals in the currency. */
const holdMembers = (item: ItemRow, terms: ItemTerms) => {
  const held = heldOf(item, terms.nowMs);
  const isClaimable = obstacleOf(item, terms) === null;
  const free = isClaimable ? freeOf(item, terms.nowMs) : { minor: 0, pieces: 0 };
  return {
    held_amount: decimalFromMinor(held.minor, item.currency),
    held_pieces: held.pieces,
    available_amount: decimalFromMinor(free.minor, item.currency),
    available_pieces: free.pieces,
    blocked: presentBlock(item),
    replaces: idOf(item, item.replaces?.code),
    replaced_by: idOf(item, item.replacedBy),
  };
};

const titles = (item: ItemRow) => ({
  item_title: item.title,
  event_title: item.event?.title ?? null,
  ticket_title: item.event ? item.variant : null,
  item_info: [item.title, item.variant].filter(Boolean).join(', '),
  variant_description: item.variant,
});

/** A row of the desk's lists, with product and people. */
export const itemListing = (item: ItemRow, terms: ItemTerms, groupClaimable: boolean) => ({
  ...itemSummary(item, terms, groupClaimable),
  item_info: titles(item).item_info,
  sender_name: item.sender.name,
  receiver_name: item.receiver.name,
});

export type ItemListing = ReturnType<typeof itemListing>;

const people = (item: ItemRow) => ({
  sender_name: item.sender.name,
  sender_email: item.sender.email,
  sender_phone: item.sender.phone,
  sender_company_use: item.senderCompany !== null,
  sender_company_name: item.senderCompany?.name ?? null,
  sender_company_address: item.senderCompany?.address ?? null,
  sender_company_city: item.senderCompany?.city ?? null,
  sender_company_postcode: item.senderCompany?.postcode ?? null,
  sender_company_country: item.senderCompany?.country ?? null,
  reciever_name: item.receiver.name,
  reciever_email: item.receiver.email,
  reciever_phone: item.receiver.phone,
});

/** The VAT of an amount of an item: 0 for goods taxed on redemption. */
export const vatMembers = ({ vatTreatment, vatPercent, currency }: ItemRow, amountMinor: number) => {
  const vat = vatTreatment === 'single_purpose' ? vatPercent : 0;
  return { vat, vat_value: decimalFromMinor(containedVat(amountMinor, vat), currency) };
};

/** Columns that analytics shares with the item. */
export const itemColumns = (item: ItemRow, terms: ItemTerms) => {
  const status = statusAt(item, terms.nowMs);
  return {
    item_type: item.itemType,
    item_type_identification: TYPE_NAMES[item.itemType],
    ...titles(item),
    is_token: item.isToken,
    status,
    status_name: STATUS_NAMES[status],
    amount: decimalFromMinor(item.valueMinor, item.currency),
    ...vatMembers(item, item.valueMinor),
    currency: item.currency,
    remaining_amount: decimalFromMinor(item.remainingMinor, item.currency),
    remaining_pieces: item.remainingPieces,
    company_name: item.companyName,
    validity: localDateTime(item.validUntilMs, terms.zone),
    created_at: localDateTime(item.createdAtMs, terms.zone),
    language: item.language,
  };
};

/** The complete item object. */
export const itemObject = (item: ItemRow, terms: ItemTerms, groupClaimable: boolean) => {
  const moment = (epochMs: number | null): string | null =>
    epochMs === null ? null : localDateTime(epochMs, terms.zone);
  return {
    ...itemSummary(item, terms, groupClaimable),
    ...itemColumns(item, terms),
    ...people(item),
    delayed_deliver: item.deliverAtMs !== null,
    deliver_at: moment(item.deliverAtMs),
    delivered_at: moment(item.deliveredAtMs),
    delivered_to_post_at: moment(item.postedAtMs ?? null),
    greetings_text: item.greeting,
    image: item.imageUrl,
    channel: item.channel,
    api_receipt_text: `${item.title} ${decimalText(item.valueMinor, item.currency)} ${item.currency}`,
    claim_url: claimUrlOf(item),
    pdf_short_url: itemLink(item),
  };
};

export type ItemObject = ReturnType<typeof itemObject>;
export type ItemSummary = ReturnType<typeof itemSummary>;

import { messagesOf } from './message.ts';

/** Why changes to products, stock and settings are refused. */
export const CATALOG = {
  stock_below_zero: ({ remaining }: { remaining: number }) =>
    `Only ${remaining} are left: the stock cannot fall below 0.`,
  stock_not_limited: 'The stock of this option is not limited. Set it first.',
  offer_stock_missing: 'A special offer needs a stock.',
  product_archived: 'This product is archived and cannot be changed.',
  product_archived_for_good: 'This product is archived and cannot be changed. Duplicate it instead.',
  above_own_maximum: ({ maximum }: { maximum: number }) => `This is more than the maximum, ${maximum}.`,
  category_unknown: ({ id }: { id: number }) => `The company has no category ${id}.`,
  line_repeated: ({ member }: { member: string }) => `Another entry has the same ${member}.`,
  slug_taken: ({ owner }: { owner: string }) => `${owner} has this slug already.`,
  priorities_with_courier: 'A courier has no priorities; they belong to the carrier own_post.',
  default_repeated: 'Another priority is the default already.',
  regular_amount_missing: 'Name the regular_amount that the voucher redeems at.',
  /** `amount` is in the smallest currency unit. */
  worth_below_price: ({ amount }: { amount: number }) =>
    `The voucher would be worth less than is paid for it, ${amount}.`,
  product_too_large: ({ bytes }: { bytes: number }) =>
    `This product is too large: with all its options it has at most ${bytes} bytes.`,
  vat_rate_missing: 'What is single-purpose needs a VAT rate: state it here, or as vat_percent of the company.',
  account_malformed: 'This must be an account of at most 20 characters.',
  file_too_large: 'The file would be too large. Choose fewer days.',
};

export const catalog = messagesOf(CATALOG);

import { messagesOf } from './message.ts';

/** Why changes to settings and campaigns, issuing and shipments are refused. */
export const MANAGEMENT = {
  months_above_maximum: ({ maximum }: { maximum: number }) =>
    `This must be at most ${maximum} months, a hundred years.`,
  member_required: 'This member is required.',
  member_unknown: 'This member is not known here.',
  own_company: 'You cannot switch off your own company.',
  method_delayed:
    'The outcome of this payment method arrives days later, and an unpaid order keeps its stock for 90 minutes at most.',
  method_repeated: 'A payment method is named twice.',
  operators_only: 'Only operators set this.',
  needed_by_open_page: 'The open order page needs this. Close the page first.',
  currency_in_use: ({ currency }: { currency: string }) =>
    `This company has sold in ${currency} already: its currency cannot change.`,
  time_zone_unknown: 'This time zone is not known.',
  company_slug_unknown: ({ slug }: { slug: string }) => `No company has the slug ${slug}.`,
  slug_reserved: 'This slug is reserved.',
  slug_malformed: 'This must be a slug: small letters, digits, hyphens and underscores.',
  currency_code_malformed: 'This must be a currency code of three capital letters.',
  currency_unknown: 'No currency has this code.',
  http_address_malformed: 'This must be an http or https address.',
  shipment_status: ({ status, step }: { status: string; step: string }) =>
    `The shipment is ${status}, so it cannot be ${step}.`,
  shipment_without_goods: 'The order is refunded, cancelled or disputed: there is nothing to send.',
  https_address_malformed: 'This must be an https address.',
  issued_to_not_taken: 'Only a benefit deal is issued to a company.',
  issued_to_missing: 'A benefit deal needs the company that it is issued to.',
  issued_to_unknown: 'There is no company with this slug.',
  issued_option_unknown: 'The company has no option with this id.',
  not_an_amount: 'This is not an amount.',
  not_a_number: 'This is not a number.',
  not_a_moment: 'This is not a day with a time.',
  discount_code_exists: 'The company has this discount code already.',
  code_exists: 'The company has this code already.',
  code_repeated: 'The company has this code twice.',
  code_too_long: ({ bytes }: { bytes: number }) => `A code has at most ${bytes} bytes in UTF-8.`,
  /** `minor` is in the smallest currency unit. */
  smallest_above_largest: ({ minor, currency }: { minor: number; currency: string }) =>
    `This is more than the largest amount, ${minor} (smallest unit of ${currency}).`,
  amounts_reversed: ({ to }: { to: number }) => `This is more than amount_to, ${to}.`,
  moments_reversed: 'This moment lies before the one it follows.',
  percent_above_hundred: 'A price cannot be lowered by more than 100 per cent.',
  count_or_codes: 'Send either count or codes.',
  code_characters: 'This takes letters, digits, hyphens and underscores.',
  codes_being_made: 'The codes are still being created. Try again.',
  experience_unknown: ({ experience }: { experience: number }) => `The company has no experience ${experience}.`,
};

export const management = messagesOf(MANAGEMENT);

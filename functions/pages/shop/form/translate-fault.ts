import type { ORDERING } from '../../../platform/messages/ordering.ts';
import { translationOf, type Text, type Translations } from '../../../platform/messages/message.ts';
import type { PICTURES } from '../../../platform/messages/pictures.ts';
import type { SENDING } from '../../../platform/messages/sending.ts';
import type { VALIDATION } from '../../../platform/messages/validation.ts';
import type { FaultTexts } from '../texts/faults-en.ts';

/** The field that has the fault. */
interface FaultyField {
  isEmpty: boolean;
  /**
   * The field is that of a discount code. A code whose length is not valid cannot exist, so it is reported as unknown.
   */
  isCode: boolean;
  /** The range of gift card amounts, formatted. */
  range: readonly [from: string, to: string];
}

type FaultTranslations<C> =
  C extends Readonly<Record<string, string | ((args: never) => string)>> ? Translations<C, FaultyField, string> : never;

/** Faults of values. For a fault that no form can cause, buyers are asked to check the form. */
const validation = (t: FaultTexts): FaultTranslations<typeof VALIDATION> => ({
  first_fault: t.other,
  required: t.required,
  kind_mismatch: ({ kinds }, { isEmpty }) => {
    const [kind] = kinds.length === 1 ? kinds : [];
    if (kind === 'number' || kind === 'int') return isEmpty ? t.required : t.number;
    return kind === 'string' ? t.required : t.other;
  },
  no_kind_matches: t.other,
  choice_unknown: t.choose,
  not_above_minimum: t.other,
  not_below_maximum: t.other,
  below_minimum: ({ minimum }) => t.atLeast(minimum),
  above_maximum: ({ maximum }) => t.atMost(maximum),
  not_multiple: t.other,
  empty: t.other,
  length_out_of_range: ({ minimum, maximum }, { isEmpty, isCode }) =>
    isEmpty ? t.required : isCode ? t.codeUnknown : t.length(minimum, maximum),
  too_short: t.other,
  too_long: ({ maximum }) => t.tooLong(maximum),
  too_few_entries: t.other,
  too_many_entries: t.other,
  email_malformed: (_args, { isEmpty }) => (isEmpty ? t.required : t.email),
  malformed: t.other,
  field_unknown: t.other,
  not_valid: t.other,
  country_code_malformed: t.country,
  country_unknown: t.country,
  letters_unprintable: t.printable,
  control_characters: t.other,
  return_address_not_approved: t.other,
});

const ordering = (t: FaultTexts): FaultTranslations<typeof ORDERING> => ({
  no_line: t.option,
  too_many_lines: t.other,
  product_unknown: t.gone,
  option_missing: t.option,
  option_unknown: t.gone,
  gift_card_has_no_options: t.gone,
  option_repeated: t.option,
  families_mixed: t.oneKind,
  gift_card_with_other_lines: t.oneKind,
  amount_missing: (_args, { range }) => t.amount(...range),
  amount_out_of_range: (_args, { range }) => t.amount(...range),
  amount_without_gift_card: t.other,
  option_sold_out: t.soldOut,
  option_stock_short: ({ left }) => t.onlyLeft(left),
  event_sold_out: t.soldOut,
  event_seats_short: ({ left }) => t.seatsLeft(left),
  offer_sold_out: t.soldOut,
  offer_stock_short: ({ left }) => t.onlyLeft(left),
  event_tickets_above_maximum: ({ maximum }) => t.ticketsPerEvent(maximum),
  option_tickets_above_maximum: ({ maximum }) => t.ticketsPerOption(maximum),
  items_above_maximum: ({ maximum }) => t.issuedMost(maximum),
  total_not_representable: t.sixDigits,
  order_too_large: t.longTexts,
  ticket_without_event: t.other,
  add_on_alone: t.addOn,
  comment_differs: t.oneComment,
  comment_not_taken: t.noComment,
  ticket_code_missing: t.code,
  ticket_address_missing: t.ticketAddress,
  collection_point_missing: t.collect,
  collection_point_unknown: t.collect,
  collection_point_and_address: t.collectOrAddress,
  method_not_for_family: t.notPosted,
  method_not_offered: t.method,
  send_at_with_post: t.notScheduled,
  post_only: t.method,
  priority_without_post: t.priority,
  priority_with_courier: t.priority,
  priority_not_offered: t.priority,
  post_member_missing: t.parcel,
  post_company_name_missing: t.parcel,
  post_phone_missing: t.phone,
  post_address_missing: t.parcel,
  post_country_missing: t.country,
  destination_not_offered: t.destination,
  address_incomplete: t.wholeAddress,
  company_address_missing: t.companyNeeded,
  discount_code_unknown: t.codeUnknown,
  discount_code_not_applicable: t.codeNotHere,
  discount_code_for_postage: t.codePostage,
  design_unknown: t.picture,
  picture_unusable: (_args, { isEmpty }) => (isEmpty ? t.required : t.picture),
  picture_unknown: t.picture,
  picture_taken: t.picture,
});

const sending = (t: FaultTexts): FaultTranslations<typeof SENDING> => ({
  send_at_malformed: t.dayForm,
  send_at_passed: t.dayPassed,
  send_at_too_late: ({ months }) => t.dayFar(months),
  send_at_after_event: t.dayAfterEvent,
});

const pictures = (t: FaultTexts): Partial<FaultTranslations<typeof PICTURES>> => ({
  uploaded_type_differs: t.pictureWrong,
  picture_type_unknown: t.pictureWrong,
  picture_broken: t.pictureWrong,
  picture_decoding_exceeds: t.pictureWrong,
  picture_dimensions: t.pictureLarge,
});

/** A text of the API in the buyer's language. If it is not translated, buyers are asked to check the form. */
export const translateFault = (text: Text, t: FaultTexts, field: FaultyField): string =>
  translationOf({ ...validation(t), ...ordering(t), ...sending(t), ...pictures(t) }, text, field) ?? t.other;

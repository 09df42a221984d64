import { sentencePattern } from '../../../platform/sentence-pattern.ts';
import type { FaultTexts } from '../texts/faults-en.ts';

/** Data for translating a sentence of the API. */
export interface MessageContext {
  t: FaultTexts;
  /** Values of the sentence's placeholders `{}`. */
  parts: readonly string[];
  /** The field is empty. */
  isEmpty: boolean;
  /** The range of gift card amounts, formatted. */
  range: readonly [from: string, to: string];
}

type Say = (saying: MessageContext) => string;

const plain =
  (member: { [Name in keyof FaultTexts]: FaultTexts[Name] extends string ? Name : never }[keyof FaultTexts]): Say =>
  ({ t }) =>
    t[member];

const counted =
  (
    member: {
      [Name in keyof FaultTexts]: FaultTexts[Name] extends (n: string) => string ? Name : never;
    }[keyof FaultTexts],
  ): Say =>
  ({ t, parts }) =>
    t[member](parts[0] ?? '');

const required = plain('required');
const orEmpty =
  (otherwise: Say): Say =>
  (saying) =>
    (saying.isEmpty ? required : otherwise)(saying);

/** API messages that reject an order; `{}` is a placeholder. Each is translated here. */
export const SENTENCES: Readonly<Record<string, Say>> = {
  'This field is required.': required,
  'This must have {} to {} characters.': orEmpty(({ t, parts }) => t.length(parts[0] ?? '', parts[1] ?? '')),
  'This must have at most {} characters.': counted('tooLong'),
  'This must be an e-mail address.': orEmpty(plain('email')),
  'This must be a number.': orEmpty(plain('number')),
  'This must be a whole number.': orEmpty(plain('number')),
  'This must be a text.': required,
  'This must be one of: {}.': plain('choose'),
  'This must be a country code of two capital letters.': plain('country'),
  'No country has this code.': plain('country'),
  'Send street, postcode, city and country together, or none of them.': plain('wholeAddress'),
  'This must be at least {}.': counted('atLeast'),
  'This must be at most {}.': counted('atMost'),
  'Only {} of this are left.': counted('onlyLeft'),
  'only {} of this offer are left.': counted('onlyLeft'),
  'This option is sold out.': plain('soldOut'),
  'this offer is sold out.': plain('soldOut'),
  'This event is sold out.': plain('soldOut'),
  'One order takes at most {} tickets to this event.': counted('ticketsPerEvent'),
  'One order takes at most {} tickets of this option.': counted('ticketsPerOption'),
  'Only {} seats of this event are left.': counted('seatsLeft'),
  'One order issues at most {} items; this line goes beyond.': counted('issuedMost'),
  'This product does not exist.': plain('gone'),
  'This option does not exist.': plain('gone'),
  'This option does not exist: a gift card has no options.': plain('gone'),
  'This field is required: choose an option of the product.': plain('option'),
  'This option is on line {} already. Use one line.': plain('option'),
  'A gift card needs an amount in the smallest currency unit.': ({ t, range }) => t.amount(...range),
  'This must be {} (smallest unit of {}).': ({ t, range }) => t.amount(...range),
  'Only gift cards take an amount; the option has its price.': plain('other'),
  'Only event tickets take this.': plain('other'),
  'Select at least one line.': plain('option'),
  'At most {} lines fit into one order.': plain('other'),
  'One order takes products of one family only. Make an order for each.': plain('oneKind'),
  'A gift card is the only line of its order. Raise its quantity, or make another order.': plain('oneKind'),
  'This is an add-on. Order it together with a ticket to the same event.': plain('addOn'),
  'An event takes one comment. Line {} has a different one.': plain('oneComment'),
  'This event takes no comment.': plain('noComment'),
  'This ticket needs a code.': plain('code'),
  'This ticket needs an address: name, street and city.': plain('ticketAddress'),
  'This ticket needs one of the collection points of the event, or an address.': plain('collect'),
  'This collection point does not exist.': plain('collect'),
  'Send a collection point or an address, not both.': plain('collectOrAddress'),
  '{} cannot be posted. Choose an e-mail method.': plain('notPosted'),
  'This company does not offer {}.': plain('method'),
  'Posted cards cannot be scheduled. Leave send_at out.': plain('notScheduled'),
  'This must be an RFC 3339 timestamp with offset, such as 2027-05-01T09:00:00+02:00.': plain('dayForm'),
  'This moment has passed. Choose one in the future.': plain('dayPassed'),
  'This moment is more than {} months ahead.': counted('dayFar'),
  'The event is over by then. Choose an earlier moment.': plain('dayAfterEvent'),
  'This is for the method postal only.': plain('method'),
  'Only posted cards have a priority.': plain('priority'),
  'A posted card needs this.': plain('parcel'),
  'Delivery to a company needs its name.': plain('parcel'),
  'The carrier of this company needs a phone number.': plain('phone'),
  'A posted card needs an address.': plain('parcel'),
  'A posted card needs the country it goes to.': plain('country'),
  'This company does not post to {} in {}.': plain('destination'),
  'This company ships by courier, which has no priorities.': plain('priority'),
  'This priority is not offered. Take one from the product.': plain('priority'),
  'This discount code does not exist or can no longer be used.': plain('codeUnknown'),
  'Tickets and special offers take no discount code.': plain('codeNotHere'),
  'This code reduces postage, and nothing is posted.': plain('codePostage'),
  'This names no picture that the company offers.': plain('picture'),
  'This names no usable picture: it was not finalized, was used before, or has been deleted.': orEmpty(
    plain('picture'),
  ),
  'This names no usable picture. A picture is usable once, after it was finalized and for seven days.':
    plain('picture'),
  'Another order has just taken this picture. Upload it again.': plain('picture'),
  'The uploaded bytes do not begin as a picture of type {} does.': plain('pictureWrong'),
  'The picture has {} by {} pixels. At most {} a side and {} in all are taken.': plain('pictureLarge'),
  'This product is sold to companies only: send sender.company with its full address.': plain('companyNeeded'),
  'The total of the order needs more than six significant digits. Split the order.': plain('sixDigits'),
};

const PATTERNS = Object.entries(SENTENCES).map(([sentence, say]) => ({
  pattern: sentencePattern(sentence),
  say,
}));

/** An API message in the buyer's language; for an unknown one, a request to check the form. */
export const translateFault = (sentence: string, saying: Omit<MessageContext, 'parts'>): string => {
  for (const { pattern, say } of PATTERNS) {
    const [found, ...parts] = pattern.exec(sentence) ?? [];
    if (found !== undefined) return say({ ...saying, parts });
  }
  return saying.t.other;
};

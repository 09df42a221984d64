import { messagesOf } from './message.ts';

/** Why a quote or an order is refused. */
export const ORDERING = {
  no_line: 'Select at least one line.',
  too_many_lines: ({ maximum }: { maximum: number }) => `At most ${maximum} lines fit into one order.`,
  product_unknown: 'This product does not exist.',
  option_missing: 'This field is required: choose an option of the product.',
  option_unknown: 'This option does not exist.',
  gift_card_has_no_options: 'This option does not exist: a gift card has no options.',
  option_repeated: ({ line }: { line: number }) => `This option is on line ${line} already. Use one line.`,
  families_mixed: 'One order takes products of one family only. Make an order for each.',
  gift_card_with_other_lines: 'A gift card is the only line of its order. Raise its quantity, or make another order.',
  amount_missing: 'A gift card needs an amount in the smallest currency unit.',
  amount_out_of_range: ({ allowed, currency }: { allowed: string; currency: string }) =>
    `This must be ${allowed} (smallest unit of ${currency}).`,
  amount_without_gift_card: 'Only gift cards take an amount; the option has its price.',
  option_sold_out: 'This option is sold out.',
  option_stock_short: ({ left }: { left: number }) => `Only ${left} of this are left.`,
  event_sold_out: 'This event is sold out.',
  event_seats_short: ({ left }: { left: number }) => `Only ${left} seats of this event are left.`,
  offer_sold_out: ({ field }: { field: string }) => `${field}: this offer is sold out.`,
  offer_stock_short: ({ field, left }: { field: string; left: number }) =>
    `${field}: only ${left} of this offer are left.`,
  event_tickets_above_maximum: ({ maximum }: { maximum: number }) =>
    `One order takes at most ${maximum} tickets to this event.`,
  option_tickets_above_maximum: ({ maximum }: { maximum: number }) =>
    `One order takes at most ${maximum} tickets of this option.`,
  items_above_maximum: ({ maximum }: { maximum: number }) =>
    `One order issues at most ${maximum} items; this line goes beyond.`,
  total_not_representable: 'The total of the order needs more than six significant digits. Split the order.',
  order_too_large: 'The texts of this order are too long together. Shorten comments and addresses, or split the order.',
  ticket_without_event: 'Only event tickets take this.',
  add_on_alone: 'This is an add-on. Order it together with a ticket to the same event.',
  comment_differs: ({ line }: { line: number }) => `An event takes one comment. Line ${line} has a different one.`,
  comment_not_taken: 'This event takes no comment.',
  ticket_code_missing: 'This ticket needs a code.',
  ticket_address_missing: 'This ticket needs an address: name, street and city.',
  collection_point_missing: 'This ticket needs one of the collection points of the event, or an address.',
  collection_point_unknown: 'This collection point does not exist.',
  collection_point_and_address: 'Send a collection point or an address, not both.',
  method_not_for_family: ({ family }: { family: string }) => `${family} cannot be posted. Choose an e-mail method.`,
  method_not_offered: ({ method }: { method: string }) => `This company does not offer ${method}.`,
  send_at_with_post: 'Posted cards cannot be scheduled. Leave send_at out.',
  post_only: 'This is for the method postal only.',
  priority_without_post: 'Only posted cards have a priority.',
  priority_with_courier: 'This company ships by courier, which has no priorities.',
  priority_not_offered: 'This priority is not offered. Take one from the product.',
  post_member_missing: 'A posted card needs this.',
  post_company_name_missing: 'Delivery to a company needs its name.',
  post_phone_missing: 'The carrier of this company needs a phone number.',
  post_address_missing: 'A posted card needs an address.',
  post_country_missing: 'A posted card needs the country it goes to.',
  destination_not_offered: ({ shape, country }: { shape: string; country: string }) =>
    `This company does not post to ${shape} in ${country}.`,
  address_incomplete: 'Send street, postcode, city and country together, or none of them.',
  company_address_missing: 'This product is sold to companies only: send sender.company with its full address.',
  discount_code_unknown: 'This discount code does not exist or can no longer be used.',
  discount_code_not_applicable: 'Tickets and special offers take no discount code.',
  discount_code_for_postage: 'This code reduces postage, and nothing is posted.',
  design_unknown: 'This names no picture that the company offers.',
  picture_unusable: 'This names no usable picture: it was not finalized, was used before, or has been deleted.',
  picture_unknown: 'This names no usable picture. A picture is usable once, after it was finalized and for seven days.',
  picture_taken: 'Another order has just taken this picture. Upload it again.',
};

export const ordering = messagesOf(ORDERING);

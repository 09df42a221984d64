import { expect, test } from 'vitest';
import { issuing } from '../../../functions/platform/messages/issuing.ts';
import { itemChanges } from '../../../functions/platform/messages/item-changes.ts';
import { items } from '../../../functions/platform/messages/items.ts';
import { legacy } from '../../../functions/platform/messages/legacy.ts';
import type { Message, Text } from '../../../functions/platform/messages/message.ts';
import { missing } from '../../../functions/platform/messages/missing.ts';
import { outcomes } from '../../../functions/platform/messages/outcomes.ts';
import { paths } from '../../../functions/platform/messages/paths.ts';
import { validation } from '../../../functions/platform/messages/validation.ts';
import { legacyText } from '../../../functions/pipeline/translation/translations.ts';

const ofGroup = (reason: Message): Message => itemChanges('group_not_claimable', { code: 'AAAA-BBBB', reason });

/** Every text of the legacy API, and some that it leaves in English. */
const TEXTS: readonly Text[] = [
  'Used',
  'Cancelled',
  'Expired',
  'Paid',
  'Awaiting Payment',
  'Gift Card',
  'Gift Card Variation',
  'Discounted Gift Card',
  'Gift Card With Added Value',
  'Ticket',
  'Special Offer',
  'Benefit Deal',
  items('item_used'),
  items('item_cancelled'),
  items('item_unpaid'),
  items('item_expired', { day: '2027-01-31' }),
  items('item_empty'),
  itemChanges('item_unclaimed'),
  itemChanges('item_claimed'),
  outcomes('item_redeemed'),
  outcomes('amount_redeemed', { amount: '75.00', currency: 'DKK' }),
  outcomes('pieces_redeemed', { pieces: 3 }),
  outcomes('claim_undone'),
  outcomes('amount_undone', { amount: '75.00', currency: 'DKK' }),
  outcomes('pieces_undone', { pieces: 3 }),
  items('item_blocked'),
  outcomes('item_withdrawn'),
  outcomes('item_discarded'),
  outcomes('code_activated', { amount: '250.00', currency: 'DKK' }),
  issuing('item_active'),
  outcomes('item_sent', { email: 'ida@example.com' }),
  outcomes('order_redeemed'),
  missing('missing', { what: 'item' }),
  missing('missing', { what: 'order' }),
  missing('missing', { what: 'uncaptured order' }),
  missing('missing', { what: 'company' }),
  missing('missing', { what: 'event' }),
  legacy('item_of_other_user'),
  legacy('listing_not_allowed'),
  legacy('agency_claims_order'),
  legacy('credentials_invalid'),
  legacy('logged_in', { user: 'tilde', company: 'Till ApS' }),
  legacy('logged_in', { user: 'tilde of House', company: '{}' }),
  paths('path_unknown', { path: '/dk/item/CODE/more' }),
  paths('method_not_taken', { path: '/action/ping', method: 'POST', allowed: ['GET'] }),
  paths('method_not_taken', { path: '/item/CODE', method: 'PUT', allowed: ['GET', 'POST'] }),
  validation('required'),
  validation('kind_mismatch', { kinds: ['number'] }),
  validation('kind_mismatch', { kinds: ['int'] }),
  validation('kind_mismatch', { kinds: ['boolean'] }),
  validation('not_above_minimum', { minimum: 0 }),
  validation('below_minimum', { minimum: 1 }),
  validation('above_maximum', { maximum: 100 }),
  validation('choice_unknown', { choices: ['all', 'amount', 'piece'] }),
  legacy('status_unknown', { choices: [3, 4, 5, 6, 10] }),
  validation('email_malformed'),
  itemChanges('too_many_decimals', { places: 2 }),
  itemChanges('date_malformed'),
  issuing('validity_passed'),
  itemChanges('search_too_short', { minimum: 3 }),
  itemChanges('search_without_filter'),
  itemChanges('days_missing'),
  itemChanges('claim_pieces_missing'),
  itemChanges('claim_amount_missing'),
  itemChanges('claim_above_amount', { amount: '100.00', currency: 'DKK', held: null }),
  itemChanges('claim_above_pieces', { pieces: 3, held: null }),
  itemChanges('claim_above_amount', {
    amount: '100.00',
    currency: 'DKK',
    held: items('amount_reserved', { amount: '25.00', currency: 'DKK', until: '2027-05-01 19:00:00' }),
  }),
  itemChanges('undo_above_amount', { amount: '100.00', currency: 'DKK' }),
  itemChanges('undo_above_pieces', { pieces: 3 }),
  itemChanges('not_claimed_by_amount'),
  itemChanges('not_claimed_by_piece'),
  issuing('card_amount_out_of_range', { seller: 'company', from: '1.00', to: '5000.00', currency: 'DKK' }),
  issuing('card_amount_out_of_range', { seller: 'company', from: '1.00', to: null, currency: 'DKK' }),
  ofGroup(items('item_used')),
  ofGroup(items('item_expired', { day: '2027-01-31' })),
  ofGroup(itemChanges('item_partly_used')),
  ofGroup(items('item_blocked_because', { reason: 'Reported stolen' })),
  itemChanges('item_partly_used'),
  outcomes('order_captured'),
  outcomes('order_partly_captured', { active: 2, issued: 3 }),
  items('item_replaced'),
  items('item_blocked_because', { reason: 'Reported stolen' }),
  itemChanges('not_refunded_by_amount'),
  issuing('card_amount_out_of_range', { seller: 'promotion', from: '1.00', to: '5000.00', currency: 'DKK' }),
];

test('the texts of the legacy API in each language are the documented ones', async () => {
  const lines = TEXTS.flatMap((text) => [
    `${String(text)}\n`,
    ...(['da', 'sv', 'de', 'nb'] as const).map((language) => `  ${language}: ${legacyText(language, text)}\n`),
  ]);
  await expect(lines.join('')).toMatchFileSnapshot('texts.txt');
});

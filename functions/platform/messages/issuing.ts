import { messagesOf } from './message.ts';

interface Amount {
  amount: string;
  currency: string;
}

/** Reasons for refusing to issue a card or to activate a dormant code. */
export const ISSUING = {
  campaign_not_open: 'The campaign of this code is not open.',
  code_without_value: 'This code has no fixed value: activate it with an amount.',
  item_active: 'The item is active already.',
  item_awaits_capture: 'The item awaits payment: capture its order instead.',
  /** The amounts of this and the next two texts are decimals with a decimal point. */
  code_value_fixed: ({ amount, currency }: Amount) => `This code is worth ${amount} ${currency}; leave the amount out.`,
  activation_below_minimum: ({ amount }: Amount) => `The amount must be at least ${amount}.`,
  activation_above_maximum: ({ amount }: Amount) => `The amount must be at most ${amount}.`,
  /** `from` and `to` are decimals with a decimal point; `to` is null if there is no upper bound. */
  card_amount_out_of_range: ({
    seller,
    from,
    to,
    currency,
  }: {
    seller: 'company' | 'promotion';
    from: string;
    to: string | null;
    currency: string;
  }) =>
    `${seller === 'company' ? 'For this company' : 'With this promotion'} the amount must be ${to === null ? `at least ${from}` : `from ${from} to ${to}`} ${currency}.`,
  card_range_missing: 'This company has no range of gift card amounts.',
  promotion_unknown: 'There is no open promotion with this id. See GET /v2/promotions.',
  validity_passed: 'This day has passed.',
  settlement_not_enabled:
    'Settlement by invoice is not on the contract of this company: items cannot be issued directly.',
};

export const issuing = messagesOf(ISSUING);

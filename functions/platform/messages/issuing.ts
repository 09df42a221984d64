import { messagesOf } from './message.ts';

/** Why no card is issued, nor a dormant code activated. */
export const ISSUING = {
  campaign_not_open: 'The campaign of this code is not open.',
  code_without_value: 'This code has no fixed value: activate it with an amount.',
  /** `to`: null for no upper bound. Decimals with a point. */
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
  validity_passed: 'This day has passed.',
  settlement_not_enabled:
    'Settlement by invoice is not on the contract of this company: items cannot be issued directly.',
};

export const issuing = messagesOf(ISSUING);

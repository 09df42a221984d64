/** Descriptions of members that campaigns and discount codes have, in requests and replies. */
export const WINDOW_WORDS = {
  enabled: 'Whether it applies within its window.',
  opens_at: 'Start of the period in which it applies; null: no start.',
  closes_at: 'End of the period in which it applies; null: no end.',
};

/** Descriptions of further members of campaigns. */
export const CAMPAIGN_WORDS = {
  amount_from: 'Minimum amount to which it applies, in the smallest unit; null: any.',
  amount_to: 'Maximum amount to which it applies, in the smallest unit; null: any.',
};

/** Descriptions of members that campaigns and discount codes have, in requests and replies. */
export const WINDOW_WORDS = {
  enabled: 'Whether it applies within its window.',
  opens_at: 'From when it applies; null: immediately.',
  closes_at: 'Until when it applies; null: without an end.',
};

/** Descriptions of further members of campaigns. */
export const CAMPAIGN_WORDS = {
  amount_from: 'Least amount it applies to, in the smallest unit; null: any.',
  amount_to: 'Greatest amount it applies to, in the smallest unit; null: any.',
};

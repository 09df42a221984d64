/** Descriptions of members that campaigns and discount codes share, in requests and replies. */
export const WINDOW_WORDS = {
  enabled: 'Whether it applies within its period.',
  opens_at: 'Start of its period; null: none.',
  closes_at: 'End of its period; null: none.',
};

/** Descriptions of further members of campaigns. */
export const CAMPAIGN_WORDS = {
  amount_from: 'Minimum amount, in the smallest unit; null: any.',
  amount_to: 'Maximum amount, in the smallest unit; null: any.',
};

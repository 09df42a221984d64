import { messagesOf } from './message.ts';

/** Texts that only the legacy API uses. */
export const LEGACY = {
  credentials_invalid: 'Your request was made with invalid credentials.',
  logged_in: ({ user, company }: { user: string; company: string }) => `Logged in as ${user} of ${company}.`,
  item_of_other_user: 'You may only cancel items that you created.',
  listing_not_allowed: 'Your user may not list items.',
  agency_claims_order: 'A user of an agency cannot redeem a whole order.',
  event_slug_missing: 'Send the slug of the event.',
  status_unknown: ({ choices }: { choices: readonly number[] }) => `The status must be one of: ${choices.join(', ')}.`,
};

export const legacy = messagesOf(LEGACY);

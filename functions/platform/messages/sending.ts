import { messagesOf } from './message.ts';

/** Why a card cannot be sent at the requested time. */
export const SENDING = {
  send_at_malformed: 'This must be an RFC 3339 timestamp with offset, such as 2027-05-01T09:00:00+02:00.',
  send_at_passed: 'This moment has passed. Choose one in the future.',
  send_at_too_late: ({ months }: { months: number }) => `This moment is more than ${months} months ahead.`,
  send_at_after_event: 'The event is over by then. Choose an earlier moment.',
};

export const sending = messagesOf(SENDING);

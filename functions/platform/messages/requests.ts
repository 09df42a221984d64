import { messagesOf } from './message.ts';

/** Reasons for refusing requests of any kind. */
export const REQUESTS = {
  service_busy: 'Too many changes at once. Try again.',
  service_overloaded: 'Too many concurrent requests. Try again.',
  request_running: 'The first request with this key is still running.',
  key_used_differently: 'This idempotency key was used with different input.',
  form_expired: 'This form is no longer valid. Reload the page.',
  request_budget_empty: ({ whose }: { whose: 'key' | 'user' | 'company' }) =>
    `The request budget of this ${whose} is empty. Nothing was done.`,
  cursor_unknown: 'This is not a cursor of this list. Send back next_cursor as it was given.',
  changed_since_read:
    'This has changed since you read it. Nothing was written: read it again, and send its new ETag in If-Match.',
};

export const requests = messagesOf(REQUESTS);

/** Conflicts that are retried: the payment page is being opened, or another request changed the order first. */
export const BUSY = new Set(['request_in_progress', 'checkout_in_progress']);

/** The pause after each attempt. */
export const RETRY_WAITS_MS = [150, 300, 600, 1200, 0];

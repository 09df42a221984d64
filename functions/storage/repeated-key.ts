import { requests } from '../platform/messages/requests.ts';
import { conflict, type ApiError } from '../platform/errors.ts';

/** The 409 for a duplicate while the first request runs. `waitSeconds` is its `Retry-After`. */
export const requestInProgress = (waitSeconds: number): ApiError =>
  conflict('request_in_progress', requests('request_running'), waitSeconds);

/** The 409 for a known key with other input. */
export const keyConflict = (): ApiError => conflict('idempotency_conflict', requests('key_used_differently'));

import { requests } from '../platform/messages/requests.ts';
import { conflict, type ApiError } from '../platform/errors.ts';

/** 409 for a duplicate while the first request still runs, including for keys that the row of a resource holds. */
export const requestInProgress = (waitSeconds: number): ApiError =>
  conflict('request_in_progress', requests('request_running'), waitSeconds);

/** 409 for a known key with other input. */
export const keyConflict = (): ApiError => conflict('idempotency_conflict', requests('key_used_differently'));

import { conflict, type ApiError } from '../platform/errors.ts';

/** What a duplicate is told while the first still runs; also where a noun's own row holds the key. */
export const requestInProgress = (waitSeconds: number): ApiError =>
  conflict('request_in_progress', 'The first request with this key is still running.', waitSeconds);

/** What is told to whoever asks for something else with a key of before. */
export const keyConflict = (): ApiError =>
  conflict('idempotency_conflict', 'This idempotency key was used with different input.');

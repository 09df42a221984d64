import { ApiError } from './errors.ts';
import { requests } from './messages/requests.ts';
import { MINUTE_MS } from './durations.ts';

/** Requests per minute of an API key or a v1 user (lib/reference/limits.md#requests). */
export const REQUESTS_PER_MINUTE = 600;
export const REQUEST_WINDOW_MS = MINUTE_MS;
/** The part of the window that one request uses. The limit is replenished continuously. */
export const REQUEST_COST_MS = REQUEST_WINDOW_MS / REQUESTS_PER_MINUTE;

/** The state of a rate limit, as the `X-Rate-Limit` headers report it. */
export interface RequestRate {
  limit: number;
  remaining: number;
  /** Seconds until the full limit is available again. */
  resetSeconds: number;
}

export const requestRateAt = (tatMs: number, nowMs: number): RequestRate => {
  const usedMs = Math.max(0, tatMs - nowMs);
  return {
    limit: REQUESTS_PER_MINUTE,
    remaining: Math.max(0, Math.floor((REQUEST_WINDOW_MS - usedMs) / REQUEST_COST_MS)),
    resetSeconds: Math.ceil(usedMs / 1000),
  };
};

/** A 429 with the state of the limit. */
export class RequestRateExceeded extends ApiError {
  readonly requestRate: RequestRate;
  constructor(requestRate: RequestRate, retryAfterSeconds: number, whose: 'key' | 'user' | 'company' = 'key') {
    super(429, 'rate_limited', requests('request_budget_empty', { whose }), {
      headers: { 'Retry-After': String(retryAfterSeconds) },
    });
    this.requestRate = requestRate;
  }
}

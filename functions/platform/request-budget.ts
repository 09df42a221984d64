import { ApiError } from './errors.ts';
import { requests } from './messages/requests.ts';

export const BUDGET_REQUESTS = 600;
export const BUDGET_WINDOW_MS = 60_000;
/** One request uses this much of the window: the limit refills continuously. */
export const REQUEST_COST_MS = BUDGET_WINDOW_MS / BUDGET_REQUESTS;

export interface Budget {
  limit: number;
  remaining: number;
  /** Seconds until the limit is full. */
  resetSeconds: number;
}

export const budgetAt = (tatMs: number, nowMs: number): Budget => {
  const usedMs = Math.max(0, tatMs - nowMs);
  return {
    limit: BUDGET_REQUESTS,
    remaining: Math.max(0, Math.floor((BUDGET_WINDOW_MS - usedMs) / REQUEST_COST_MS)),
    resetSeconds: Math.ceil(usedMs / 1000),
  };
};

/** 429, with the state of the limit. */
export class BudgetEmpty extends ApiError {
  readonly budget: Budget;
  constructor(budget: Budget, retryAfterSeconds: number, whose: 'key' | 'user' | 'company' = 'key') {
    super(429, 'rate_limited', requests('request_budget_empty', { whose }), {
      headers: { 'Retry-After': String(retryAfterSeconds) },
    });
    this.budget = budget;
  }
}

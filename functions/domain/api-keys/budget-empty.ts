import { ApiError } from '../../platform/errors.ts';
import type { Budget } from './rules.ts';

/** 429, and what the budget was when it was empty. */
export class BudgetEmpty extends ApiError {
  readonly budget: Budget;
  constructor(budget: Budget, retryAfterMs: number, whose: 'key' | 'user' = 'key') {
    super(429, 'rate_limited', `The request budget of this ${whose} is empty. Nothing was done.`, {
      headers: { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterMs / 1000))) },
    });
    this.budget = budget;
  }
}

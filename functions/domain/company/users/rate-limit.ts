import { unavailable } from '../../../platform/errors.ts';
import {
  BUDGET_WINDOW_MS,
  BudgetEmpty,
  budgetAt,
  REQUEST_COST_MS,
  type Budget,
} from '../../../platform/request-budget.ts';
import { Gcra, GcraExceeded } from '../../../storage/limits/gcra.ts';
import { rowOfType } from '../../../storage/row-of-type.ts';
import type { Key, Row } from '../../../storage/table.ts';

/** The rate limit of a user of the legacy API, across its tokens: that of a key. */
interface UserBudgetRow extends Row {
  type: 'user-budget';
  /** Theoretical arrival time (GCRA). */
  tatMs: number;
}

const budgetKey = (username: string): Key => ({ pk: `USERBUDGET#${username}`, sk: 'budget' });

const limits = new Gcra<UserBudgetRow>();

/**
 * Counts requests of a user against its rate limit, in one conditional update. Returns what is left. Throws 429
 * `rate_limited`, and then nothing was counted.
 */
export const spendBudget = async (username: string, requests = 1): Promise<Budget> => {
  try {
    const { row, atMs } = await limits.spend({
      name: username,
      costMs: requests * REQUEST_COST_MS,
      windowMs: BUDGET_WINDOW_MS,
      update: ({ isIdle, assignment, condition, values }) => ({
        key: budgetKey(username),
        update: `SET #type = :type, #v = :v, ${assignment}`,
        condition: isIdle ? `attribute_not_exists(tatMs) OR ${condition}` : condition,
        names: { '#type': 'type', '#v': 'v' },
        values: { ':type': 'user-budget', ':v': 1, ...values },
      }),
      readTatMs: (row) => rowOfType<UserBudgetRow>('user-budget', row)?.tatMs ?? 0,
      busy: () => unavailable('service_busy', 'Too many requests of this user at once. Try again.'),
    });
    return budgetAt(row.tatMs, atMs);
  } catch (error) {
    if (!(error instanceof GcraExceeded)) throw error;
    throw new BudgetEmpty(budgetAt(error.tatMs, error.atMs), error.retryAfterSeconds, 'user');
  }
};

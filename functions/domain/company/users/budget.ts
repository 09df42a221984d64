import { nowMs } from '../../../platform/clock.ts';
import { ConditionFailed, updateRow, type Key, type Row } from '../../../storage/table.ts';
import { pause } from '../../../storage/retry.ts';
import { unavailable } from '../../../platform/errors.ts';
import { warmMap } from '../../../platform/warm-state.ts';
import { BudgetEmpty } from '../../../platform/request-budget.ts';
import { BUDGET_WINDOW_MS, budgetAt, REQUEST_COST_MS, type Budget } from '../../../platform/request-budget.ts';
import { rowOfType } from '../../../storage/row-of-type.ts';

/** The request budget of a user of the legacy API, whichever of its tokens is used: that of a key. */
interface UserBudgetRow extends Row {
  type: 'user-budget';
  /** Theoretical arrival time (GCRA). */
  tatMs: number;
}

const budgetKey = (username: string): Key => ({ pk: `USERBUDGET#${username}`, sk: 'budget' });

/** Tells which of the two forms of the update to try; a wrong guess costs one call. */
const lastSeenTatMs = warmMap<string, number>();
const REMEMBERED_USERS = 1000;

const remember = (username: string, tatMs: number): void => {
  if (lastSeenTatMs.size >= REMEMBERED_USERS) lastSeenTatMs.clear();
  lastSeenTatMs.set(username, tatMs);
};

const ATTEMPTS = 12;

/**
 * Spends so many requests of a user's budget, in one conditional update. Returns what is left. Throws 429
 * `rate_limited`, and then nothing was spent.
 */
export const spendBudget = async (username: string, requests = 1): Promise<Budget> => {
  const costMs = requests * REQUEST_COST_MS;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 1) await pause(attempt);
    const now = nowMs();
    const idle = (lastSeenTatMs.get(username) ?? 0) <= now;
    if (idle) remember(username, now + costMs);
    try {
      const { tatMs } = await spend(username, { now, costMs, idle });
      remember(username, tatMs);
      return budgetAt(tatMs, now);
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      const tatMs = rowOfType<UserBudgetRow>('user-budget', error.row)?.tatMs ?? 0;
      remember(username, tatMs);
      const tooFarMs = tatMs - now - (BUDGET_WINDOW_MS - costMs);
      if (tooFarMs > 0) throw new BudgetEmpty(budgetAt(tatMs, now), tooFarMs, 'user');
    }
  }
  throw unavailable('service_busy', 'Too many requests of this user at once. Try again.');
};

const spend = (
  username: string,
  { now, costMs, idle }: { now: number; costMs: number; idle: boolean },
): Promise<UserBudgetRow> =>
  updateRow<UserBudgetRow>({
    key: budgetKey(username),
    update: `SET #type = :type, #v = :v, tatMs = ${idle ? ':next' : 'tatMs + :cost'}`,
    condition: idle ? 'attribute_not_exists(tatMs) OR tatMs <= :now' : 'tatMs BETWEEN :now AND :last',
    names: { '#type': 'type', '#v': 'v' },
    values: {
      ':type': 'user-budget',
      ':v': 1,
      ':now': now,
      ...(idle ? { ':next': now + costMs } : { ':cost': costMs, ':last': now + BUDGET_WINDOW_MS - costMs }),
    },
  });

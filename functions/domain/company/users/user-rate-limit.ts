import { unavailable } from '../../../platform/errors.ts';
import {
  REQUEST_WINDOW_MS,
  RequestRateExceeded,
  requestRateAt,
  REQUEST_COST_MS,
  type RequestRate,
} from '../../../platform/request-rate.ts';
import { Gcra, GcraExceeded } from '../../../storage/limits/gcra.ts';
import { rowOfType } from '../../../storage/row-of-type.ts';
import type { Key, Row } from '../../../storage/table.ts';

/**
 * The rate limit for a user of the legacy API, for all tokens of the user together. It is as high as that of an API
 * key.
 */
interface UserRateRow extends Row {
  type: 'user-budget';
  /** Theoretical arrival time (GCRA). */
  tatMs: number;
}

const userRateKey = (username: string): Key => ({ pk: `USERBUDGET#${username}`, sk: 'budget' });

const limits = new Gcra<UserRateRow>();

/**
 * Counts requests from a user against the rate limit for that user, in one conditional update. Returns the remaining
 * requests. If it throws 429 `rate_limited`, nothing is counted.
 */
export const consumeUserLimit = async (username: string, requests = 1): Promise<RequestRate> => {
  try {
    const { row, atMs } = await limits.spend({
      name: username,
      costMs: requests * REQUEST_COST_MS,
      windowMs: REQUEST_WINDOW_MS,
      update: ({ isIdle, assignment, condition, values }) => ({
        key: userRateKey(username),
        update: `SET #type = :type, #v = :v, ${assignment}`,
        condition: isIdle ? `attribute_not_exists(tatMs) OR ${condition}` : condition,
        names: { '#type': 'type', '#v': 'v' },
        values: { ':type': 'user-budget', ':v': 1, ...values },
      }),
      readTatMs: (row) => rowOfType<UserRateRow>('user-budget', row)?.tatMs ?? 0,
      busy: () => unavailable('service_busy', 'Too many requests of this user at once. Try again.'),
    });
    return requestRateAt(row.tatMs, atMs);
  } catch (error) {
    if (!(error instanceof GcraExceeded)) throw error;
    throw new RequestRateExceeded(requestRateAt(error.tatMs, error.atMs), error.retryAfterSeconds, 'user');
  }
};

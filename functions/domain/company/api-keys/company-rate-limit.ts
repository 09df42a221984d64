import { nowMs } from '../../../platform/clock.ts';
import { REQUESTS_PER_MINUTE, RequestRateExceeded } from '../../../platform/request-rate.ts';
import { warmMap } from '../../../platform/warm-state.ts';
import { consumeRateLimit } from '../../../storage/limits/fixed-window.ts';
import { LimitExceeded } from '../../../storage/limits/limit-exceeded.ts';
import { companyRequestsKey } from './rows.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';

/**
 * Maximum requests from a company per minute: a tenth of API Gateway's throttle (lib/throttles.ts), and half of what
 * the 100 keys of a company may send together.
 */
export const COMPANY_REQUESTS_PER_MINUTE = 30_000;
/**
 * A process counts requests from a company in groups of this size, so that only every hundredth request causes a write.
 */
export const COUNTED_TOGETHER = 100;

/** Requests of a company that this process has not counted yet. */
const uncounted = warmMap<string, number>();
/** This process refuses requests from a company until this time. */
const refusedUntilMs = warmMap<string, number>();
const REMEMBERED_COMPANIES = 5000;

const empty = (untilMs: number): RequestRateExceeded => {
  const seconds = Math.max(1, Math.ceil((untilMs - nowMs()) / 1000));
  return new RequestRateExceeded(
    { limit: REQUESTS_PER_MINUTE, remaining: 0, resetSeconds: seconds },
    seconds,
    'company',
  );
};

/**
 * Counts a request against the limit that all keys of a company share. Throws 429 `rate_limited`; then the process
 * refuses the company's requests without a write until the minute is over.
 */
export const consumeCompanyLimit = async (company: string): Promise<void> => {
  const untilMs = refusedUntilMs.get(company) ?? 0;
  if (untilMs > nowMs()) throw empty(untilMs);
  const count = (uncounted.get(company) ?? 0) + 1;
  remember(uncounted, company, count % COUNTED_TOGETHER);
  if (count < COUNTED_TOGETHER) return;
  const maximum = COMPANY_REQUESTS_PER_MINUTE / COUNTED_TOGETHER;
  try {
    await consumeRateLimit({ key: companyRequestsKey(company), maximum, windowMs: MINUTE_MS });
  } catch (error) {
    if (!(error instanceof LimitExceeded)) throw error;
    const until = nowMs() + error.retryAfterSeconds * 1000;
    remember(refusedUntilMs, company, until);
    throw empty(until);
  }
};

const remember = (map: Map<string, number>, company: string, value: number): void => {
  if (map.size >= REMEMBERED_COMPANIES) map.clear();
  map.set(company, value);
};

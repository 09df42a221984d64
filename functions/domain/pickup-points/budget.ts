import { nowMs } from '../../platform/clock.ts';
import { ApiError } from '../../platform/errors.ts';
import { ConditionFailed, updateRow } from '../../storage/table.ts';
import { lookupCountKey, type LookupCountRow } from './rows.ts';

/** service.md, Limits: pickup lookup. */
export const LOOKUPS_PER_WINDOW = 60;
const WINDOW_MS = 60_000;
const ATTEMPTS = 5;

/**
 * A window starts with the first lookup after the last one ended, and the update has two forms: one that starts a
 * window and one that counts in it. What this process saw last tells which to try; a wrong guess costs one call.
 */
const lastSeenStartMs = new Map<string, number>();
const REMEMBERED_COMPANIES = 1000;

const remember = (company: string, startMs: number): void => {
  if (lastSeenStartMs.size >= REMEMBERED_COMPANIES) lastSeenStartMs.clear();
  lastSeenStartMs.set(company, startMs);
};

const limited = (waitMs: number): ApiError =>
  new ApiError(
    429,
    'rate_limited',
    `A company has ${LOOKUPS_PER_WINDOW} pickup lookups a minute, and this one has used them. Nothing was done.`,
    { headers: { 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))) } },
  );

/** Spends one lookup of the company, in one conditional update. Throws 429 `rate_limited` with `Retry-After`. */
export const spendLookup = async (company: string): Promise<void> => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const atMs = nowMs();
    const running = (lastSeenStartMs.get(company) ?? -Infinity) > atMs - WINDOW_MS;
    try {
      const row = await (running ? countInWindow(company, atMs) : startWindow(company, atMs));
      remember(company, row.windowStartMs);
      return;
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      const row = error.row as LookupCountRow | undefined;
      remember(company, row?.windowStartMs ?? -Infinity);
      const isOpen = row !== undefined && row.windowStartMs > atMs - WINDOW_MS;
      if (isOpen && row.count >= LOOKUPS_PER_WINDOW) throw limited(row.windowStartMs + WINDOW_MS - atMs);
    }
  }
  throw limited(1000);
};

const startWindow = (company: string, atMs: number): Promise<LookupCountRow> =>
  updateRow<LookupCountRow>({
    key: lookupCountKey(company),
    update: 'SET #type = :type, v = :one, windowStartMs = :now, #count = :one, #ttl = :ttl',
    condition: 'attribute_not_exists(pk) OR windowStartMs <= :ended',
    names: { '#type': 'type', '#count': 'count', '#ttl': 'ttl' },
    values: {
      ':type': 'lookup-count',
      ':one': 1,
      ':now': atMs,
      ':ended': atMs - WINDOW_MS,
      ':ttl': Math.ceil((atMs + 2 * WINDOW_MS) / 1000),
    },
  });

const countInWindow = (company: string, atMs: number): Promise<LookupCountRow> =>
  updateRow<LookupCountRow>({
    key: lookupCountKey(company),
    update: 'SET #count = #count + :one',
    condition: 'windowStartMs > :ended AND #count < :most',
    names: { '#count': 'count' },
    values: { ':one': 1, ':ended': atMs - WINDOW_MS, ':most': LOOKUPS_PER_WINDOW },
  });

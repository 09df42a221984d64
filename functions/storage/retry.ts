import { requests } from '../platform/messages/requests.ts';
import { unavailable } from '../platform/errors.ts';

/** Pauses longer after each attempt, with jitter, so that competing callers spread out. */
export const pause = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(400, 10 * 2 ** attempt)));

const CONFLICT_ATTEMPTS = 12;
/** Maximum number of consecutive attempts in which the table processes no part of a batch. */
const IDLE_ATTEMPTS = 12;

/**
 * Sends a batch, and resends what the table has not processed, with growing pauses. Throws 503 if the table stops
 * processing it.
 */
export const sendUntilProcessed = async <T>(
  batch: readonly T[],
  send: (pending: readonly T[]) => Promise<readonly T[]>,
): Promise<void> => {
  let pending = batch;
  let idle = 0;
  for (let attempt = 0; pending.length > 0; attempt++) {
    if (idle >= IDLE_ATTEMPTS) throw unavailable('service_busy', requests('service_busy'), 1);
    if (attempt > 0) await pause(attempt);
    const unprocessed = await send(pending);
    idle = unprocessed.length < pending.length ? 0 : idle + 1;
    pending = unprocessed;
  }
};

interface RetryOptions {
  attempts?: number;
  /** The error if conflicts continue; default: 503. */
  busy?: (cause: unknown) => Error;
}

const serviceBusy = (cause: unknown): Error => unavailable('service_busy', requests('service_busy'), 1, cause);

/**
 * Repeats a write with growing pauses, as long as another transaction holds or has changed its row. Throws the error
 * from `busy` if conflicts continue.
 */
export const retryOnConflict = async <T>(
  send: (attempt: number) => Promise<T>,
  isConflict: (error: unknown) => boolean,
  { attempts = CONFLICT_ATTEMPTS, busy = serviceBusy }: RetryOptions = {},
): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send(attempt);
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (attempt >= attempts) throw busy(error);
      await pause(attempt);
    }
  }
};

import { setTimeout as sleep } from 'node:timers/promises';
import { remainingMs } from '../../platform/remaining-time.ts';

/** Waits between attempts. Tests replace it. */
export const retries = { sleep: (ms: number): Promise<unknown> => sleep(ms) };

/** Time limit for all attempts of a call, unless the function times out sooner. */
const TOTAL_MS = 20_000;
/** Time that a function needs after the last response to record the outcome. */
const RESERVE_MS = 2000;
/** Minimum time for one attempt. */
const ATTEMPT_MIN_MS = 500;
const TRIES_MAX = 5;
/**
 * Maximum number of attempts if the gateway does not respond or fails (5xx), so that interactive callers fail sooner.
 */
const TRIES_WITHOUT_RESPONSE_MAX = 3;
const FIRST_PAUSE_MS = 250;
const PAUSE_MAX_MS = 4000;

/** The parts of a response that determine whether to retry. */
interface RetryHints {
  status: number;
  retryAfter?: string | undefined;
  /** The gateway's own hint, which overrides the status. If absent, the status decides. */
  shouldRetry?: boolean | undefined;
}

interface RetriedCall<T> {
  /** Makes one attempt, which must end within `leftMs`. */
  attempt: (leftMs: number) => Promise<T>;
  read: (response: T) => RetryHints;
  /** Statuses below 500 that are retried, in addition to all from 500. */
  retried: readonly number[];
  /** Discards a response that is not used. */
  dispose?: (response: T) => void;
}

/**
 * Repeats a call to a gateway after a status in `retried`, a gateway error (5xx) or a missing response, unless the
 * gateway's hint says otherwise. Pauses double and are partly random; `Retry-After` can lengthen them. All attempts end
 * before the function does. Every attempt must have the body and the idempotency key of the first.
 */
export const callWithRetries = async <T>(call: RetriedCall<T>): Promise<T> => {
  const endsAt = performance.now() + Math.min(TOTAL_MS, (remainingMs() ?? Infinity) - RESERVE_MS);
  for (let tries = 1; ; tries++) {
    const outcome = await tryOnce(call, Math.max(ATTEMPT_MIN_MS, endsAt - performance.now()));
    const pauseMs = pauseAfter(call, outcome, tries);
    const isRepeated = pauseMs !== undefined && performance.now() + pauseMs + ATTEMPT_MIN_MS <= endsAt;
    if (isRepeated) {
      if ('response' in outcome) call.dispose?.(outcome.response);
      await retries.sleep(pauseMs);
    } else if ('response' in outcome) {
      return outcome.response;
    } else {
      throw outcome.error;
    }
  }
};

type Outcome<T> = { response: T } | { error: unknown };

const tryOnce = async <T>({ attempt }: RetriedCall<T>, leftMs: number): Promise<Outcome<T>> => {
  try {
    return { response: await attempt(leftMs) };
  } catch (error) {
    return { error };
  }
};

/** Pause before the next attempt; undefined if there is none. */
const pauseAfter = <T>(call: RetriedCall<T>, outcome: Outcome<T>, tries: number): number | undefined => {
  const pauseMs = Math.min(PAUSE_MAX_MS, FIRST_PAUSE_MS * 2 ** (tries - 1)) * (0.5 + Math.random() / 2);
  if (!('response' in outcome)) return tries < TRIES_WITHOUT_RESPONSE_MAX ? pauseMs : undefined;
  const hints = call.read(outcome.response);
  if (!isRetried(hints, call.retried, tries)) return undefined;
  const retryAfter = Number(hints.retryAfter);
  return Number.isFinite(retryAfter) ? Math.max(pauseMs, retryAfter * 1000) : pauseMs;
};

const isRetried = ({ status, shouldRetry }: RetryHints, retried: readonly number[], tries: number): boolean => {
  const maximum = status >= 500 ? TRIES_WITHOUT_RESPONSE_MAX : TRIES_MAX;
  if (tries >= maximum) return false;
  return shouldRetry ?? (status >= 500 || retried.includes(status));
};

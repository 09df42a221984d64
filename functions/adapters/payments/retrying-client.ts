import { setTimeout as sleep } from 'node:timers/promises';
import type Stripe from 'stripe';
import { remainingMs } from '../../platform/remaining-time.ts';

type Answer = Stripe.HttpClientResponse;
type MakeRequest = Stripe.HttpClient['makeRequest'];

/** How it waits between tries; replaceable, so that tests need not wait. */
export const retries = { sleep: (ms: number): Promise<unknown> => sleep(ms) };

/** One question with all its tries, where nothing else ends it sooner. */
const WHOLE_MS = 20_000;
/** What a function needs after the last answer, to write down what came of it. */
const RESERVE_MS = 2000;
/** A try that would have less than this is not worth making. */
const LEAST_MS = 500;
const TRIES_MAX = 5;
/** Without a response or with a fault of Stripe's: interactive callers fail sooner. */
const TRIES_UNANSWERED_MAX = 3;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 4000;

/**
 * Retries requests that were rate limited (429), collided on the same object (409, 429 `lock_timeout`), met a fault of
 * Stripe (5xx) or got no response. It is below the SDK, so every try carries the bytes and the idempotency key of the
 * first. Pauses double, half of each random; Stripe's own hints (`Stripe-Should-Retry`, `Retry-After`) take precedence;
 * and everything ends before the function does.
 */
export const retryingClient = (inner: Stripe.HttpClient): Stripe.HttpClient => ({
  getClientName: () => inner.getClientName(),
  makeRequest: async (...request) => {
    const endsAt = performance.now() + Math.min(WHOLE_MS, (remainingMs() ?? Infinity) - RESERVE_MS);
    for (let tries = 1; ; tries++) {
      const outcome = await attempt(inner, request, Math.max(LEAST_MS, endsAt - performance.now()));
      const pauseMs = pauseAfter(outcome, tries);
      const goesOn = pauseMs !== undefined && performance.now() + pauseMs + LEAST_MS <= endsAt;
      if (goesOn) {
        if ('answer' in outcome) outcome.answer.dispose?.();
        await retries.sleep(pauseMs);
      } else if ('answer' in outcome) {
        return outcome.answer;
      } else {
        throw outcome.error;
      }
    }
  },
});

type Outcome = { answer: Answer } | { error: unknown };

const attempt = async (
  inner: Stripe.HttpClient,
  request: Parameters<MakeRequest>,
  leftMs: number,
): Promise<Outcome> => {
  const [host, port, path, method, headers, data, protocol, timeoutMs] = request;
  try {
    const limitMs = Math.min(timeoutMs, leftMs);
    return { answer: await inner.makeRequest(host, port, path, method, headers, data, protocol, limitMs) };
  } catch (error) {
    return { error };
  }
};

/** How long to wait before the next try; undefined when there is none. */
const pauseAfter = (outcome: Outcome, tries: number): number | undefined => {
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1)) * (0.5 + Math.random() / 2);
  if (!('answer' in outcome)) return tries < TRIES_UNANSWERED_MAX ? pauseMs : undefined;
  const { answer } = outcome;
  if (!isWorthAnother(answer, tries)) return undefined;
  const wanted = Number(answer.getHeaders()['retry-after']);
  return Number.isFinite(wanted) ? Math.max(pauseMs, wanted * 1000) : pauseMs;
};

const isWorthAnother = (answer: Answer, tries: number): boolean => {
  const status = answer.getStatusCode();
  const most = status >= 500 ? TRIES_UNANSWERED_MAX : TRIES_MAX;
  if (tries >= most) return false;
  const word = answer.getHeaders()['stripe-should-retry'];
  if (word === 'true') return true;
  if (word === 'false') return false;
  return status === 429 || status === 409 || status >= 500;
};

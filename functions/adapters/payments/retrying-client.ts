import type Stripe from 'stripe';
import { callWithRetries } from './retry-calls.ts';

/** Values of `Stripe-Should-Retry`. */
const HINTS = new Map([
  ['true', true],
  ['false', false],
]);

/** Rate limits, and conflicts over the same object (409, or 429 with `lock_timeout`). */
const RETRIED = [409, 429];

/** Retries below Stripe's SDK, so that every attempt has the body and the idempotency key of the first one. */
export const retryingClient = (inner: Stripe.HttpClient): Stripe.HttpClient => ({
  getClientName: () => inner.getClientName(),
  makeRequest: (...request) => {
    const [host, port, path, method, headers, data, protocol, timeoutMs] = request;
    return callWithRetries({
      attempt: (leftMs) =>
        inner.makeRequest(host, port, path, method, headers, data, protocol, Math.min(timeoutMs, leftMs)),
      read: (response) => {
        const { 'retry-after': retryAfter, 'stripe-should-retry': hint } = response.getHeaders();
        return {
          status: response.getStatusCode(),
          ...(retryAfter === undefined ? {} : { retryAfter: String(retryAfter) }),
          shouldRetry: HINTS.get(String(hint)),
        };
      },
      retried: RETRIED,
      dispose: (response) => response.dispose?.(),
    });
  },
});

import type { OutsideResponse } from '../../../functions/adapters/outside/request-outside.ts';
import { vendorCalls } from '../../../functions/adapters/vendor/http.ts';
import { lostResponseError, takeFault, timeoutError, type FaultTarget } from '../control/faults.ts';
import { invocations, never } from '../lambda/invocation.ts';

/** URLs of third parties that functions call with `fetch`, from their environment. */
const outsideParties = (baseUrl: string): [string, FaultTarget][] => [
  // The gateway's own API; its notifications go the other way.
  [`${baseUrl}/payments/test/sessions`, 'payments'],
  [`${baseUrl}/payments/test/refunds`, 'payments'],
  [`${baseUrl}/payments/test/payments/`, 'payments'],
  [`${process.env['COURIER_BASE_URL']}/`, 'courier'],
];

const urlOf = (input: string | URL | Request): string => (input instanceof Request ? input.url : String(input));

/** One call to a third party, and what fault injection needs to replace its response. */
interface OutsideCall<Answer> {
  send: () => Promise<Answer>;
  /** An error response from the third party. */
  errorResponse: (status: number, message: string) => Answer;
  /** Waits for the complete response. */
  read: (reply: Answer) => Promise<unknown>;
}

const sendThrough = async <Answer>(target: FaultTarget | undefined, call: OutsideCall<Answer>): Promise<Answer> => {
  const invocation = invocations.getStore();
  if (!invocation) return call.send();
  if (invocation.killed) return never();
  const fault = target && takeFault(target);
  if (fault === 'timeout') throw new TypeError('fetch failed', { cause: timeoutError() });
  if (fault === 'unavailable') return call.errorResponse(503, 'The service is unavailable.');
  if (fault === 'throttle') return call.errorResponse(429, 'Too many requests.');
  const reply = await call.send();
  if (invocation.killed) return never();
  if (fault === 'after-commit') {
    await call.read(reply);
    throw new TypeError('fetch failed', { cause: lostResponseError() });
  }
  return reply;
};

/** Intercepts calls by functions to third parties. */
export const wrapOutside = (baseUrl: string): void => {
  wrapFetch(baseUrl);
  wrapVendors();
};

const wrapFetch = (baseUrl: string): void => {
  const send = globalThis.fetch;
  const parties = outsideParties(baseUrl);
  globalThis.fetch = (input, init) => {
    const url = urlOf(input);
    const target = parties.find(([address]) => url.startsWith(address))?.[1];
    // The gateway shares this thread with its callers: under load it is slow, and the function's own limit applies.
    const requestInit = target === 'payments' && invocations.getStore() ? { ...init, signal: null } : init;
    return sendThrough(target, {
      send: () => send(input, requestInit),
      errorResponse: (status, message) => Response.json({ message }, { status, headers: { 'Retry-After': '1' } }),
      read: (response) => response.arrayBuffer(),
    });
  };
};

/** Companies may have different vendors, so calls are intercepted in the adapter instead of by URL. */
const wrapVendors = (): void => {
  const { send: callVendor } = vendorCalls;
  vendorCalls.send = (url, init) =>
    sendThrough<OutsideResponse>('vendor', {
      send: () => callVendor(url, init),
      errorResponse: (status, message) => ({
        status,
        contentType: 'application/json',
        bytes: Buffer.from(JSON.stringify({ message })),
      }),
      read: async () => {},
    });
};

import { lostAnswerError, takeFault, timeoutError, type FaultTarget } from '../control/faults.ts';
import { invocations, never } from '../lambda/invocation.ts';

/** Where the outside parties are that functions reach by HTTP, as the environment tells functions. */
const outsideParties = (baseUrl: string): [string, FaultTarget][] => [
  // The gateway's own API; what it notifies the service of goes the other way.
  [`${baseUrl}/payments/test/sessions`, 'payments'],
  [`${baseUrl}/payments/test/refunds`, 'payments'],
  [`${baseUrl}/payments/test/payments/`, 'payments'],
  [`${process.env['COURIER_BASE_URL']}/`, 'courier'],
  [`${process.env['VENDOR_BASE_URL']}/`, 'vendor'],
];

const urlOf = (input: string | URL | Request): string => (input instanceof Request ? input.url : String(input));

/** Puts the stack between functions and the outside parties that run on this machine. */
export const wrapFetch = (baseUrl: string): void => {
  const send = globalThis.fetch;
  const parties = outsideParties(baseUrl);
  globalThis.fetch = async (input, init) => {
    const invocation = invocations.getStore();
    if (!invocation) return send(input, init);
    if (invocation.killed) return never();
    const url = urlOf(input);
    const target = parties.find(([address]) => url.startsWith(address))?.[1];
    const fault = target && takeFault(target);
    if (fault === 'timeout') throw new TypeError('fetch failed', { cause: timeoutError() });
    if (fault === 'unavailable') return trouble(503, 'The service is unavailable.');
    if (fault === 'throttle') return trouble(429, 'Too many requests.');
    // The gateway shares this thread with its callers: under load it answers late, and the function's own limit holds.
    const answer = await send(input, target === 'payments' ? { ...init, signal: null } : init);
    if (invocation.killed) return never();
    if (fault === 'after-commit') {
      await answer.arrayBuffer();
      throw new TypeError('fetch failed', { cause: lostAnswerError() });
    }
    return answer;
  };
};

const trouble = (status: number, message: string): Response =>
  Response.json({ message }, { status, headers: { 'Retry-After': '1' } });

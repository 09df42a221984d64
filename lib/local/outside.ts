import { invocations, never } from './invocation.ts';
import { lostAnswerError, takeFault, timeoutError, type FaultTarget } from './faults.ts';

/** Where the outside parties that functions reach by HTTP live on this machine: a path prefix for each. */
const PREFIXES: readonly [string, FaultTarget][] = [
  ['/payments/test/sessions', 'payments'],
  ['/payments/test/refunds', 'payments'],
  ['/payments/test/payments/', 'payments'],
  ['/_courier/', 'courier'],
  ['/_vendor/', 'vendor'],
];

const targetOf = (url: URL): FaultTarget | undefined =>
  PREFIXES.find(([prefix]) => url.pathname.startsWith(prefix))?.[1];

const urlOf = (input: string | URL | Request): URL | undefined => {
  const text = input instanceof Request ? input.url : String(input);
  return URL.canParse(text) ? new URL(text) : undefined;
};

/** Puts the stack between functions and the outside parties that run on this machine. */
export const wrapFetch = (baseUrl: string): void => {
  const send = globalThis.fetch;
  const { origin } = new URL(baseUrl);
  globalThis.fetch = async (input, init) => {
    const invocation = invocations.getStore();
    if (!invocation) return send(input, init);
    if (invocation.killed) return never();
    const url = urlOf(input);
    const target = url?.origin === origin ? targetOf(url) : undefined;
    const fault = target && takeFault(target);
    if (fault === 'timeout') throw new TypeError('fetch failed', { cause: timeoutError() });
    if (fault === 'unavailable') return trouble(503, 'The service is unavailable.');
    if (fault === 'throttle') return trouble(429, 'Too many requests.');
    const answer = await send(input, init);
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

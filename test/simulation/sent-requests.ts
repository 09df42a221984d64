import { pickAny, pickRecent, retryUntilFinal, type Action, type Run, type SentRequest } from './partners.ts';
import type { Reply } from './system.ts';

/** Sends a write that may be repeated later with its key. */
export const send = <T>(run: Run, sent: SentRequest): Promise<Reply<T>> => {
  run.sent.push(sent);
  return repeat<T>(run, sent);
};

/** Every repeat of a successful request must get the recorded response. */
const repeat = async <T>(run: Run, sent: SentRequest): Promise<Reply<T>> => {
  const { name, method, path, options } = sent;
  const earlier = sent.done;
  const answer = await retryUntilFinal(run, name, () =>
    run.system.request<T>(method, path, { key: run.key, ...options }),
  );
  if (!isFinal(answer, path)) return answer;
  if (earlier && !isReplay(run, earlier, answer)) {
    const [before, after] = [earlier, answer].map((each) => JSON.stringify(each.body));
    run.system.surprises.push(`K a repeat of ${name} ${path} returned ${answer.status} ${after}, not ${before}`);
  }
  if (answer.status < 300 && !isLegacyError(answer)) sent.done ??= answer;
  return answer;
};

/**
 * A failed process, an exceeded rate limit and an expired token of the legacy API change nothing, and the request may be
 * sent again.
 */
const isFinal = ({ status }: Reply<unknown>, path: string): boolean =>
  status < 500 && status !== 429 && (status !== 401 || path.startsWith('/v2/'));

/** The legacy API rejects requests with status 200, and a rejected request may succeed later. */
const isLegacyError = ({ body }: Reply<unknown>): boolean => (body as { status?: unknown }).status === 'Error';

/** An erasure changes recorded texts, but not what was done. */
const isReplay = ({ hasErased }: Run, earlier: Reply<unknown>, answer: Reply<unknown>): boolean =>
  answer.status === earlier.status && (hasErased || recordedIn(answer) === recordedIn(earlier));

/** The recorded part of a response. The legacy API adds the time and address of the current request. */
const recordedIn = ({ body }: Reply<unknown>): string => {
  const { request: _request, ...recorded } = body as Record<string, unknown>;
  return JSON.stringify(recorded);
};

/** Sends an earlier write again with its key. */
export const again: Action = (run) => {
  const sent = run.random.chance(0.5) ? pickRecent(run, run.sent) : pickAny(run, run.sent);
  return sent && (() => repeat(run, sent));
};

/** Sends another input with the key of a successful request, which must be rejected and change nothing. */
export const withOtherInput: Action = (run) => {
  const sent = pickAny(
    run,
    run.sent.filter(({ name, done }) => done !== undefined && !name.startsWith('v1 ')),
  );
  const other = pickAny(
    run,
    run.sent.filter((each) => sent && each.name === sent.name && isOtherInput(each, sent)),
  );
  if (!sent || !other) return undefined;
  const options = { ...sent.options, body: other.options.body };
  return async () => {
    const answer = await retryUntilFinal(run, 'other input', () =>
      run.system.request<{ error?: { code: string } }>(other.method, other.path, { key: run.key, ...options }),
    );
    if (!isFinal(answer, other.path) || answer.body.error?.code === 'idempotency_conflict') return;
    run.system.surprises.push(`K ${sent.name} ${other.path} with a used key returned ${answer.status}`);
  };
};

/** Whether the same company sends another input. Keys of companies are independent. */
const isOtherInput = (one: SentRequest, other: SentRequest): boolean => {
  const [path, selector] = one.path.split('?');
  const [otherPath, otherSelector] = other.path.split('?');
  const isSameBody = JSON.stringify(one.options.body ?? {}) === JSON.stringify(other.options.body ?? {});
  return selector === otherSelector && !(path === otherPath && isSameBody);
};

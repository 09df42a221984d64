/** Maximum number of concurrent attempts for one endpoint in one instance, in the normal lane. */
const CONCURRENT_ATTEMPTS = 10;
const WAIT_MS = 500;
const RETRY_MS = 10;
/** No attempt takes longer. An older entry is from an invocation that was stopped. */
const LONGEST_ATTEMPT_MS = 15_000;
/**
 * Maximum number of attempts that one instance starts concurrently, so that the measured response time is the
 * receiver's and not that of an overloaded instance. An attempt that has been starting for longer than `START_MS` no
 * longer counts.
 */
const CONCURRENT_STARTS = 64;
const START_MS = 500;

interface UnderWay {
  /** When the attempt was sent; infinity until then. */
  atMs: number;
  isSlow: boolean;
}

/** The attempts in progress in this process, by endpoint. */
const underWay = new Map<string, Set<UnderWay>>();

/** `slow`: an attempt in progress has been waiting long for its response. */
const stateOf = (endpointId: string): 'free' | 'full' | 'slow' => {
  const attempts = underWay.get(endpointId) ?? new Set();
  const now = performance.now();
  for (const attempt of attempts) if (attempt.atMs < now - LONGEST_ATTEMPT_MS) attempts.delete(attempt);
  if ([...attempts].some(({ isSlow }) => isSlow)) return 'slow';
  return attempts.size < CONCURRENT_ATTEMPTS ? 'free' : 'full';
};

const enter = (endpointId: string): { attempt: UnderWay; leave: () => void } => {
  const attempts = underWay.get(endpointId) ?? new Set();
  underWay.set(endpointId, attempts);
  const attempt = { atMs: Infinity, isSlow: false };
  attempts.add(attempt);
  const leave = (): void => {
    attempts.delete(attempt);
    if (attempts.size === 0 && underWay.get(endpointId) === attempts) underWay.delete(endpointId);
  };
  return { attempt, leave };
};

let starting = 0;
const waiting: (() => void)[] = [];

/** Waits until fewer attempts are starting. Call the returned function when the attempt has ended. */
const begin = async (): Promise<() => void> => {
  if (starting < CONCURRENT_STARTS) starting++;
  // An earlier attempt passes its slot on, so `starting` does not change.
  else await new Promise<void>((resolve) => waiting.push(resolve));
  let begun = false;
  const makeRoom = (): void => {
    if (begun) return;
    begun = true;
    clearTimeout(timer);
    const next = waiting.shift();
    if (next) next();
    else starting--;
  };
  const timer = setTimeout(makeRoom, START_MS);
  return makeRoom;
};

/**
 * Makes an attempt if fewer than ten for its endpoint are in progress in this process. Otherwise waits at most half a
 * second for one of them to end, then returns `full`: there may be room later. Returns `slow` immediately if one of
 * them is waiting long for its response, which attempts report with `reportSlow`.
 */
export const withinConcurrencyLimit = async <T extends object>(
  endpointId: string,
  attempt: (reportSlow: () => void) => Promise<T>,
): Promise<T | 'full' | 'slow'> => {
  const deadline = performance.now() + WAIT_MS;
  for (let room = stateOf(endpointId); room !== 'free'; room = stateOf(endpointId)) {
    if (room === 'slow' || performance.now() > deadline) return room;
    await new Promise((resolve) => {
      setTimeout(resolve, RETRY_MS);
    });
  }
  const place = enter(endpointId);
  const begun = await begin();
  place.attempt.atMs = performance.now();
  try {
    return await attempt(() => (place.attempt.isSlow = true));
  } finally {
    begun();
    place.leave();
  }
};

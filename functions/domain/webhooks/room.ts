/** Attempts of one endpoint that one instance makes side by side in the normal lane. */
const ROOM = 4;
const PATIENCE_MS = 250;
const LOOK_AGAIN_MS = 10;
/** No attempt takes longer; one that seems to was cut off with the invocation it belonged to. */
const LONGEST_ATTEMPT_MS = 15_000;

/** When the attempts of each endpoint began that are under way here. */
const underWay = new Map<string, Set<{ atMs: number }>>();

const countOf = (endpointId: string): number => {
  const attempts = underWay.get(endpointId);
  if (!attempts) return 0;
  const oldest = performance.now() - LONGEST_ATTEMPT_MS;
  for (const attempt of attempts) if (attempt.atMs < oldest) attempts.delete(attempt);
  return attempts.size;
};

const enter = (endpointId: string): (() => void) => {
  const attempts = underWay.get(endpointId) ?? new Set();
  underWay.set(endpointId, attempts);
  const attempt = { atMs: performance.now() };
  attempts.add(attempt);
  return () => {
    attempts.delete(attempt);
    if (attempts.size === 0 && underWay.get(endpointId) === attempts) underWay.delete(endpointId);
  };
};

/**
 * Runs an attempt when fewer than four of its endpoint are under way here. A quick endpoint makes room within
 * milliseconds; one that has not after a quarter of a second is slow, and the attempt is refused.
 */
export const withRoom = async (endpointId: string, attempt: () => Promise<void>): Promise<boolean> => {
  const givesUpAt = performance.now() + PATIENCE_MS;
  while (countOf(endpointId) >= ROOM) {
    if (performance.now() > givesUpAt) return false;
    await new Promise((resolve) => {
      setTimeout(resolve, LOOK_AGAIN_MS);
    });
  }
  const leave = enter(endpointId);
  try {
    await attempt();
    return true;
  } finally {
    leave();
  }
};

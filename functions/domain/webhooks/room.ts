import { SLOW_ATTEMPT_MS } from './rules.ts';

/** Attempts of one endpoint that one instance makes side by side in the normal lane. */
const ROOM = 10;
const PATIENCE_MS = 500;
const LOOK_AGAIN_MS = 10;
/** No attempt takes longer; one that seems to was cut off with the invocation it belonged to. */
const LONGEST_ATTEMPT_MS = 15_000;

/** When the attempts of each endpoint began that are under way here. */
const underWay = new Map<string, Set<{ atMs: number }>>();

/** Whether there is room, none yet, or none in a while: an attempt is under way that waits long for its answer. */
const roomOf = (endpointId: string): 'free' | 'full' | 'dawdling' => {
  const attempts = underWay.get(endpointId) ?? new Set();
  const now = performance.now();
  for (const attempt of attempts) if (attempt.atMs < now - LONGEST_ATTEMPT_MS) attempts.delete(attempt);
  if ([...attempts].some(({ atMs }) => atMs < now - SLOW_ATTEMPT_MS)) return 'dawdling';
  return attempts.size < ROOM ? 'free' : 'full';
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
 * Runs an attempt when fewer than ten of its endpoint are under way here. A quick endpoint makes room within
 * milliseconds; otherwise the attempt is not made: `full` when there may be room later, `dawdling` when the endpoint
 * lets an attempt wait.
 */
export const withRoom = async (
  endpointId: string,
  attempt: () => Promise<void>,
): Promise<'done' | 'full' | 'dawdling'> => {
  const givesUpAt = performance.now() + PATIENCE_MS;
  for (let room = roomOf(endpointId); room !== 'free'; room = roomOf(endpointId)) {
    if (room === 'dawdling' || performance.now() > givesUpAt) return room;
    await new Promise((resolve) => {
      setTimeout(resolve, LOOK_AGAIN_MS);
    });
  }
  const leave = enter(endpointId);
  try {
    await attempt();
    return 'done';
  } finally {
    leave();
  }
};

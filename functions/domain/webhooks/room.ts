/** Attempts of one endpoint that one instance makes side by side in the normal lane. */
const ROOM = 4;
const PATIENCE_MS = 250;
const LOOK_AGAIN_MS = 10;

const underWay = new Map<string, number>();

/**
 * Runs an attempt when fewer than four of its endpoint are under way here. A quick endpoint makes room within
 * milliseconds; one that has not after a quarter of a second is slow, and the attempt is refused.
 */
export const withRoom = async (endpointId: string, attempt: () => Promise<void>): Promise<boolean> => {
  const givesUpAt = performance.now() + PATIENCE_MS;
  while ((underWay.get(endpointId) ?? 0) >= ROOM) {
    if (performance.now() > givesUpAt) return false;
    await new Promise((resolve) => {
      setTimeout(resolve, LOOK_AGAIN_MS);
    });
  }
  underWay.set(endpointId, (underWay.get(endpointId) ?? 0) + 1);
  try {
    await attempt();
    return true;
  } finally {
    const left = (underWay.get(endpointId) ?? 1) - 1;
    if (left > 0) underWay.set(endpointId, left);
    else underWay.delete(endpointId);
  }
};

const TICK_MS = 100;

/**
 * A timeout that counts only time in which this process could receive the response. Time in which the event loop is
 * blocked hardly counts, so that a slow sender does not make the receiver look slow. Call `end` when the response has
 * arrived.
 */
export const startResponseTimeout = (waitMs: number, call: () => void): { end: () => void } => {
  let ticks = 0;
  const ticker = setInterval(() => {
    if (++ticks * TICK_MS < waitMs) return;
    clearInterval(ticker);
    call();
  }, TICK_MS);
  return { end: () => clearInterval(ticker) };
};

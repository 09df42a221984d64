const TICK_MS = 100;

/**
 * Calls when an answer has been awaited for so long. Only time counts in which this process was there to take it: a
 * turn of a busy process that takes a second counts like any other, so that a receiver is not called slow because the
 * sender is. End it when the answer has come.
 */
export const startAnswerTimeout = (waitMs: number, call: () => void): { end: () => void } => {
  let ticks = 0;
  const ticker = setInterval(() => {
    if (++ticks * TICK_MS < waitMs) return;
    clearInterval(ticker);
    call();
  }, TICK_MS);
  return { end: () => clearInterval(ticker) };
};

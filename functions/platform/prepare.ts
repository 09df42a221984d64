import { registerTimeLimit, type RemainingTime } from './remaining-time.ts';

const steps: (() => Promise<unknown>)[] = [];

/** Registers work before each invocation, of the functions that import it. */
export const beforeEachInvocation = (step: () => Promise<unknown>): void => {
  steps.push(step);
};

/** Awaited at the beginning of each invocation: by the pipeline of routes, and by `withFailureLog`. */
export const awaitPrepared = async (context?: RemainingTime): Promise<void> => {
  registerTimeLimit(context);
  for (const step of steps) await step();
};

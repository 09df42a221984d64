import { registerTimeLimit, type RemainingTime } from './remaining-time.ts';

const steps: (() => Promise<unknown>)[] = [];

/** Registers a step that runs before each invocation of the functions that import the calling module. */
export const beforeEachInvocation = (step: () => Promise<unknown>): void => {
  steps.push(step);
};

/**
 * Runs the steps, and registers the time limit of the invocation. The pipeline and `withFailureLog` await this at the
 * beginning of each invocation.
 */
export const awaitPrepared = async (context?: RemainingTime): Promise<void> => {
  registerTimeLimit(context);
  for (const step of steps) await step();
};

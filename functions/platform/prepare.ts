import { registerTimeLimit, type Timed } from './remaining-time.ts';

const steps: (() => Promise<unknown>)[] = [];

/** Registers work before each invocation, of the functions that import it. */
export const beforeEachInvocation = (step: () => Promise<unknown>): void => {
  steps.push(step);
};

/** Awaited at the beginning of each invocation: by the pipeline of routes, and by `guarded`. */
export const awaitPrepared = async (context?: Timed): Promise<void> => {
  registerTimeLimit(context);
  for (const step of steps) await step();
};

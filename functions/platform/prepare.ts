import { noteTimeLimit, type Timed } from './remaining-time.ts';

const steps: (() => Promise<unknown>)[] = [];

/** Has something done before each invocation of the functions whose code needs it; of the others it is no part. */
export const beforeEachInvocation = (step: () => Promise<unknown>): void => {
  steps.push(step);
};

/** Awaited by whatever begins an invocation: the pipeline of routes, and `guarded` for everything else. */
export const prepared = async (context?: Timed): Promise<void> => {
  noteTimeLimit(context);
  for (const step of steps) await step();
};

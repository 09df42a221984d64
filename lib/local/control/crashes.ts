import type { CrashPoint } from '../lambda/invocation.ts';

interface Planned {
  at: CrashPoint;
  left: number;
}

const planned = new Map<string, Planned[]>();

/** The function's next `count` invocations die there, after those that were planned before. */
export const planCrash = (name: string, at: CrashPoint, count: number): void => {
  planned.set(name, [...(planned.get(name) ?? []), { at, left: count }]);
};

/** Cancels planned crashes that have not happened yet. */
export const clearCrashes = (): void => planned.clear();

/** Where this invocation of the function is to die, if it is. */
export const takeCrash = (name: string): CrashPoint | undefined => {
  const [plan, ...rest] = planned.get(name) ?? [];
  if (!plan) return undefined;
  plan.left--;
  if (plan.left === 0) planned.set(name, rest);
  return plan.at;
};

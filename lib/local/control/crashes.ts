import type { CrashPoint } from '../lambda/invocation.ts';

interface PlannedCrash {
  at: CrashPoint;
  left: number;
}

const planned = new Map<string, PlannedCrash[]>();

/** Plans crashes of the function's next `count` invocations at this point, after crashes that are already planned. */
export const planCrash = (name: string, at: CrashPoint, count: number): void => {
  planned.set(name, [...(planned.get(name) ?? []), { at, left: count }]);
};

/** Cancels planned crashes that have not happened yet. */
export const clearCrashes = (): void => planned.clear();

/** The point at which this invocation crashes, if a crash is planned. */
export const takeCrash = (name: string): CrashPoint | undefined => {
  const [plan, ...rest] = planned.get(name) ?? [];
  if (!plan) return undefined;
  plan.left--;
  if (plan.left === 0) planned.set(name, rest);
  return plan.at;
};

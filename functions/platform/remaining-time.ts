import { invocationStore } from './invocation-store.ts';

const ENDS_AT = Symbol('end of the invocation');

/** The part of Lambda's context that reports the remaining time of the invocation. */
export interface RemainingTime {
  getRemainingTimeInMillis?: () => number;
}

/** Registers the time limit of the running invocation. */
export const registerTimeLimit = (context: RemainingTime | undefined): void => {
  const remaining = context?.getRemainingTimeInMillis?.();
  invocationStore().set(ENDS_AT, remaining === undefined ? undefined : performance.now() + remaining);
};

/** Milliseconds until the running invocation times out; undefined if it has no limit, for example in a command. */
export const remainingMs = (): number | undefined => {
  const endsAt = invocationStore().get(ENDS_AT) as number | undefined;
  return endsAt === undefined ? undefined : Math.max(0, endsAt - performance.now());
};

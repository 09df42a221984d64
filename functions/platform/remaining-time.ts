import { invocationStore } from './invocation-store.ts';

const ENDS_AT = Symbol('end of the invocation');

/** Reports how long the invocation may still run; Lambda's context implements it. */
export interface RemainingTime {
  getRemainingTimeInMillis?: () => number;
}

/** Registers the time limit of the running invocation. */
export const registerTimeLimit = (context: RemainingTime | undefined): void => {
  const remaining = context?.getRemainingTimeInMillis?.();
  invocationStore().set(ENDS_AT, remaining === undefined ? undefined : performance.now() + remaining);
};

/** Milliseconds until the running invocation times out; undefined without a limit, such as in a command. */
export const remainingMs = (): number | undefined => {
  const endsAt = invocationStore().get(ENDS_AT) as number | undefined;
  return endsAt === undefined ? undefined : Math.max(0, endsAt - performance.now());
};

/** A limit is used up, and nothing was counted. What the caller answers with is up to it: `refusedAs`. */
export class LimitExceeded extends Error {
  /** At least 1, for `Retry-After`. */
  readonly retryAfterSeconds: number;
  constructor(waitMs: number) {
    super('A limit is used up');
    this.name = 'LimitExceeded';
    this.retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  }
}

/** Answers a limit that is used up with an error of the caller. `counted`: what was counted by the limit. */
export const refusedAs = async <T>(counted: Promise<T>, refusal: (retryAfterSeconds: number) => Error): Promise<T> => {
  try {
    return await counted;
  } catch (error) {
    throw error instanceof LimitExceeded ? refusal(error.retryAfterSeconds) : error;
  }
};

import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Whether the current code runs without writing. It applies to everything that an operation calls and is not passed as
 * an argument, because an operation that does not pass it would write.
 */
const dryRuns = new AsyncLocalStorage<boolean>();

export const isDryRun = (): boolean => dryRuns.getStore() === true;

/** Runs an operation until its first write, which throws `DryRunResult`. */
export const withinDryRun = <T>(operate: () => Promise<T>): Promise<T> => dryRuns.run(true, operate);

/** Runs code that writes even in a dry run. */
export const outsideDryRun = <T>(operate: () => Promise<T>): Promise<T> => dryRuns.run(false, operate);

/** Thrown by a dry run on its first write, when all checks have passed. */
export class DryRunResult extends Error {
  /** The reply that a real run would return, or a preview of it. */
  readonly preview: unknown;
  constructor(preview: unknown) {
    super('A dry run has ended where the change would begin');
    this.name = 'DryRunResult';
    this.preview = preview;
  }
}

/**
 * Ends a dry run before an effect that cannot be previewed, such as an external call. Does nothing outside a dry run.
 */
export const stopDryRun = (preview?: () => unknown): void => {
  if (isDryRun()) throw new DryRunResult(preview?.());
};

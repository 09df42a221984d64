import { log } from './log.ts';
import { awaitPrepared } from './prepare.ts';
import type { RemainingTime } from './remaining-time.ts';

/** The error with which a function fails. It has no details, because Lambda logs everything that an error contains. */
class FunctionFailed extends Error {
  constructor() {
    super('The function failed; its log has the reason');
    this.name = 'FunctionFailed';
  }
}

/** Lambda passes the context as the second argument; callers in this project may omit it. */
const contextOf = (context: unknown): RemainingTime | undefined =>
  typeof context === 'object' && context !== null ? (context as RemainingTime) : undefined;

/** Wraps a worker, schedule or stream consumer, so that its failures are logged only by the logger of the service. */
export const withFailureLog =
  <Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
  async (...given: Given): Promise<Result> => {
    try {
      await awaitPrepared(contextOf(given[1]));
      return await work(...given);
    } catch (error) {
      log.error('A function failed', { cause: error });
      throw new FunctionFailed();
    }
  };

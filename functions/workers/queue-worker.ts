import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { retryLater } from '../adapters/queue/retry-later.ts';
import { guarded } from '../platform/guarded.ts';

/** Time that a consumer reserves for returning unfinished messages. */
const RESERVE_MS = 4_000;

class OutOfTime extends Error {
  constructor() {
    super('It was not done before the time of its batch was up');
    this.name = 'OutOfTime';
  }
}

/** The consumer of a queue: what of a batch failed comes again after a wait that grows with each try. */
export const queueWorker = (work: (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>) =>
  guarded(async (event: SQSEvent, context: Context): Promise<SQSBatchResponse> => {
    try {
      const answer = await work(event, context);
      const failed = new Set(answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
      await retryLater(event.Records.filter(({ messageId }) => failed.has(messageId)));
      return answer;
    } catch (error) {
      await retryLater(event.Records);
      throw error;
    }
  });

/**
 * What became of each piece of work of a batch. What is not done shortly before the function's time is up counts as failed, so
 * that it does not take those along that are done.
 */
export const settledInTime = async <T>(
  pieces: readonly Promise<T>[],
  context: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<PromiseSettledResult<T>[]> => {
  let end: NodeJS.Timeout | undefined;
  const outOfTime = new Promise<never>((_, reject) => {
    end = setTimeout(() => reject(new OutOfTime()), Math.max(0, context.getRemainingTimeInMillis() - RESERVE_MS));
  });
  try {
    return await Promise.allSettled(pieces.map((piece) => Promise.race([piece, outOfTime])));
  } finally {
    clearTimeout(end);
  }
};

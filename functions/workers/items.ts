import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { fileMissing } from '../domain/items/index-search.ts';
import { completeOrderClaim } from '../domain/items/claim-in-steps.ts';
import { completeItemOrder } from '../domain/items/item-order.ts';
import type { ItemWork } from '../domain/items/messages.ts';
import { log } from '../platform/log.ts';
import { guarded } from '../platform/guarded.ts';

/**
 * Files issued items for search, those of a batch together, and completes directly issued orders and group claims that
 * their request left unfinished. What failed is handed back.
 */
export const handler = guarded(async (event: SQSEvent): Promise<SQSBatchResponse> => {
  const messages = event.Records.map(({ messageId, body }) => ({ messageId, work: JSON.parse(body) as ItemWork }));
  const toFile = messages.flatMap(({ messageId, work }) => (work.kind === 'index' ? [{ messageId, work }] : []));
  const failed = await Promise.all([
    attempt(
      toFile.map(({ messageId }) => messageId),
      () => fileMissing(toFile.map(({ work }) => work.item)),
    ),
    ...messages
      .filter(({ work }) => work.kind !== 'index')
      .map(({ messageId, work }) => attempt([messageId], () => complete(work))),
  ]);
  return { batchItemFailures: failed.flat().map((itemIdentifier) => ({ itemIdentifier })) };
});

const complete = async (work: ItemWork): Promise<void> => {
  if (work.kind === 'complete-order') await completeItemOrder(work.company, work.orderId);
  if (work.kind === 'complete-claim') await completeOrderClaim(work.claim);
};

/** Returns the messages of what failed. */
const attempt = async (messageIds: string[], work: () => Promise<void>): Promise<string[]> => {
  if (messageIds.length === 0) return [];
  try {
    await work();
    return [];
  } catch (error) {
    log.error('Work on items failed', { cause: error });
    return messageIds;
  }
};

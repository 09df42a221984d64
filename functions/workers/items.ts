import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { fileMissing } from '../domain/items/index-search.ts';
import { completeOrderClaim } from '../domain/items/claim-in-steps.ts';
import { completeItemOrder } from '../domain/items/item-order.ts';
import { itemWork, type ItemWork } from '../domain/items/messages.ts';
import { keepReminders } from '../domain/reminders/keep.ts';
import { log } from '../platform/log.ts';
import { guarded } from '../platform/guarded.ts';
import { readMessages } from './read-messages.ts';

/**
 * Files issued items for search, those of a batch together, and completes directly issued orders and group claims that
 * their request left unfinished. What failed is handed back.
 */
export const handler = guarded(async (event: SQSEvent): Promise<SQSBatchResponse> => {
  const read = readMessages(event, itemWork);
  const messages = read.messages.map(({ record: { messageId }, message: work }) => ({ messageId, work }));
  const toFile = messages.flatMap(({ messageId, work }) => (work.kind === 'index' ? [{ messageId, work }] : []));
  const failed = await Promise.all([
    attempt(
      toFile.map(({ messageId }) => messageId),
      async () => {
        const items = toFile.map(({ work }) => work.item);
        await Promise.all([fileMissing(items), keepReminders(items)]);
      },
    ),
    ...messages
      .filter(({ work }) => work.kind !== 'index')
      .map(({ messageId, work }) => attempt([messageId], () => complete(work))),
  ]);
  const handedBack = failed.flat().map((itemIdentifier) => ({ itemIdentifier }));
  return { batchItemFailures: [...read.unreadable, ...handedBack] };
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

import * as z from 'zod/mini';
import { codeBatchWork, type CodeBatchWork } from '../domain/administration/code-batches/messages.ts';
import { runCodeBatch } from '../domain/administration/code-batches/run.ts';
import { indexMissing } from '../domain/value/items/search/index-search.ts';
import { completeOrderClaim } from '../domain/value/items/redemption/claim-in-steps.ts';
import { completeItemOrder } from '../domain/value/items/issuance/item-order.ts';
import { markPosted } from '../domain/value/items/mark-posted.ts';
import { outdateDocuments } from '../domain/value/items/outdate-documents.ts';
import { itemWorkShape, type ItemWork } from '../domain/value/items/mail/messages.ts';
import { log } from '../platform/log.ts';
import { queueWorker, settledInTime } from './queue-worker.ts';
import { parseMessages } from './parse-messages.ts';

const work = z.union([itemWorkShape, codeBatchWork]);
type Work = ItemWork | CodeBatchWork;
type ToFile = Extract<ItemWork, { kind: 'index' }>;

/** Time reserved for handing the unfinished part of a batch of codes to the next run. */
const HAND_OVER_MS = 12_000;

interface ItemTask {
  messageIds: string[];
  done: Promise<void>;
}

/**
 * Indexes issued items for search, all items of a message batch together. Completes directly issued orders, group
 * claims and batches of codes that their request left unfinished, marks items as posted, and requests new documents
 * after an item was replaced. Returns failed and unfinished messages.
 */
export const handler = queueWorker(async (event, context) => {
  const stopAtMs = performance.now() + Math.max(0, context.getRemainingTimeInMillis() - HAND_OVER_MS);
  const { messages, unreadable } = parseMessages(event, work);
  const toFile = messages.flatMap(({ record, message }) =>
    message.kind === 'index' ? [{ messageId: record.messageId, message }] : [],
  );
  const pieces: ItemTask[] = [
    { messageIds: toFile.map(({ messageId }) => messageId), done: file(toFile.map(({ message }) => message)) },
    ...messages
      .filter(({ message }) => message.kind !== 'index')
      .map(({ record, message }) => ({ messageIds: [record.messageId], done: complete(message, stopAtMs) })),
  ];
  const outcomes = await settledInTime(
    pieces.map(({ done }) => done),
    context,
  );
  const failed = outcomes.flatMap((outcome, index) => {
    if (outcome.status === 'fulfilled') return [];
    log.error('Work on items failed', { cause: outcome.reason as unknown });
    return pieces[index]?.messageIds ?? [];
  });
  return { batchItemFailures: [...unreadable, ...failed.map((itemIdentifier) => ({ itemIdentifier }))] };
});

const file = async (work: readonly ToFile[]): Promise<void> => {
  const items = work.map(({ item }) => item);
  if (items.length > 0) await indexMissing(items);
};

const complete = async (work: Work, stopAtMs: number): Promise<void> => {
  if (work.kind === 'complete-order') await completeItemOrder(work.company, work.orderId);
  if (work.kind === 'mark-posted') await markPosted(work.company, work.orderId, work.postedAtMs);
  if (work.kind === 'redraw') await outdateDocuments(work);
  if (work.kind === 'complete-claim') await completeOrderClaim(work.claim);
  if (work.kind === 'complete-code-batch') await runCodeBatch(work.company, work.batchId, stopAtMs);
};

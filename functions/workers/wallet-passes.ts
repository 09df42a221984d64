import type { SQSRecord } from 'aws-lambda';
import { sendMessages } from '../adapters/queue/send.ts';
import { updateWallets } from '../domain/fulfillment/wallet/update-wallets.ts';
import { walletWork, type WalletWork } from '../domain/fulfillment/wallet/messages.ts';
import { itemIdOf } from '../domain/value/items/item-id.ts';
import { log } from '../platform/log.ts';
import { queueWorker, settledInTime } from './queue-worker.ts';
import { parseMessages, type ParsedMessage } from './parse-messages.ts';

/**
 * Sends pass updates to the wallets. Messages of one pass are processed one after the other: the first one sends the
 * current state of the item, so the others usually have nothing left to send.
 */
export const handler = queueWorker(async (event, context) => {
  const { messages, unreadable } = parseMessages(event, walletWork);
  const passes = [...Map.groupBy(messages, ({ message }) => itemIdOf(message)).values()];
  const failed: string[] = [];
  const outcomes = await settledInTime(
    passes.map((ofPass) => updateInOrder(ofPass, failed)),
    context,
  );
  for (const [at, outcome] of outcomes.entries()) {
    if (outcome.status === 'rejected') failed.push(...(passes[at] ?? []).map(({ record }) => record.messageId));
  }
  return {
    batchItemFailures: [...unreadable, ...[...new Set(failed)].map((itemIdentifier) => ({ itemIdentifier }))],
  };
});

const updateInOrder = async (ofPass: readonly ParsedMessage<WalletWork>[], failed: string[]): Promise<void> => {
  for (const { record, message } of ofPass) {
    try {
      await updateWallets(message, isRepeated(record));
      if (isRepeated(record)) await confirmLater(message);
    } catch (error) {
      log.warn('A pass could not be updated in all wallets', { cause: error, message_id: record.messageId });
      failed.push(record.messageId);
    }
  }
};

/** After this time, an interrupted call is certainly no longer in progress. */
const CONFIRMED_AFTER_SECONDS = 600;

const confirmLater = ({ company, code }: WalletWork): Promise<void> =>
  sendMessages('wallet-passes', [
    { body: { kind: 'confirm', company, code }, delaySeconds: CONFIRMED_AFTER_SECONDS, group: company },
  ]);

const isRepeated = ({ attributes }: SQSRecord): boolean => Number(attributes.ApproximateReceiveCount) > 1;

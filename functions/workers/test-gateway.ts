import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { sendMessages } from '../adapters/queue/send.ts';
import { deliverNotices } from '../domain/test-gateway/deliver.ts';
import type { NoticeMessage } from '../domain/test-gateway/notices.ts';
import { log } from '../platform/log.ts';
import { guarded } from '../platform/guarded.ts';

const QUEUE = 'gateway-notices';

/** Sends what the test gateway owes its sellers; what was not taken goes back on the queue for later. */
export const handler = guarded(async (event: SQSEvent): Promise<SQSBatchResponse> => {
  const outcomes = await Promise.all(
    event.Records.map(async (record) => ({
      itemIdentifier: record.messageId,
      done: await send(JSON.parse(record.body) as NoticeMessage),
    })),
  );
  return { batchItemFailures: outcomes.filter(({ done }) => !done).map(({ itemIdentifier }) => ({ itemIdentifier })) };
});

const send = async (message: NoticeMessage): Promise<boolean> => {
  try {
    const left = await deliverNotices(message);
    if (left) await sendMessages(QUEUE, [left]);
    return true;
  } catch (error) {
    log.error('Payment notifications could not be sent', { cause: error });
    return false;
  }
};

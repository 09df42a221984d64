import { sendMessages } from '../adapters/queue/send.ts';
import { deliverNotices } from '../domain/payments/test-gateway/deliver.ts';
import { noticeMessage } from '../domain/payments/test-gateway/notices.ts';
import { consumeMessages } from './consume.ts';
import { queueWorker } from './queue-worker.ts';

const QUEUE = 'gateway-notices';

/** Sends notifications from the test gateway. Rejected ones go back to the queue and are sent later. */
export const handler = queueWorker(
  consumeMessages(noticeMessage(), async (message) => {
    const unsent = await deliverNotices(message);
    if (unsent) await sendMessages(QUEUE, [unsent]);
  }),
);

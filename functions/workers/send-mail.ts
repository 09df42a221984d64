import type { SQSRecord } from 'aws-lambda';
import { sendBounceMail } from '../domain/notifications/mail/bounce-mail.ts';
import { sendEndpointNotice } from '../domain/notifications/mail/endpoint-notice-mail.ts';
import { sendItemCancelledMail } from '../domain/notifications/mail/item-cancelled-mail.ts';
import { sendItemMail } from '../domain/notifications/mail/item-mail.ts';
import { mailWork, type MailWork } from '../domain/notifications/mail/messages.ts';
import { sendOrderMail } from '../domain/notifications/mail/order-mail.ts';
import { sendReminder } from '../domain/notifications/mail/reminder-mail.ts';
import { MailHeld, type QueueMessageRef } from '../domain/notifications/mail/outcome.ts';
import { sendUserLinkMail } from '../domain/notifications/mail/user-mail.ts';
import { createResetLinks } from '../domain/company/users/forgotten-password.ts';
import { sendOrderNotice } from '../domain/notifications/mail/order-notice-mail.ts';
import { log } from '../platform/log.ts';
import { processInTurn } from './consume.ts';
import { queueWorker } from './queue-worker.ts';
import { parseMessages } from './parse-messages.ts';

/** Number of attempts after which an email counts as failed; equals the queue's `maxReceiveCount` (lib/workers.ts). */
const TRIES = 8;

/** Sends one email per invocation, because an email may have a thousand pages. */
export const handler = queueWorker((event) =>
  processInTurn(parseMessages(event, mailWork), async ({ record, message }) => {
    try {
      await work(message, queueMessageOf(record));
      return true;
    } catch (error) {
      if (error instanceof MailHeld)
        log.info('Another worker is sending this email', { cause: error, message_id: record.messageId });
      else log.error('An email could not be sent', { cause: error, message_id: record.messageId });
      return false;
    }
  }),
);

const queueMessageOf = ({ messageId, attributes }: SQSRecord): QueueMessageRef => ({
  messageId,
  isLastTry: Number(attributes.ApproximateReceiveCount) >= TRIES,
});

const work = async (message: MailWork, queueMessage: QueueMessageRef): Promise<void> => {
  switch (message.kind) {
    case 'order':
      return sendOrderMail(message, queueMessage);
    case 'order-notice':
      return sendOrderNotice(message, queueMessage);
    case 'item-cancelled':
      return sendItemCancelledMail(message, queueMessage);
    case 'user-link':
      return sendUserLinkMail(message, queueMessage);
    case 'password-reset':
      return createResetLinks(message);
    case 'reminder':
      return sendReminder(message, queueMessage);
    case 'bounce':
      return sendBounceMail(message, queueMessage);
    case 'items':
      return sendItemMail(message, queueMessage);
    case 'notice':
      return sendEndpointNotice(message, queueMessage);
  }
};

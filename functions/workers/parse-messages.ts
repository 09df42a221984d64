import type { SQSBatchItemFailure, SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { log } from '../platform/log.ts';

export interface ParsedMessage<T> {
  record: SQSRecord;
  message: T;
}

export interface ParsedBatch<T> {
  messages: ParsedMessage<T>[];
  unreadable: SQSBatchItemFailure[];
}

/**
 * Parses the messages of a batch. An unreadable message is returned, raises an alarm, and ends in the dead-letter
 * queue; the others are processed.
 */
export const parseMessages = <T extends z.ZodMiniType>(event: SQSEvent, shape: T): ParsedBatch<z.output<T>> => {
  const messages: ParsedMessage<z.output<T>>[] = [];
  const unreadable: SQSBatchItemFailure[] = [];
  for (const record of event.Records) {
    const parsed = z.safeParse(shape, jsonOf(record.body));
    if (parsed.success) messages.push({ record, message: parsed.data });
    else {
      const fields = parsed.error.issues.map(({ path }) => path.join('.'));
      log.error('A queue message cannot be read', {
        message_id: record.messageId,
        fields,
        alarm: 'message_unreadable',
      });
      unreadable.push({ itemIdentifier: record.messageId });
    }
  }
  return { messages, unreadable };
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

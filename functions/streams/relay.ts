import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { QueueSendFailed, sendMessages } from '../adapters/queue/send.ts';
import { log } from '../platform/log.ts';
import { measure } from '../platform/measures.ts';
import { withFailureLog } from '../platform/failure-log.ts';
import type { QueueName } from '../platform/resource-names.ts';
import { lightWork, doLightWork } from './light-work.ts';
import { changeOfRecord, type StreamChange } from './stream-change.ts';
import { relayedMessages, type RelayedMessage } from './entries.ts';
import { measuresOfAll } from './measures.ts';

interface NumberedMessage extends RelayedMessage {
  /** Position of the record in the batch. */
  record: number;
}

/**
 * Turns committed changes into queue messages (lib/reference/events.md#commit), or does their work itself if it is
 * light. If a record cannot be read, or its messages do not reach their queues, the function returns that record and
 * all later ones. This keeps the order of the stream and loses no message, but later messages may be sent twice.
 */
export const handler = withFailureLog(async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  const { messages, changes, unreadable } = readRecords(event.Records);
  const { pieces, queued } = lightWork(messages);
  const failures = await Promise.all([sendAll(queued), doLightWork(pieces).then(sendAll)]);
  const first = Math.min(unreadable, ...failures.flat());
  // Returned records are counted when they are redelivered.
  measure(measuresOfAll(changes.slice(0, first)));
  const sequence = event.Records[first]?.dynamodb?.SequenceNumber;
  return { batchItemFailures: sequence === undefined ? [] : [{ itemIdentifier: sequence }] };
});

interface ReadRecords {
  messages: NumberedMessage[];
  changes: StreamChange[];
  unreadable: number;
}

/**
 * Messages and changes of all records before the first unreadable one. `unreadable` is its position, or infinity if all
 * can be read.
 */
const readRecords = (records: readonly DynamoDBRecord[]): ReadRecords => {
  const messages: NumberedMessage[] = [];
  const changes: StreamChange[] = [];
  for (const [record, image] of records.entries()) {
    try {
      const change = changeOfRecord(image);
      changes.push(change);
      messages.push(...relayedMessages(change).map((message) => ({ ...message, record })));
    } catch (error) {
      log.error('A committed change could not be relayed', { cause: error });
      return { messages, changes, unreadable: record };
    }
  }
  return { messages, changes, unreadable: Infinity };
};

/** Sends messages to their queues. Returns the positions of the records whose messages could not be sent. */
const sendAll = async (messages: readonly NumberedMessage[]): Promise<number[]> =>
  (
    await Promise.all([...Map.groupBy(messages, ({ queue }) => queue)].map(([queue, group]) => sendGroup(queue, group)))
  ).flat();

const sendGroup = async (queue: QueueName, messages: readonly NumberedMessage[]): Promise<number[]> => {
  try {
    await sendMessages(queue, messages);
    return [];
  } catch (error) {
    log.error('Queue messages could not be sent', { queue, cause: error });
    if (!(error instanceof QueueSendFailed)) return messages.map(({ record }) => record);
    return error.failed.flatMap((index) => messages[index]?.record ?? []);
  }
};

import {
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  MessageNotInflight,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  type Message,
} from '@aws-sdk/client-sqs';
import { parseArgs } from 'node:util';
import { batchesOf } from '../../functions/adapters/queue/batches.ts';
import type { StreamDefinition } from '../definition.ts';
import { OpsError, rejectFurther, type Command } from './command.ts';
import { FAILED_RUNS } from '../failed-runs.ts';
import { openQueues, type QueueAccess, type QueuePair } from './queues.ts';
import { openStreamReplay, streamLetters, streamOf } from './stream-batches.ts';
import { targetOptions, TARGET_USAGE } from './target.ts';

const print = (line: string): boolean => process.stdout.write(`${line}\n`);
const BATCH = 10;
/** How long a message that is read or moved is hidden from other consumers. */
const HIDDEN_SECONDS = 300;
/** Number of messages sorted and moved at a time. */
const ROUND = 2_000;
const BODY_SHOWN = 300;

const countOf = async ({ sqs }: QueueAccess, url: string): Promise<number> => {
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['ApproximateNumberOfMessages'] }),
  );
  return Number(Attributes?.['ApproximateNumberOfMessages'] ?? 0);
};

const receive = async ({ sqs, emulator }: QueueAccess, url: string, maximum: number): Promise<Message[]> => {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: url,
      MaxNumberOfMessages: Math.min(BATCH, maximum),
      VisibilityTimeout: HIDDEN_SECONDS,
      // Without long polling, only some servers of a queue are queried.
      WaitTimeSeconds: emulator === undefined ? 1 : 0,
      MessageSystemAttributeNames: ['SentTimestamp', 'ApproximateReceiveCount', 'MessageGroupId'],
    }),
  );
  return Messages;
};

const sentAtMs = ({ Attributes }: Message): number => Number(Attributes?.['SentTimestamp'] ?? 0);

/** Receives all letters, up to one round, and sorts them oldest first, because a queue returns them in any order. */
export const receiveRound = async (access: QueueAccess, url: string, maximum: number): Promise<Message[]> => {
  const letters: Message[] = [];
  while (letters.length < Math.min(ROUND, maximum)) {
    const received = await receive(access, url, Math.min(ROUND, maximum) - letters.length);
    if (received.length === 0) break;
    letters.push(...received);
  }
  return letters.toSorted((a, b) => sentAtMs(a) - sentAtMs(b));
};

/** Shows the number of dead letters of each queue, or the dead letters of one queue. */
export const dlqList: Command = {
  name: 'dlq list',
  usage: `[QUEUE] [--max N] ${TARGET_USAGE}`,
  summary: 'Count the dead letters of all queues, or list those of one',
  run: async (args) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { ...targetOptions, max: { type: 'string', default: '20' } },
    });
    rejectFurther(dlqList, positionals);
    const access = await openQueues(values);
    const [name] = positionals;
    if (name === undefined) {
      for (const queue of access.names) {
        const pair = await access.pairOf(queue);
        print(`${String(await countOf(access, pair.deadLettersUrl)).padStart(6)}  ${queue}`);
      }
      // The local stream retries without end and has no dead letters; failures of schedules are in the log.
      for (const stream of values.env === undefined ? [] : [...streamLetters, FAILED_RUNS]) {
        const { deadLettersUrl } = await access.pairOf(stream);
        print(`${String(await countOf(access, deadLettersUrl)).padStart(6)}  ${stream}`);
      }
      print(
        'List those of one: npm run ops -- dlq list QUEUE. When the cause is fixed: npm run ops -- dlq replay QUEUE.',
      );
      return;
    }
    const pair = await access.pairOf(name);
    print(`${await countOf(access, pair.deadLettersUrl)} dead letters of ${name} in ${access.target}`);
    await show(access, pair, limitOf(values.max));
  },
};

const show = async (access: QueueAccess, pair: QueuePair, maximum: number): Promise<void> => {
  const shown: Message[] = [];
  while (shown.length < maximum) {
    const messages = await receive(access, pair.deadLettersUrl, maximum - shown.length);
    if (messages.length === 0) break;
    shown.push(...messages);
    for (const message of messages) {
      const { MessageId, Body = '' } = message;
      const sentAt = new Date(sentAtMs(message)).toISOString();
      print(`${MessageId}  sent ${sentAt}  ${Body.length > BODY_SHOWN ? `${Body.slice(0, BODY_SHOWN)}…` : Body}`);
    }
  }
  await makeVisible(access, pair, shown);
};

/** Makes messages that were read visible again immediately, so that a replay receives them. */
const makeVisible = async (
  { sqs, emulator }: QueueAccess,
  { deadLettersUrl: QueueUrl }: QueuePair,
  messages: readonly Message[],
): Promise<void> => {
  // With a data folder, the emulator loses a message whose visibility timeout is set to 0.
  const VisibilityTimeout = emulator === undefined ? 0 : 0.001;
  for (const { ReceiptHandle } of messages) {
    try {
      await sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout }));
    } catch (error) {
      if (!(error instanceof MessageNotInflight)) throw error;
    }
  }
};

const limitOf = (text: string): number => {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new OpsError('--max must be a whole number of at least 1.');
  return Number(text);
};

/** Reads the arguments of a command: the queue, and the maximum number of its dead letters. */
const openNamed = async (command: Command, args: string[]) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { ...targetOptions, max: { type: 'string', default: '1000000' } },
  });
  const [name] = positionals;
  if (name === undefined) throw new OpsError(`Usage: npm run ops -- ${command.name} ${command.usage}`);
  rejectFurther(command, positionals);
  // The consumer of a stream runs in this process.
  const access = await openQueues(values, ...(streamOf(name) ? (['keys'] as const) : []));
  return { name, access, maximum: limitOf(values.max) };
};

/**
 * Puts dead letters back on their queue, oldest first and in their groups. Each is sent before it is deleted, so that
 * none is lost. For a stream, processes the batches that its consumer could not process.
 */
export const dlqReplay: Command = {
  name: 'dlq replay',
  usage: `QUEUE [--max N] ${TARGET_USAGE}`,
  summary:
    'Send the dead letters of a queue again, or process the changes that a stream failed to deliver (stream-table)',
  run: async (args) => {
    const { name, access, maximum } = await openNamed(dlqReplay, args);
    if (name === FAILED_RUNS) {
      throw new OpsError(
        'The next run processes what a failed one left. When you know the cause: npm run ops -- dlq drop schedules.',
      );
    }
    const pair = await access.pairOf(name);
    const stream = streamOf(name);
    if (stream) return replayStream(access, pair, stream, maximum);
    const { replayed, remaining } = await replayLetters(access, pair, maximum);
    print(
      `${replayed} ${replayed === 1 ? 'message' : 'messages'} of ${name} sent back to the queue in ${access.target}`,
    );
    if (remaining === 0) return;
    throw new OpsError(
      `The queue ${name} did not accept ${remaining} more, which stay dead letters.` +
        ` Run the command again in ${HIDDEN_SECONDS / 60} minutes.`,
    );
  },
};

/**
 * Moves letters round by round, at most `maximum`, until none is left or the queue accepts none of a round. `remaining`
 * counts the letters that it did not accept.
 */
export const replayLetters = async (
  access: QueueAccess,
  pair: QueuePair,
  maximum: number,
): Promise<{ replayed: number; remaining: number }> => {
  let [replayed, remaining] = [0, 0];
  while (replayed + remaining < maximum) {
    const letters = await receiveRound(access, pair.deadLettersUrl, maximum - replayed - remaining);
    const moved = await move(access, pair, letters);
    replayed += moved;
    remaining += letters.length - moved;
    if (moved === 0) break;
  }
  return { replayed, remaining };
};

/** Deletes dead letters that have been resolved or must not be processed now. */
export const dlqDrop: Command = {
  name: 'dlq drop',
  usage: `QUEUE [--max N] ${TARGET_USAGE}`,
  summary: 'Delete the dead letters of a queue permanently, the oldest first, printing each',
  run: async (args) => {
    const { name, access, maximum } = await openNamed(dlqDrop, args);
    const { deadLettersUrl } = await access.pairOf(name);
    let dropped = 0;
    while (dropped < maximum) {
      const letters = await receiveRound(access, deadLettersUrl, maximum - dropped);
      if (letters.length === 0) break;
      for (const { ReceiptHandle, Body = '' } of letters) {
        await access.sqs.send(new DeleteMessageCommand({ QueueUrl: deadLettersUrl, ReceiptHandle }));
        print(`dropped ${Body}`);
      }
      dropped += letters.length;
    }
    print(`${dropped} ${dropped === 1 ? 'dead letter' : 'dead letters'} of ${name} deleted in ${access.target}`);
  },
};

/**
 * Processes the batches that the consumer of a stream could not process. A batch that fails again stays in the queue,
 * hidden for a while, and is reported.
 */
const replayStream = async (
  access: QueueAccess,
  pair: QueuePair,
  stream: StreamDefinition,
  maximum: number,
): Promise<void> => {
  const { work } = await openStreamReplay(access, stream);
  let replayed = 0;
  const remaining: string[] = [];
  while (replayed + remaining.length < maximum) {
    const letters = await receiveRound(access, pair.deadLettersUrl, maximum - replayed - remaining.length);
    if (letters.length === 0) break;
    // Batches are processed sequentially, because a batch may contain the same row as the previous batch.
    for (const letter of letters) {
      const fault = await work(letter);
      if (fault !== undefined) {
        remaining.push(`${letter.MessageId}: ${fault}`);
        continue;
      }
      const { ReceiptHandle } = letter;
      await access.sqs.send(new DeleteMessageCommand({ QueueUrl: pair.deadLettersUrl, ReceiptHandle }));
      replayed++;
    }
  }
  print(`${replayed} ${replayed === 1 ? 'batch' : 'batches'} of ${pair.name} processed in ${access.target}`);
  if (remaining.length === 0) return;
  throw new OpsError(
    ...remaining,
    'These stay. If a batch cannot be processed at all: npm run ops -- webhooks reemit creates its events again, npm' +
      ' run ops -- fulfill and npm run ops -- mails list other unfinished work.',
  );
};

/** Sends letters in their order and groups, and deletes those that arrived. Returns their number. */
export const move = async (access: QueueAccess, pair: QueuePair, messages: readonly Message[]): Promise<number> => {
  let moved = 0;
  for (const batch of batchesOf(messages, ({ Body = '' }) => Buffer.byteLength(Body))) {
    moved += await moveBatch(access, pair, batch);
  }
  return moved;
};

const moveBatch = async ({ sqs }: QueueAccess, pair: QueuePair, messages: readonly Message[]): Promise<number> => {
  const sent = await sqs.send(
    new SendMessageBatchCommand({
      QueueUrl: pair.url,
      Entries: messages.map(({ Body, Attributes }, index) => ({
        Id: String(index),
        MessageBody: Body ?? '',
        ...(Attributes?.['MessageGroupId'] ? { MessageGroupId: Attributes['MessageGroupId'] } : {}),
      })),
    }),
  );
  const arrived = (sent.Successful ?? []).flatMap(({ Id }) => {
    const handle = messages[Number(Id)]?.ReceiptHandle;
    return Id !== undefined && handle !== undefined ? [{ Id, ReceiptHandle: handle }] : [];
  });
  if (arrived.length === 0) return 0;
  const QueueUrl = pair.deadLettersUrl;
  const { Failed = [] } = await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries: arrived }));
  for (const { Id } of Failed) {
    // Throws if the deletion fails again, because a letter that stays would be sent a second time.
    await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: messages[Number(Id)]?.ReceiptHandle }));
  }
  return arrived.length;
};

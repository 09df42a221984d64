import type { SQSEvent } from 'aws-lambda';
import * as z from 'zod/mini';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sqs } from '../../../functions/adapters/queue/client.ts';
import { retryWaitSeconds } from '../../../functions/adapters/queue/retry-later.ts';
import { log } from '../../../functions/platform/log.ts';
import { consumeMessages } from '../../../functions/workers/consume.ts';
import { queueWorker } from '../../../functions/workers/queue-worker.ts';
import { queues } from '../../../lib/definition.ts';
import { move, receiveRound, replayLetters } from '../../../lib/ops/dlq.ts';
import type { QueueAccess } from '../../../lib/ops/queues.ts';

const URL = 'http://127.0.0.1/000000000000/items';
const shape = z.object({ does: z.string() });

const eventOf = (...messages: [does: string, deliveries: number][]): SQSEvent =>
  ({
    Records: messages.map(([does, deliveries], index) => ({
      messageId: `m${index}`,
      receiptHandle: `r${index}`,
      body: JSON.stringify({ does }),
      attributes: { ApproximateReceiveCount: String(deliveries) },
      eventSourceARN: 'arn:aws:sqs:eu-west-1:000000000000:items',
    })),
  }) as unknown as SQSEvent;

const contextOf = (remainingMs: number) => ({ getRemainingTimeInMillis: () => remainingMs }) as never;
const rested: { queue: string; handle: string; seconds: number }[] = [];

beforeEach(() => {
  process.env['QUEUE_URL_ITEMS'] = URL;
  rested.length = 0;
  vi.spyOn(sqs, 'send').mockImplementation((({ input }: { input: { QueueUrl: string; Entries: object[] } }) => {
    for (const { ReceiptHandle, VisibilityTimeout } of input.Entries as Record<string, never>[]) {
      rested.push({ queue: input.QueueUrl, handle: ReceiptHandle!, seconds: VisibilityTimeout! });
    }
    return Promise.resolve({});
  }) as never);
});
afterEach(() => vi.restoreAllMocks());

describe('a message that failed', () => {
  it('is redelivered after seconds, then minutes, with growing delays', () => {
    const waits = [1, 2, 3, 4, 5, 10].map((deliveries) => retryWaitSeconds(deliveries, 0.5));
    expect(waits).toEqual([5, 60, 900, 1800, 1800, 1800]);
    expect([retryWaitSeconds(2, 0), retryWaitSeconds(2, 1)]).toEqual([48, 72]);
  });

  it.each(queues.map(({ name, maxReceiveCount }) => [name, maxReceiveCount] as const))(
    'is retried in %s for at least two hours, and for less than a day, before it becomes a dead letter',
    (_, tries) => {
      const waits = Array.from({ length: tries - 1 }, (_unused, index) => retryWaitSeconds(index + 1, 0.5));
      const hours = waits.reduce((sum, seconds) => sum + seconds, 0) / 3600;
      expect(hours).toBeGreaterThanOrEqual(2);
      expect(hours).toBeLessThan(24);
    },
  );

  it('is returned with its delay, and the other messages of its batch are completed', async () => {
    const handler = queueWorker(
      consumeMessages(shape, ({ does }) => (does === 'fail' ? Promise.reject(new Error('no')) : Promise.resolve())),
    );
    const logged = vi.spyOn(log, 'error');
    const answer = await handler(eventOf(['work', 1], ['fail', 1], ['fail', 3]), contextOf(30_000));
    // The third failure is an incident: from now on it waits for at least a quarter of an hour.
    expect(logged.mock.calls.map(([, extra]) => extra).filter((extra) => extra && 'alarm' in extra)).toEqual([
      { messages: ['m2'], alarm: 'message_delayed' },
    ]);
    expect(answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual(['m1', 'm2']);
    expect(rested.map(({ queue, handle }) => [queue, handle])).toEqual([
      [URL, 'r1'],
      [URL, 'r2'],
    ]);
    expect(rested[0]!.seconds).toBeLessThanOrEqual(6);
    expect(rested[1]!.seconds).toBeGreaterThanOrEqual(720);
  });

  it('that exceeds the time of its batch is returned before the function times out', async () => {
    const handler = queueWorker(
      consumeMessages(shape, ({ does }) => (does === 'dawdle' ? new Promise(() => {}) : Promise.resolve())),
    );
    const answer = await handler(eventOf(['dawdle', 1], ['work', 1]), contextOf(4_020));
    expect(answer.batchItemFailures).toEqual([{ itemIdentifier: 'm0' }]);
    expect(rested.map(({ handle }) => handle)).toEqual(['r0']);
  });

  it('gets its delay even if its whole batch failed, and keeps its error if the delay cannot be set', async () => {
    const handler = queueWorker(() => Promise.reject(new Error('no table')));
    await expect(handler(eventOf(['work', 1]), contextOf(30_000))).rejects.toThrow('The function failed');
    expect(rested.map(({ handle }) => handle)).toEqual(['r0']);
    vi.mocked(sqs.send).mockRejectedValue(new Error('no queue') as never);
    await expect(handler(eventOf(['work', 1]), contextOf(30_000))).rejects.toThrow('The function failed');
  });

  it('is logged when the queue rejects its delay, because it then stays hidden longer', async () => {
    const warn = vi.spyOn(log, 'warn').mockImplementation(() => {});
    vi.spyOn(log, 'error').mockImplementation(() => {});
    vi.mocked(sqs.send).mockResolvedValue({ Failed: [{ Id: '0', Code: 'InternalError' }] } as never);
    const handler = queueWorker(consumeMessages(shape, () => Promise.reject(new Error('not now'))));
    const response = await handler(eventOf(['work', 1]), contextOf(30_000));
    expect([response.batchItemFailures, warn.mock.calls.length]).toEqual([[{ itemIdentifier: 'm0' }], 1]);
  });
});

describe('queues by kind of work', () => {
  const of = (name: string) => queues.find((queue) => queue.name === name)!;

  it('slow messages are delivered one by one, all others in batches of at most ten', () => {
    for (const name of ['mail', 'fulfillment', 'gateway-notices', 'webhook-deliveries-slow']) {
      expect(of(name).batchSize, name).toBe(1);
    }
    for (const { name, batchSize } of queues) expect(batchSize, name).toBeLessThanOrEqual(10);
  });

  it('all consumers together leave most of the concurrency of an account to requests', () => {
    const total = queues.reduce((sum, { maxConcurrency }) => sum + maxConcurrency, 0);
    expect(total).toBeLessThanOrEqual(300);
    for (const { name, maxConcurrency } of queues) expect(maxConcurrency, name).toBeGreaterThanOrEqual(2);
  });
});

describe('replayed dead letters', () => {
  it('are sent oldest first, each in its group', async () => {
    const letters = [3, 1, 2].map((at) => ({
      MessageId: `m${at}`,
      ReceiptHandle: `r${at}`,
      Body: `b${at}`,
      Attributes: { SentTimestamp: String(at), MessageGroupId: 'nordlys' },
    }));
    const sent: object[] = [];
    const fake = {
      send: ({
        constructor: { name },
        input,
      }: {
        constructor: { name: string };
        input: { Entries?: { Id: string }[] };
      }) => {
        if (name === 'ReceiveMessageCommand') return Promise.resolve({ Messages: letters.splice(0, 2) });
        if (name === 'SendMessageBatchCommand') sent.push(...input.Entries!);
        return Promise.resolve({ Successful: input.Entries });
      },
    };
    const access = { sqs: fake, emulator: 'here' } as unknown as QueueAccess;
    const round = await receiveRound(access, 'dead', 100);
    await move(access, { name: 'items', url: 'live', deadLettersUrl: 'dead' }, round);
    const inGroup = ['b1', 'b2', 'b3'].map((MessageBody) => ({ MessageBody, MessageGroupId: 'nordlys' }));
    expect(sent).toMatchObject(inGroup);
  });

  it('that the queue rejects are counted, and stay in the dead-letter queue', async () => {
    const letters = Array.from({ length: 25 }, (_, at) => ({ Body: `b${at}`, ReceiptHandle: `r${at}` }));
    const deleted: string[] = [];
    const fake = {
      send: ({
        constructor: { name },
        input: { MaxNumberOfMessages: limit, Entries = [] },
      }: {
        constructor: { name: string };
        input: {
          MaxNumberOfMessages?: number;
          Entries?: { Id: string; MessageBody?: string; ReceiptHandle: string }[];
        };
      }) => {
        if (name === 'ReceiveMessageCommand') return Promise.resolve({ Messages: letters.splice(0, limit) });
        if (name === 'DeleteMessageBatchCommand') deleted.push(...Entries.map(({ ReceiptHandle }) => ReceiptHandle));
        return Promise.resolve({ Successful: Entries.filter(({ MessageBody }) => !/^b1\d?$/.test(MessageBody ?? '')) });
      },
    };
    const access = { sqs: fake, emulator: 'here' } as unknown as QueueAccess;
    const pair = { name: 'items', url: 'live', deadLettersUrl: 'dead' };
    expect(await replayLetters(access, pair, 1000)).toEqual({ replayed: 14, remaining: 11 });
    expect(deleted).toHaveLength(14);
    expect(deleted.filter((handle) => /^r1\d?$/.test(handle))).toEqual([]);
  });

  it('that could not be deleted after they were sent are deleted in a second attempt, whose failure ends the command', async () => {
    let answer = async (): Promise<object> => ({});
    const deleted: string[] = [];
    const fake = {
      send: ({
        constructor: { name },
        input,
      }: {
        constructor: { name: string };
        input: { Entries: object[]; ReceiptHandle: string };
      }) => {
        if (name === 'SendMessageBatchCommand') return Promise.resolve({ Successful: input.Entries });
        if (name === 'DeleteMessageBatchCommand') return Promise.resolve({ Failed: [{ Id: '1' }] });
        deleted.push(input.ReceiptHandle);
        return answer();
      },
    };
    const access = { sqs: fake } as unknown as QueueAccess;
    const pair = { name: 'items', url: 'live', deadLettersUrl: 'dead' };
    const letters = [1, 2, 3].map((at) => ({ Body: `b${at}`, ReceiptHandle: `r${at}` }));
    expect(await move(access, pair, letters)).toBe(3);
    expect(deleted).toEqual(['r2']);
    answer = () => Promise.reject(new Error('still there'));
    await expect(move(access, pair, letters)).rejects.toThrow('still there');
  });

  it('are sent in calls that a queue accepts, whatever their number and size', async () => {
    const letters = [
      ...Array.from({ length: 12 }, () => 'small'),
      ...Array.from({ length: 5 }, () => 'é'.repeat(50_000)),
    ];
    const calls: string[][] = [];
    let deleted = 0;
    const fake = {
      send: ({ input: { Entries } }: { input: { Entries: { Id: string; MessageBody?: string }[] } }) => {
        const bodies = Entries.flatMap(({ MessageBody }) => MessageBody ?? []);
        if (bodies.length > 0) calls.push(bodies);
        else deleted += Entries.length;
        return Promise.resolve({ Successful: Entries });
      },
    };
    const pair = { name: 'items', url: 'live', deadLettersUrl: 'dead' };
    const messages = letters.map((Body, at) => ({ Body, ReceiptHandle: `r${at}` }));
    expect(await move({ sqs: fake } as unknown as QueueAccess, pair, messages)).toBe(17);
    expect([calls.flat(), deleted]).toEqual([letters, 17]);
    for (const bodies of calls) {
      expect(bodies.length).toBeLessThanOrEqual(10);
      expect(Buffer.byteLength(bodies.join(''))).toBeLessThanOrEqual(256 * 1024);
    }
  });
});

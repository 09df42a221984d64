import { createHash, randomUUID } from 'node:crypto';
import type { LocalClock } from '../clock.ts';
import { queueCalls } from '../lambda/grants.ts';
import type { LocalState } from '../state.ts';
import {
  awsJsonResponse,
  jsonOf,
  wireOperationOf,
  readJson,
  withJson,
  type WireRequest,
  type WireService,
} from '../wire/wire.ts';

interface OutgoingMessage {
  Id?: string;
  MessageBody: string;
  DelaySeconds?: number;
}

interface SentEntry {
  Id?: string;
  MessageId: string;
  MD5OfMessageBody: string;
}

interface BatchResponse {
  Successful?: SentEntry[];
  Failed?: unknown[];
}

interface HeldMessage {
  id: string;
  /** URL of the queue. */
  queue: string;
  message: Record<string, unknown>;
}

/**
 * Messages with `DelaySeconds`, held until the stack's clock has advanced: the queue emulator would wait in real time.
 */
export class Delays {
  readonly #state: LocalState;
  readonly #clock: LocalClock;
  /** Receipts of messages returned with a delay. */
  readonly #delayedReceipts = new Set<string>();

  constructor(state: LocalState, clock: LocalClock) {
    this.#state = state;
    this.#clock = clock;
  }

  hold(queue: string, { Id, DelaySeconds = 0, ...message }: OutgoingMessage): SentEntry {
    const messageId = randomUUID();
    this.#state
      .statement('INSERT INTO held (id, queue, message, due_ms) VALUES (?, ?, ?, ?)')
      .run(messageId, queue, JSON.stringify(message), Math.ceil(this.#clock.nowMs() + DelaySeconds * 1000));
    const digest = createHash('md5').update(message.MessageBody).digest('hex');
    return { ...(Id === undefined ? {} : { Id }), MessageId: messageId, MD5OfMessageBody: digest };
  }

  /** Due messages, earliest first. */
  due(): HeldMessage[] {
    return this.#state
      .statement('SELECT id, queue, message FROM held WHERE due_ms <= ? ORDER BY due_ms')
      .all(this.#clock.nowMs())
      .map((row) => ({
        id: String(row['id']),
        queue: String(row['queue']),
        message: JSON.parse(String(row['message'])) as Record<string, unknown>,
      }));
  }

  forget(id: string): void {
    this.#state.statement('DELETE FROM held WHERE id = ?').run(id);
  }

  /** Whether a consumer has set the delay of a received message. Returns true only once for each message. */
  hasDelay(receiptHandle: string): boolean {
    return this.#delayedReceipts.delete(receiptHandle);
  }

  #shortenDelays(request: WireRequest, sent: (queue: string) => void): WireRequest {
    const input = jsonOf(request) as {
      QueueUrl: string;
      Entries: { ReceiptHandle: string; VisibilityTimeout: number }[];
    };
    const name = input.QueueUrl.split('/').at(-1) ?? '';
    const Entries = input.Entries.map((entry) => {
      const VisibilityTimeout = shortenedDelay(entry.VisibilityTimeout);
      this.#delayedReceipts.add(entry.ReceiptHandle);
      setTimeout(() => sent(name), VisibilityTimeout * 1000 + 5).unref();
      return { ...entry, VisibilityTimeout };
    });
    return withJson(request, { ...input, Entries });
  }

  /**
   * The queue service for functions. `sent` is called with a queue's name when it has messages to deliver, new or
   * delayed by a consumer.
   */
  service(sent: (queue: string) => void): WireService {
    return {
      target: 'queue',
      serves: (request) => (request.headers['x-amz-target'] ?? '').startsWith('AmazonSQS.'),
      calls: queueCalls,
      canFail: (request) => wireOperationOf(request).startsWith('SendMessage'),
      commits: () => false,
      errorResponse: (_, mode) => {
        if (mode === 'denied')
          return errorResponse(403, 'AccessDenied', 'The role of this function does not allow this.');
        if (mode === 'throttle') return errorResponse(400, 'RequestThrottled', 'The request was throttled.');
        return errorResponse(503, 'ServiceUnavailable', 'The service is unavailable.');
      },
      send: async (request, send) => {
        const operation = wireOperationOf(request);
        if (operation === 'ChangeMessageVisibilityBatch') return send(this.#shortenDelays(request, sent));
        if (operation !== 'SendMessage' && operation !== 'SendMessageBatch') return send(request);
        const input = jsonOf(request);
        const queue = String(input['QueueUrl']);
        const name = queue.split('/').at(-1) ?? '';
        if (operation === 'SendMessage') {
          const message = { ...input, QueueUrl: undefined } as unknown as OutgoingMessage;
          if (isDelayed(message)) return awsJsonResponse(200, this.hold(queue, message));
          const response = await send(request);
          sent(name);
          return response;
        }
        const entries = input['Entries'] as OutgoingMessage[];
        const held = entries.filter(isDelayed).map((entry) => this.hold(queue, entry));
        const otherEntries = entries.filter((entry) => !isDelayed(entry));
        if (otherEntries.length === 0) return awsJsonResponse(200, { Successful: held, Failed: [] });
        const { json, response } = await readJson(await send(withJson(request, { ...input, Entries: otherEntries })));
        sent(name);
        if (response.statusCode !== 200) return response;
        const { Successful = [], Failed = [] } = json as BatchResponse;
        return awsJsonResponse(200, { Successful: [...held, ...Successful], Failed });
      },
    };
  }
}

/** A failed message waits a fiftieth of its requested delay, at least a tenth of a second and at most a second. */
const DELAY_DIVISOR = 50;
const DELAY_MAX_SECONDS = 1;

/**
 * In seconds. Never 0, because with a data folder the emulator loses a message whose visibility timeout is set to 0.
 */
const shortenedDelay = (seconds: number): number => Math.min(DELAY_MAX_SECONDS, Math.max(0.1, seconds / DELAY_DIVISOR));

const isDelayed = (entry: OutgoingMessage): boolean => (entry.DelaySeconds ?? 0) > 0;

const errorResponse = (status: number, type: string, message: string) => {
  const response = awsJsonResponse(status, { __type: `com.amazonaws.sqs#${type}`, message });
  return { ...response, headers: { ...response.headers, 'x-amzn-query-error': `${type};Sender` } };
};

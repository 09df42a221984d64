import { setTimeout as sleep } from 'node:timers/promises';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { QueueDefinition } from '../../definition.ts';
import type { Gateway } from '../gateway/gateway.ts';
import type { Functions } from '../lambda/functions.ts';
import type { Emulators } from '../services/emulators.ts';
import type { Delays } from './delays.ts';
import { FairBacklog } from './fair-backlog.ts';
import { Wake } from './wake.ts';

interface AttributeValue {
  DataType: string;
  StringValue?: string;
  BinaryValue?: string;
}

interface Message {
  MessageId: string;
  ReceiptHandle: string;
  Body: string;
  MD5OfBody: string;
  Attributes: Record<string, string>;
  MessageAttributes?: Record<string, AttributeValue>;
}

/** Messages can also come from other processes (a replay of dead letters), which do not wake a consumer. */
const CHECK_EVERY_MS = 1_000;
/**
 * Requests come first, because their callers wait: a message starts after the requests in progress, but at most this
 * much later. Messages that arrive in the meantime share a batch.
 */
const REQUESTS_FIRST_MS = 500;
const CHECK_REQUESTS_EVERY_MS = 20;
/** Messages that one request can receive. */
const RECEIVE_MAX = 10;
const VISIBILITY_TIMEOUT_SECONDS = 43_200;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 2_000;

/**
 * The event source mapping of one queue: batches, partial failures, fair order of groups, and the queue's own redrive.
 * The consumer decides when a returned message is redelivered, as on AWS (lib/local/queues/delays.ts); a message whose
 * consumer was killed is redelivered after a moment of real time instead of its visibility timeout.
 */
export class QueueConsumer {
  readonly definition: QueueDefinition;
  readonly #emulators: Emulators;
  readonly #functions: Functions;
  readonly #delays: Delays;
  readonly #gateway: Gateway;
  readonly #wake = new Wake();
  /** A message without a group is its own group. */
  readonly #backlog = new FairBacklog<Message>(
    ({ Attributes, MessageId }) => Attributes['MessageGroupId'] ?? MessageId,
  );
  readonly #url: string;
  #batches = 0;
  #stopped = false;

  constructor(
    definition: QueueDefinition,
    emulators: Emulators,
    functions: Functions,
    delays: Delays,
    gateway: Gateway,
  ) {
    this.definition = definition;
    this.#emulators = emulators;
    this.#functions = functions;
    this.#delays = delays;
    this.#gateway = gateway;
    this.#url = `${emulators.endpoint}/000000000000/${definition.name}`;
  }

  /**
   * Inspects the queue before it receives, because each receive costs a request and most would return nothing. New
   * messages give way to requests.
   */
  #nextStep(): 'receive' | 'give way' | 'rest' {
    const { messages } = this.#emulators.server.inspectQueue(this.definition.name) ?? {};
    if (!messages) return 'rest';
    const nowMs = Date.now();
    const isDue =
      messages.delayed.some(({ delayUntil = 0 }) => delayUntil <= nowMs) ||
      messages.inflight.some(({ visibilityDeadline }) => visibilityDeadline <= nowMs);
    const [oldest] = messages.ready;
    if (isDue || !oldest) return isDue ? 'receive' : 'rest';
    const hasWaited = oldest.sentTimestamp <= nowMs - REQUESTS_FIRST_MS;
    return hasWaited || !this.#gateway.isServing() ? 'receive' : 'give way';
  }

  /** Number of messages that are neither processed nor in the dead-letter queue, without those sent with a delay. */
  unfinished(): number {
    const { ready = [], inflight = [] } = this.#emulators.server.inspectQueue(this.definition.name)?.messages ?? {};
    return ready.length + inflight.length;
  }

  wake(): void {
    this.#wake.call();
  }

  stop(): void {
    this.#stopped = true;
    this.#wake.call();
  }

  /** Runs until stopped. */
  async run(): Promise<void> {
    const { maxConcurrency, batchSize } = this.definition;
    while (!this.#stopped) {
      const next = this.#nextStep();
      const received = next === 'receive' && (await this.#receiveMore());
      const messages = this.#batches < maxConcurrency ? this.#backlog.take(Math.min(RECEIVE_MAX, batchSize)) : [];
      if (messages.length > 0) {
        const work = this.#work(messages);
        // While requests are served, batches run sequentially, unless a batch takes long.
        if (this.#gateway.isServing()) await Promise.race([work, sleep(REQUESTS_FIRST_MS, undefined, { ref: false })]);
      } else if (!received) await this.#wake.sleep(next === 'give way' ? CHECK_REQUESTS_EVERY_MS : CHECK_EVERY_MS);
    }
  }

  /**
   * Receives more than there are free consumers, so that the backlog can order the messages fairly: the emulator
   * returns them in the order of arrival. Returns whether there were any.
   */
  async #receiveMore(): Promise<boolean> {
    const messages = await this.#receive();
    this.#backlog.add(messages);
    return messages.length > 0;
  }

  async #receive(): Promise<Message[]> {
    try {
      const { Messages = [] } = await this.#emulators.sqs<{ Messages?: Message[] }>('ReceiveMessage', {
        QueueUrl: this.#url,
        MaxNumberOfMessages: RECEIVE_MAX,
        VisibilityTimeout: VISIBILITY_TIMEOUT_SECONDS,
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      });
      return Messages;
    } catch (error) {
      this.#logError(error);
      return [];
    }
  }

  #logError(error: unknown): void {
    if (!this.#stopped) this.#functions.log('error', `Queue ${this.definition.name}`, { error: String(error) });
  }

  async #work(messages: Message[]): Promise<void> {
    this.#batches++;
    try {
      const failed = await this.#deliver(messages);
      const processed = messages.filter(({ MessageId }) => !failed.has(MessageId));
      const failedMessages = messages.filter(
        ({ MessageId, ReceiptHandle }) => failed.has(MessageId) && !this.#delays.hasDelay(ReceiptHandle),
      );
      await Promise.all([
        this.#deleteProcessed(processed),
        ...failedMessages.map((message) => this.#retryLater(message)),
      ]);
    } catch (error) {
      this.#logError(error);
    } finally {
      this.#batches--;
      this.#backlog.end(messages);
      this.#wake.call();
    }
  }

  /** Runs the consumer. Returns the ids of the messages that it has not processed. */
  async #deliver(messages: Message[]): Promise<Set<string>> {
    const all = new Set(messages.map(({ MessageId }) => MessageId));
    const event: SQSEvent = { Records: messages.map((message) => this.#record(message)) };
    try {
      const response = (await this.#functions.invoke(this.definition.consumer, event)) as SQSBatchResponse | undefined;
      const failed = (response?.batchItemFailures ?? []).map(({ itemIdentifier }) => itemIdentifier);
      // An unknown id in the response fails all messages of the batch, as in Lambda.
      return failed.every((id) => all.has(id)) ? new Set(failed) : all;
    } catch (error) {
      this.#functions.report(this.definition.consumer.name, error);
      return all;
    }
  }

  #record(message: Message): SQSRecord {
    return {
      messageId: message.MessageId,
      receiptHandle: message.ReceiptHandle,
      body: message.Body,
      attributes: message.Attributes as unknown as SQSRecord['attributes'],
      messageAttributes: Object.fromEntries(
        Object.entries(message.MessageAttributes ?? {}).map(([name, value]) => [
          name,
          {
            dataType: value.DataType,
            ...(value.StringValue === undefined ? {} : { stringValue: value.StringValue }),
            ...(value.BinaryValue === undefined ? {} : { binaryValue: value.BinaryValue }),
          },
        ]),
      ),
      md5OfBody: message.MD5OfBody,
      eventSource: 'aws:sqs',
      eventSourceARN: `arn:aws:sqs:${process.env['AWS_REGION']}:000000000000:${this.definition.name}`,
      awsRegion: process.env['AWS_REGION'] ?? '',
    };
  }

  async #deleteProcessed(messages: Message[]): Promise<void> {
    if (messages.length === 0) return;
    const Entries = messages.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    await this.#emulators.sqs('DeleteMessageBatch', { QueueUrl: this.#url, Entries });
  }

  async #retryLater({ ReceiptHandle, Attributes }: Message): Promise<void> {
    const deliveries = Number(Attributes['ApproximateReceiveCount'] ?? 1);
    const waitMs = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (deliveries - 1));
    // The timeout is greater than 0, because with a data folder the emulator loses a message whose visibility timeout
    // is set to 0.
    const VisibilityTimeout = waitMs / 1000;
    await this.#emulators.sqs('ChangeMessageVisibility', { QueueUrl: this.#url, ReceiptHandle, VisibilityTimeout });
    setTimeout(() => this.#wake.call(), waitMs + 5).unref();
  }
}

import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { queues, type QueueDefinition } from '../../../lib/definition.ts';
import type { Gateway } from '../../../lib/local/gateway/gateway.ts';
import type { Functions } from '../../../lib/local/lambda/functions.ts';
import type { Delays } from '../../../lib/local/queues/delays.ts';
import { QueueConsumer } from '../../../lib/local/queues/queue-consumer.ts';
import { startEmulators, type Emulators } from '../../../lib/local/services/emulators.ts';

const [definition] = queues as readonly [QueueDefinition];
const invoke = vi.fn<() => Promise<undefined>>(async () => undefined);
let isServing = true;
let emulators: Emulators;
let consumer: QueueConsumer;

beforeAll(async () => {
  emulators = await startEmulators(undefined);
  const functions = { invoke, report: () => {} } as unknown as Functions;
  const gateway = { isServing: () => isServing } as Gateway;
  consumer = new QueueConsumer(definition, emulators, functions, {} as Delays, gateway);
  void consumer.run();
});
afterAll(async () => {
  consumer.stop();
  await emulators.stop();
});

/** Milliseconds until the consumer's function gets a new message. */
const delivered = async (meanwhile: () => void = () => {}): Promise<number> => {
  invoke.mockClear();
  const sentMs = Date.now();
  emulators.server.sendMessage(definition.name, '{}');
  consumer.wake();
  meanwhile();
  await expect.poll(() => invoke.mock.calls.length, { interval: 5 }).toBe(1);
  const tookMs = Date.now() - sentMs;
  await expect.poll(() => consumer.unfinished()).toBe(0);
  return tookMs;
};

it('the consumer starts a message after the requests in progress', async () => {
  isServing = true;
  const endedAfterMs = 200;
  const tookMs = await delivered(() => setTimeout(() => (isServing = false), endedAfterMs));
  expect(tookMs).toBeGreaterThanOrEqual(endedAfterMs - 5);
});

it('the consumer starts a message although requests arrive without a pause', async () => {
  isServing = true;
  expect(await delivered()).toBeGreaterThanOrEqual(500);
});

it('the consumer runs batches one after another while requests are served, unless one takes long', async () => {
  isServing = true;
  const { batchSize } = definition;
  let maxRunning = 0;
  let running = 0;
  const ends: (() => void)[] = [];
  invoke.mockClear();
  invoke.mockImplementation(async () => {
    maxRunning = Math.max(maxRunning, ++running);
    if (invoke.mock.calls.length === 1) await new Promise<void>((resolve) => ends.push(resolve));
    running--;
    return undefined;
  });
  for (let sent = 0; sent <= batchSize; sent++) emulators.server.sendMessage(definition.name, '{}');
  consumer.wake();
  await expect.poll(() => invoke.mock.calls.length, { interval: 5 }).toBe(1);
  const firstMs = Date.now();
  await expect.poll(() => invoke.mock.calls.length, { interval: 5 }).toBeGreaterThan(1);
  expect(Date.now() - firstMs).toBeGreaterThanOrEqual(450);
  for (const end of ends) end();
  await expect.poll(() => consumer.unfinished()).toBe(0);
  expect(maxRunning).toBe(2);
});

import { SCHEDULE_MINUTES } from '../functions/domain/reporting/status/schedules.ts';
import type { Binding } from '../functions/pipeline/route.ts';
import type { IsolatedFunctionName, QueueName } from '../functions/platform/resource-names.ts';
import type { FunctionDefinition } from './areas.ts';
import type { QueueDefinition, ScheduleDefinition, StreamDefinition } from './definition-shapes.ts';

// Everything that runs without a request: consumers of queues and streams, and schedules. Import it through
// lib/definition.ts.

const worker = <const Name extends string>(
  name: Name,
  entry: string,
  uses: readonly Binding[],
  sizes: { memoryMb?: number; timeoutSeconds?: number } = {},
): FunctionDefinition & { name: Name } => ({
  name,
  entry,
  uses,
  memoryMb: sizes.memoryMb ?? 512,
  timeoutSeconds: sizes.timeoutSeconds ?? 30,
});

/** Attempts to slow endpoints have their own queue, with one attempt per batch, so that they do not delay others. */
const deliveryLane = <const Name extends QueueName>(
  name: Name,
  sizes: { batchSize: number; maxConcurrency: number },
) => ({
  name,
  consumer: worker(name, 'functions/workers/webhook-deliveries.ts', [
    'keys',
    'table:write',
    'queue:webhook-deliveries',
    'queue:webhook-deliveries-slow',
  ]),
  ...sizes,
  visibilityTimeoutSeconds: 180,
  maxReceiveCount: 10,
});

const declaredQueues = [
  {
    name: 'mail',
    consumer: worker(
      'send-mail',
      'functions/workers/send-mail.ts',
      ['keys', 'table:write', 'objects:read', 'objects:write', 'function:print-picture', 'mail'],
      {
        memoryMb: 1536,
        timeoutSeconds: 90,
      },
    ),
    batchSize: 1,
    maxConcurrency: 5,
    visibilityTimeoutSeconds: 540,
    maxReceiveCount: 8,
  },
  {
    name: 'items',
    consumer: worker('items', 'functions/workers/items.ts', ['keys', 'table:write', 'table:batch']),
    batchSize: 10,
    maxConcurrency: 10,
    visibilityTimeoutSeconds: 180,
    maxReceiveCount: 10,
  },
  {
    name: 'fulfillment',
    consumer: worker(
      'fulfill-order',
      'functions/workers/fulfill-order.ts',
      ['table:write', 'objects:read', 'objects:write', 'function:print-picture'],
      {
        memoryMb: 1536,
        timeoutSeconds: 120,
      },
    ),
    batchSize: 1,
    maxConcurrency: 20,
    visibilityTimeoutSeconds: 720,
    maxReceiveCount: 8,
  },
  {
    name: 'webhook-events',
    consumer: worker('webhook-events', 'functions/workers/webhook-events.ts', [
      'keys',
      'table:write',
      'queue:webhook-deliveries',
    ]),
    batchSize: 10,
    maxConcurrency: 20,
    visibilityTimeoutSeconds: 180,
    maxReceiveCount: 10,
  },
  {
    name: 'event-cancellations',
    consumer: worker(
      'event-cancellations',
      'functions/workers/event-cancellations.ts',
      ['keys', 'table:write', 'payments'],
      { timeoutSeconds: 300 },
    ),
    batchSize: 1,
    maxConcurrency: 5,
    visibilityTimeoutSeconds: 1800,
    maxReceiveCount: 10,
  },
  {
    name: 'gateway-notices',
    testGateway: true,
    consumer: worker(
      'test-gateway',
      'functions/workers/test-gateway.ts',
      ['keys', 'table:read', 'queue:gateway-notices'],
      { timeoutSeconds: 90 },
    ),
    batchSize: 1,
    maxConcurrency: 5,
    visibilityTimeoutSeconds: 540,
    maxReceiveCount: 10,
  },
  {
    name: 'wallet-passes',
    consumer: worker('wallet-passes', 'functions/workers/wallet-passes.ts', [
      'keys',
      'table:write',
      'wallet',
      'queue:wallet-passes',
    ]),
    batchSize: 10,
    maxConcurrency: 10,
    visibilityTimeoutSeconds: 180,
    maxReceiveCount: 10,
  },
  deliveryLane('webhook-deliveries', { batchSize: 10, maxConcurrency: 100 }),
  deliveryLane('webhook-deliveries-slow', { batchSize: 1, maxConcurrency: 100 }),
] satisfies readonly QueueDefinition[];

export const queues: readonly QueueDefinition[] = declaredQueues;

const SWEEP = { timeoutSeconds: 60 } as const;
const declaredSchedules = [
  {
    name: 'item-expiry',
    everyMinutes: SCHEDULE_MINUTES['item-expiry'],
    sweeps: ['item-expiry'],
    target: worker('item-expiry', 'functions/schedules/item-expiry.ts', ['table:write', 'index:due'], SWEEP),
  },
  {
    name: 'item-expiring',
    everyMinutes: SCHEDULE_MINUTES['item-expiring'],
    sweeps: [],
    target: worker(
      'item-expiring',
      'functions/schedules/item-expiring.ts',
      ['table:write', 'index:due', 'queue:webhook-events', 'queue:mail'],
      SWEEP,
    ),
  },
  {
    name: 'expiry-sweep',
    everyMinutes: SCHEDULE_MINUTES['expiry-sweep'],
    sweeps: ['order-expiry'],
    target: worker(
      'expiry-sweep',
      'functions/schedules/expiry-sweep.ts',
      ['keys', 'table:write', 'index:due', 'payments'],
      SWEEP,
    ),
  },
  {
    name: 'refund-repair',
    everyMinutes: SCHEDULE_MINUTES['refund-repair'],
    sweeps: ['order-refund', 'order-dispute', 'order-payment', 'event-move'],
    target: worker(
      'refund-repair',
      'functions/schedules/refund-repair.ts',
      ['keys', 'table:write', 'index:due', 'payments'],
      SWEEP,
    ),
  },
  {
    name: 'picture-sweep',
    everyMinutes: SCHEDULE_MINUTES['picture-sweep'],
    sweeps: ['picture', 'leftover'],
    target: worker(
      'picture-sweep',
      'functions/schedules/picture-sweep.ts',
      ['table:write', 'index:due', 'objects:delete'],
      SWEEP,
    ),
  },
  {
    name: 'integrity-check',
    everyMinutes: SCHEDULE_MINUTES['integrity-check'],
    sweeps: ['integrity-check'],
    target: worker(
      'integrity-check',
      'functions/schedules/integrity-check.ts',
      ['keys', 'table:write', 'index:due', 'payments'],
      { memoryMb: 1024, timeoutSeconds: 900 },
    ),
  },
  {
    name: 'due-sweep',
    everyMinutes: SCHEDULE_MINUTES['due-sweep'],
    sweeps: ['webhook-delivery', 'order-fulfillment', 'event-cancellation'],
    target: worker('due-sweep', 'functions/schedules/due-sweep.ts', [
      'table:write',
      'index:due',
      'queue:fulfillment',
      'queue:webhook-deliveries',
      'queue:webhook-deliveries-slow',
      'queue:event-cancellations',
    ]),
  },
  {
    name: 'synthetic-sale',
    everyMinutes: SCHEDULE_MINUTES['synthetic-sale'],
    sweeps: [],
    onRequestLocally: true,
    target: worker('synthetic-sale', 'functions/schedules/synthetic-sale.ts', ['keys', 'table:write', 'table:batch'], {
      memoryMb: 256,
      timeoutSeconds: 300,
    }),
  },
] satisfies readonly ScheduleDefinition[];

export const schedules: readonly ScheduleDefinition[] = declaredSchedules;

const declaredStreams = [
  {
    name: 'table',
    consumer: worker('stream-relay', 'functions/streams/relay.ts', [
      'keys',
      'table:write',
      'table:batch',
      'queue:items',
      'queue:webhook-events',
      'queue:webhook-deliveries',
      'queue:webhook-deliveries-slow',
      'queue:fulfillment',
      'queue:gateway-notices',
      'queue:event-cancellations',
      'queue:mail',
      'queue:wallet-passes',
    ]),
    batchSize: 100,
    concurrentBatches: 10,
    rowTypes: [
      'item',
      'item-order',
      'order-claim',
      'item-action',
      'code-batch',
      'order',
      'event-cancellation',
      'gateway-session',
      'shipment',
      'webhook-delivery',
      'webhook-endpoint',
      'user-link',
      'password-reset',
      'wallet-pass',
      'wallet-device',
    ],
  },
  {
    name: 'reports',
    consumer: worker('report-counts', 'functions/streams/report-counts.ts', ['table:write', 'table:batch']),
    batchSize: 100,
    // All changes in a company add to the same rows, and transactions on one row exclude each other.
    concurrentBatches: 1,
    rowTypes: ['item', 'order', 'company'],
    withoutUnpaidOrders: true,
  },
] satisfies readonly StreamDefinition[];

export const streams: readonly StreamDefinition[] = declaredStreams;

/** A function that serves no route. */
export type WorkerName =
  | (typeof declaredQueues)[number]['consumer']['name']
  | (typeof declaredSchedules)[number]['target']['name']
  | (typeof declaredStreams)[number]['consumer']['name']
  | IsolatedFunctionName;

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { nowMs } from '../../../functions/platform/clock.ts';
import { documents } from '../../../functions/storage/client.ts';
import { withinConcurrencyLimit } from '../../../functions/storage/limits/concurrency.ts';
import { getRow, putRow } from '../../../functions/storage/table.ts';
import { recordAttempt } from '../../../functions/domain/notifications/webhooks/record-attempt.ts';
import { deleteEndpoint } from '../../../functions/domain/notifications/webhooks/delete-endpoint.ts';
import { deliver, loadAttempts } from '../../../functions/domain/notifications/webhooks/deliver.ts';
import type { DeliveryAttempt, OrderEventMessage } from '../../../functions/domain/notifications/webhooks/messages.ts';
import { endpointsAt } from '../../../functions/domain/notifications/webhooks/cached-endpoints.ts';
import { recordOrderEvent } from '../../../functions/domain/notifications/webhooks/record-order-event.ts';
import {
  deliveryKey,
  endpointKey,
  type WebhookDeliveryRow,
  type WebhookEndpointRow,
} from '../../../functions/domain/notifications/webhooks/rows.ts';
import { sealSecret } from '../../../functions/domain/notifications/webhooks/secrets.ts';
import { reEmitOrder } from '../../../functions/domain/notifications/webhooks/re-emit.ts';
import { anOrder } from '../../support/orders.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';
import { startReceiver, type Receiver } from '../../support/receiver.ts';

const { send } = documents;
const table = new MemoryTable();
const before = { ...process.env };
let receiver: Receiver;
beforeAll(async () => {
  table.install();
  Object.assign(process.env, {
    APP_SECRET: '11'.repeat(32),
    ENVIRONMENT: 'development',
    WEBHOOK_ALLOW_LOOPBACK: 'true',
  });
  receiver = await startReceiver();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answerWith(204);
});
afterAll(async () => {
  Object.assign(documents, { send });
  process.env = before;
  await receiver.close();
});

let serial = 0;

/** A company with one endpoint, an event of an order, and its messages. */
const createEvent = async (
  members: Partial<WebhookEndpointRow> = {},
  seen: Partial<Pick<OrderEventMessage, 'endpoints' | 'atMs'>> = {},
) => {
  const company = `first-${++serial}`;
  const id = `wh_${serial}`;
  const endpoint: WebhookEndpointRow = {
    ...endpointKey(company, id),
    type: 'webhook-endpoint',
    v: 1,
    id,
    company,
    url: receiver.url,
    events: ['order.created'],
    status: 'enabled',
    createdAtMs: 0,
    updatedAtMs: 0,
    receivesFromMs: 0,
    secret: sealSecret(id, 1, 'whsec_secret'),
    version: 1,
    failures: 0,
    consecutiveFailures: 0,
    ...members,
  };
  await putRow(endpoint);
  const order = { id: 'po_1' } as OrderEventMessage['order'];
  const happened = {
    kind: 'order',
    company,
    orderId: 'po_1',
    seq: 1,
    type: 'order.created',
    atMs: nowMs(),
    ...seen,
  } as const;
  const turns: DeliveryAttempt[] = [];
  const record = () => recordOrderEvent({ ...happened, order }, { attempt: async (some) => void turns.push(...some) });
  await record();
  return { endpoint, turns, record };
};

const attempt = async (turn: DeliveryAttempt) => deliver(turn, await loadAttempts([turn]));
const written = ({ company, deliveryId }: DeliveryAttempt) =>
  getRow<WebhookDeliveryRow>(deliveryKey(company, deliveryId), { consistent: true });

it('a first attempt is made without a row, and its result is written once', async () => {
  const { turns, record } = await createEvent();
  expect(turns).toMatchObject([{ turn: 'first', lane: 'normal' }]);
  expect(await written(turns[0]!)).toBeUndefined();
  expect(await attempt(turns[0]!)).toBe('done');
  expect(await written(turns[0]!)).toMatchObject({ status: 'delivered', attemptCount: 1, turn: 1 });
  // An interrupted message is processed again, and so is a duplicate.
  await record();
  for (const turn of turns) await attempt(turn);
  expect(receiver.received).toHaveLength(1);
});

it('an attempt whose result could not be written is repeated, with the same event', async () => {
  const { turns } = await createEvent();
  const carry = table.carry;
  table.carry = (call) =>
    call.name === 'Put' ? Promise.reject(new Error('The process died')) : Promise.resolve(call.effect());
  await expect(attempt(turns[0]!)).rejects.toThrow('The process died');
  table.carry = carry;
  await attempt(turns[0]!);
  expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(1);
  expect(receiver.received).toHaveLength(2);
  expect(await written(turns[0]!)).toMatchObject({ status: 'delivered', attemptCount: 1 });
});

it('a failed attempt is stored, and the second attempt is queued', async () => {
  receiver.answerWith(500);
  const { turns } = await createEvent();
  await attempt(turns[0]!);
  expect(await written(turns[0]!)).toMatchObject({ status: 'queued', turn: 2, attemptCount: 1, failedAttempts: 1 });
});

it('the third failure in succession moves the next attempt to the slow lane', async () => {
  receiver.answerWith(500);
  const { turns, endpoint } = await createEvent();
  await putRow({ ...endpoint, consecutiveFailures: 1 } as WebhookEndpointRow);
  await attempt(turns[0]!);
  expect(await written(turns[0]!)).toMatchObject({ lane: 'normal' });
  const other = await createEvent();
  await putRow({ ...other.endpoint, consecutiveFailures: 2 } as WebhookEndpointRow);
  await attempt(other.turns[0]!);
  expect(await written(other.turns[0]!)).toMatchObject({ lane: 'slow' });
});

it('a delivery keeps its newest forty attempts', async () => {
  receiver.answerWith(500);
  const { turns, endpoint } = await createEvent();
  await attempt(turns[0]!);
  const delivery = (await written(turns[0]!))!;
  const attempts = Array.from({ length: 40 }, (_, atMs) => ({ atMs, durationMs: 1 }));
  await putRow({ ...delivery, attempts } as WebhookDeliveryRow);
  const response = { httpStatus: 500, durationMs: 2 } as const;
  const tried = { delivery: { ...delivery, attempts }, isStored: true, endpoint, wasSlow: false };
  await recordAttempt({ ...tried, response, atMs: 40 });
  const kept = (await written(turns[0]!))!.attempts.map(({ atMs }) => atMs);
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([40, 1, 40]);
});

it('deliveries to a closed endpoint are recorded as cancelled', async () => {
  const { turns, endpoint } = await createEvent();
  await putRow({ ...endpoint, status: 'disabled', disabledReason: 'request' } as WebhookEndpointRow);
  await attempt(turns[0]!);
  expect(await written(turns[0]!)).toMatchObject({ status: 'cancelled', attemptCount: 0 });
  // When it is enabled again, it receives only later events.
  const other = await createEvent();
  await putRow({ ...other.endpoint, receivesFromMs: nowMs() + 1 } as WebhookEndpointRow);
  await attempt(other.turns[0]!);
  expect(await written(other.turns[0]!)).toMatchObject({ status: 'cancelled' });
  expect(receiver.received).toEqual([]);
});

it('an attempt that is delayed by a slow endpoint has a visible row, even if the endpoint became slow later', async () => {
  const slow = { slowUntilMs: nowMs() + 60_000 };
  const { turns, endpoint } = await createEvent(slow);
  expect(turns).toEqual([]);
  expect(table.rows().filter(({ endpointId }) => endpointId === endpoint.id)).toMatchObject([
    { status: 'queued', lane: 'slow', turn: 1 },
  ]);
  const other = await createEvent();
  await putRow({ ...other.endpoint, ...slow } as WebhookEndpointRow);
  expect(await attempt(other.turns[0]!)).toBe('done');
  expect(await written(other.turns[0]!)).toMatchObject({ status: 'queued', lane: 'slow', turn: 1 });
  expect(receiver.received).toEqual([]);
});

it('an attempt waits with a visible row while ten others for its endpoint are in progress, in the slow lane if one is slow', async () => {
  const { turns, endpoint } = await createEvent();
  const other = await createEvent();
  let end = (): void => undefined;
  const ended = new Promise<object>((resolve) => {
    end = () => resolve({});
  });
  const held = [
    ...Array.from({ length: 10 }, () => withinConcurrencyLimit(endpoint.id, () => ended)),
    withinConcurrencyLimit(other.endpoint.id, (reportSlow) => {
      reportSlow();
      return ended;
    }),
  ];
  try {
    expect(await attempt(turns[0]!)).toBe('done');
    expect(await written(turns[0]!)).toMatchObject({ status: 'queued', lane: 'normal', turn: 1, attemptCount: 0 });
    expect(await attempt(other.turns[0]!)).toBe('done');
    expect(await written(other.turns[0]!)).toMatchObject({ status: 'queued', lane: 'slow', turn: 1, attemptCount: 0 });
  } finally {
    end();
    await Promise.all(held);
  }
  expect(receiver.received).toEqual([]);
});

it('an endpoint that was registered at the time of an event receives it', async () => {
  const atMs = nowMs();
  const { turns } = await createEvent({ receivesFromMs: atMs }, { atMs });
  await attempt(turns[0]!);
  expect(await written(turns[0]!)).toMatchObject({ status: 'delivered' });
  expect(receiver.received).toHaveLength(1);
});

it('an attempt whose message was dropped is queued once when the events of its order are emitted again', async () => {
  const { turns, endpoint } = await createEvent();
  const { company, deliveryId } = turns[0]!;
  const order = anOrder({ id: 'po_1', company, createdAtMs: nowMs() });
  const again = () => reEmitOrder({ ...order, event: { ...order.event, atMs: nowMs() } });
  expect(await again()).toMatchObject({ made: [], delivered: [1], lost: [] });
  expect(await written(turns[0]!)).toMatchObject({
    id: deliveryId,
    endpointId: endpoint.id,
    status: 'queued',
    turn: 1,
  });
  expect(await again()).toMatchObject({ made: [], delivered: [], lost: [] });
});

it('an attempt whose message has the event and the endpoint version takes one write, and a repeat sends nothing', async () => {
  const { turns, record, endpoint } = await createEvent({ lastSuccessAtMs: nowMs() }, { endpoints: 0 });
  const [turn] = turns as [DeliveryAttempt];
  await endpointsAt(endpoint.company, 0);
  const calls: string[] = [];
  const { carry } = table;
  table.carry = (call) => {
    calls.push(call.name);
    return carry(call);
  };
  expect(await deliver(turn, await loadAttempts([turn], () => true))).toBe('done');
  table.carry = carry;
  expect(calls).toEqual(['Put']);
  expect(await written(turn)).toMatchObject({ status: 'delivered', attemptCount: 1, eventType: 'order.created' });
  // The message was not deleted in time, and the message of the event was processed again.
  await attempt(turn);
  await record();
  expect(turns[1]?.recorded).toBeUndefined();
  await deliver(turns[1]!, await loadAttempts([turns[1]!], () => true));
  expect(receiver.received).toHaveLength(1);
});

it('a delayed message reads its endpoint: nothing is sent to one that has since been disabled', async () => {
  const { turns, endpoint } = await createEvent({}, { endpoints: 0 });
  const [turn] = turns as [DeliveryAttempt];
  await putRow({ ...endpoint, status: 'disabled', disabledReason: 'request' } as WebhookEndpointRow);
  const recorded = turn.recorded && {
    ...turn.recorded,
    event: { ...turn.recorded.event, occurredAtMs: turn.recorded.event.occurredAtMs - 10_000 },
  };
  const waited = { ...turn, recorded };
  await deliver(waited, await loadAttempts([waited], () => true));
  expect(receiver.received).toEqual([]);
  expect(await written(turn)).toMatchObject({ status: 'cancelled' });
});

it('an event recorded before its endpoint was deleted is not sent to it', async () => {
  const { turns, endpoint } = await createEvent({}, { endpoints: 0 });
  const [turn] = turns as [DeliveryAttempt];
  await endpointsAt(endpoint.company, 0);
  await deleteEndpoint(endpoint.company, endpoint.id);
  await deliver(turn, await loadAttempts([turn], () => true));
  expect(receiver.received).toEqual([]);
});

it('an event that is recorded late reads the endpoints, even if their cached version is current', async () => {
  const { endpoint, turns, record } = await createEvent({}, { endpoints: 0, atMs: nowMs() - 10_000 });
  expect(turns[0]?.recorded).toBeUndefined();
  await endpointsAt(endpoint.company, 0);
  await putRow({ ...endpoint, events: ['order.fulfilled'] } as WebhookEndpointRow);
  turns.length = 0;
  await record();
  expect(turns).toEqual([]);
});

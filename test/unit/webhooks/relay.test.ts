import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrderRow } from '../../../functions/domain/checkout/orders/rows.ts';
import type { WebhookDeliveryRow, WebhookEndpointRow } from '../../../functions/domain/notifications/webhooks/rows.ts';
import { relayedMessages } from '../../../functions/streams/entries.ts';
import type { Row } from '../../../functions/storage/table.ts';

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

const row = <T extends Row>(type: T['type'], members: object): T =>
  ({ pk: 'p', sk: 's', v: 1, type, company: 'nordlys', ...members }) as unknown as T;

const order = (seq: number, over: object = {}): OrderRow =>
  row<OrderRow>('order', {
    id: 'po_1',
    reference: 'ABCDEFGH23',
    version: seq,
    createdAtMs: 1000,
    updatedAtMs: 1000,
    status: 'pending_payment',
    payment: { status: 'pending', captured: 0, refunded: 0, failures: 0, strayCaptures: [] },
    fulfillment: { status: null, attempts: 0 },
    amounts: {
      currency: 'DKK',
      subtotal: 1,
      discount: 0,
      fees: 0,
      shipping: 0,
      tax: 0,
      tax_percent: 25,
      included_vat: [],
      total: 1,
    },
    lines: [],
    sender: { name: 'Bodil', email: 'bodil@example.com' },
    recipient: { name: 'Rasmus', email: 'rasmus@example.com' },
    greeting: { message: 'Hej', image: null },
    delivery: { method: 'recipient_email', sendAt: null },
    discount: null,
    seller: { name: 'Nordlys', vatNumber: null },
    clientReference: null,
    locale: null,
    event: { seq, type: seq === 1 ? 'order.created' : 'order.expired', atMs: 1000 + seq },
    ...over,
  });

const delivery = (turn: number, over: object = {}): WebhookDeliveryRow =>
  row<WebhookDeliveryRow>('webhook-delivery', {
    id: 'whd_1',
    endpointId: 'wh_1',
    eventId: 'evt_1',
    status: 'queued',
    turn,
    lane: 'normal',
    nextAttemptAtMs: 0,
    ...over,
  });

const endpoint = (over: object = {}): WebhookEndpointRow =>
  row<WebhookEndpointRow>('webhook-endpoint', {
    id: 'wh_1',
    url: 'https://shop.example/hooks',
    status: 'enabled',
    updatedAtMs: 5,
    ...over,
  });

const queuesOf = (before: Row | undefined, after: Row | undefined): string[] =>
  relayedMessages({ before, after }).map(({ queue }) => queue);

describe('the effects of a committed change', () => {
  it('a new event of an order is sent to the webhook queue with the order at that time, without personal data', () => {
    const [message] = relayedMessages({ before: undefined, after: order(1) });
    expect(message?.queue).toBe('webhook-events');
    expect(message?.body).toMatchObject({ kind: 'order', orderId: 'po_1', seq: 1, type: 'order.created', atMs: 1001 });
    expect(JSON.stringify(message?.body)).not.toMatch(/bodil|rasmus|Hej/i);
    expect(queuesOf(order(1), order(2))).toEqual(['webhook-events']);
  });

  it('a change without a new event, or of a row that only moved in an index, sends no message', () => {
    expect(queuesOf(order(1), order(1))).toEqual([]);
    expect(queuesOf(order(2), order(2, { duesk: 'x' }))).toEqual([]);
  });

  it('a delivery is attempted once per attempt number', () => {
    expect(queuesOf(undefined, delivery(1))).toEqual(['webhook-deliveries']);
    expect(queuesOf(delivery(1), delivery(1, { updatedAtMs: 9 }))).toEqual([]);
    expect(queuesOf(delivery(1), delivery(2))).toEqual(['webhook-deliveries']);
    expect(queuesOf(delivery(1), delivery(2, { lane: 'slow' }))).toEqual(['webhook-deliveries-slow']);
    expect(queuesOf(delivery(1), delivery(1, { status: 'delivered' }))).toEqual([]);
    expect(queuesOf(delivery(1), undefined)).toEqual([]);
  });

  it('an attempt in the distant future waits in the due index, a near one in the queue', () => {
    expect(queuesOf(delivery(1), delivery(2, { duepk: 'webhook-delivery#1', duesk: 'x' }))).toEqual([]);
    const nextAttemptAtMs = Date.now() + 60_000;
    const [message] = relayedMessages({ before: delivery(1), after: delivery(2, { nextAttemptAtMs }) });
    expect(message?.delaySeconds).toBeGreaterThan(55);
    expect(message?.delaySeconds).toBeLessThanOrEqual(60);
    expect(message?.group).toBe('nordlys');
  });

  it('closing an endpoint ends its queued deliveries, and notifies its company if the service closed it', () => {
    expect(queuesOf(endpoint(), undefined)).toEqual(['webhook-events']);
    expect(queuesOf(endpoint(), endpoint({ status: 'disabled', disabledReason: 'request' }))).toEqual([
      'webhook-events',
      'webhook-events',
    ]);
    const failing = endpoint({ status: 'disabled', disabledReason: 'failing', disabledAtMs: 7 });
    expect(queuesOf(endpoint(), failing)).toEqual(['webhook-events', 'webhook-events', 'mail']);
    expect(queuesOf(failing, failing)).toEqual([]);
    expect(queuesOf(endpoint(), endpoint({ failures: 3 }))).toEqual([]);
    const settled = [undefined, failing].map(
      (after) =>
        relayedMessages({ before: endpoint(), after }).find(
          ({ body }) => (body as { kind: string }).kind === 'endpoint-closed',
        )?.body,
    );
    expect(settled).toMatchObject([{ settleAs: 'cancelled' }, { settleAs: 'failed' }]);
  });
});

describe('the relay', () => {
  /** A minimal queue service: rejects entries whose body contains `refused`. */
  let service: Server;
  let refused = '';
  const sent: string[] = [];
  beforeAll(async () => {
    service = createServer((request, answer) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { Entries } = JSON.parse(Buffer.concat(chunks).toString()) as {
          Entries: { Id: string; MessageBody: string }[];
        };
        const isRefused = ({ MessageBody }: { MessageBody: string }) => refused !== '' && MessageBody.includes(refused);
        const good = Entries.filter((entry) => !isRefused(entry));
        sent.push(...good.map(({ MessageBody }) => MessageBody));
        answer.setHeader('Content-Type', 'application/x-amz-json-1.0');
        answer.end(
          JSON.stringify({
            Successful: good.map(({ Id, MessageBody }) => ({ Id, MessageId: Id, MD5OfMessageBody: md5(MessageBody) })),
            Failed: Entries.filter(isRefused).map(({ Id }) => ({ Id, Code: 'InternalError', SenderFault: false })),
          }),
        );
      });
    });
    await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening));
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    Object.assign(process.env, {
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_ENDPOINT_URL_SQS: url,
      QUEUE_URL_WEBHOOK_EVENTS: `${url}/0/webhook-events`,
    });
  });
  beforeEach(() => {
    sent.length = 0;
    refused = '';
  });
  afterAll(() => {
    service.closeAllConnections();
    service.close();
  });

  const record = (index: number): DynamoDBRecord => ({
    eventName: 'INSERT',
    dynamodb: {
      SequenceNumber: String(index),
      NewImage: marshall(order(1, { id: `po_${index}` }), { removeUndefinedValues: true }) as NonNullable<
        DynamoDBRecord['dynamodb']
      >['NewImage'],
    },
  });
  const relay = async (records: DynamoDBRecord[]) => {
    const { handler } = await import('../../../functions/streams/relay.ts');
    return handler({ Records: records });
  };

  it('sends the messages of a batch of changes', async () => {
    const records = Array.from({ length: 25 }, (_, index) => record(index));
    expect(await relay(records)).toEqual({ batchItemFailures: [] });
    expect(sent).toHaveLength(25);
  });

  it('returns the first change whose message was refused, so that Lambda retries from there', async () => {
    refused = 'po_13';
    const records = Array.from({ length: 25 }, (_, index) => record(index));
    expect(await relay(records)).toEqual({ batchItemFailures: [{ itemIdentifier: '13' }] });
    expect(sent).toHaveLength(24);
  });

  it('returns a change that it cannot read, after sending those before it', async () => {
    const unreadable: DynamoDBRecord = {
      eventName: 'INSERT',
      dynamodb: { SequenceNumber: '2', NewImage: { type: { S: 'order' } } },
    };
    const answer = await relay([record(0), record(1), unreadable, record(3)]);
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '2' }] });
    expect(sent).toHaveLength(2);
  });
});

import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { CreateQueueCommand, GetQueueAttributesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyWebhook } from '../../functions/platform/verify-webhook.ts';
import { ops } from '../support/ops.ts';
import { anOrder } from '../support/orders.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startStack, type RunningStack } from '../support/stack.ts';
import { removeRows } from '../support/table-snapshot.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const SECRET = 'whsec_for-tests-only';

interface CommandProcess {
  child: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
}

const start = (...args: string[]): CommandProcess => {
  const child = spawn(process.execPath, ['bin/ops.ts', ...args], { cwd: PROJECT, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((done) => {
    child.once('close', done);
  });
  return { child, output: () => output, ended };
};

const run = async (...args: string[]): Promise<{ status: number | null; output: string }> => {
  const command = start(...args);
  return { status: await command.ended, output: command.output() };
};

const until = async (holds: () => boolean): Promise<void> => {
  for (let tries = 0; !holds(); tries++) {
    if (tries > 400) throw new Error('The condition was not met in time');
    await sleep(50);
  }
};

let stack: RunningStack;
let receiver: Receiver;
let folder: string;
beforeAll(async () => {
  // With a data folder, because persistent queues hide received messages differently.
  folder = await mkdtemp(join(tmpdir(), 'webhook-commands-'));
  [stack, receiver] = await Promise.all([startStack({ dataDir: folder }), startReceiver()]);
});
afterAll(async () => {
  await Promise.all([stack?.stop(), receiver?.close()]);
  await rm(folder, { recursive: true, force: true });
});

describe('listen and trigger', () => {
  it('an event that is triggered is forwarded, signed for this session', async () => {
    const listening = start('listen', '--url', stack.url, '--forward-to', receiver.url, '--secret', SECRET);
    try {
      await until(() => listening.output().includes('forwarding to'));
      const triggered = await run('trigger', 'order.payment_failed', '--url', stack.url);
      expect(triggered).toMatchObject({ status: 0, output: expect.stringMatching(/^order\.payment_failed: po_/) });
      await until(() => receiver.received.length >= 2);
      expect(receiver.types()).toEqual(['order.created', 'order.payment_failed']);
      // A feed that cannot be read for a while does not end the command.
      await stack.fault('table', 'unavailable', 1000);
      await until(() => listening.output().includes('trying again'));
      await stack.control('DELETE', '/faults');
      expect(await run('trigger', 'order.created', '--url', stack.url)).toMatchObject({ status: 0 });
      await until(() => receiver.received.length >= 3);
      for (const { raw, headers } of receiver.received) {
        expect(verifyWebhook(raw, headers, SECRET).id).toMatch(/^evt_/);
      }
    } finally {
      listening.child.kill('SIGINT');
    }
    expect(await listening.ended).toBe(0);
  });

  it('an unknown type, a missing receiver and an unreachable stack are errors', async () => {
    expect(await run('trigger', 'order.shipped', '--url', stack.url)).toMatchObject({ status: 1 });
    expect(await run('listen', '--url', stack.url)).toMatchObject({ status: 1 });
    const unreachable = await run('trigger', 'order.created', '--url', 'http://127.0.0.1:1', '--key', 'x');
    expect(unreachable).toMatchObject({ status: 1, output: expect.stringContaining('Nothing responds') });
  });
});

describe('the conformance run', () => {
  const check = (behavior: Receiver['behavior']) => {
    receiver.behavior = behavior;
    return run('webhook-check', receiver.url, '--secret', SECRET);
  };

  it('passes a receiver that verifies', async () => {
    const outcome = await check((received, answer) => {
      try {
        verifyWebhook(received.raw, received.headers, SECRET);
        answer.writeHead(204).end();
      } catch {
        answer.writeHead(400).end();
      }
    });
    expect(outcome.output).not.toContain('FAIL');
    expect(outcome.status).toBe(0);
  });

  it('fails a receiver that accepts every signature, and one that rejects repeats', async () => {
    const gullible = await check((_, answer) => {
      answer.writeHead(200).end();
    });
    expect(gullible.status).toBe(1);
    expect(gullible.output.match(/^FAIL/gm)).toHaveLength(5);
    const seen = new Set<string>();
    const once = await check((received, answer) => {
      const isNew = !seen.has(received.event.id);
      seen.add(received.event.id);
      answer.writeHead(isNew ? 204 : 409).end();
    });
    expect(once.output).toContain('FAIL the same event again');
  });
});

describe('dead letters', () => {
  it('are counted by queue: an empty queue replays none, and an unknown queue is an error', async () => {
    const counted = await run('dlq', 'list', '--url', stack.url);
    expect(counted.status).toBe(0);
    expect(counted.output).toMatch(/^ +0 +webhook-deliveries$/m);
    const dead = await stack.control<Record<string, string>>('GET', '/environment');
    const queueUrl = dead['QUEUE_URL_WEBHOOK_EVENTS'] ?? '';
    expect(queueUrl).not.toBe('');
    expect(await run('dlq', 'replay', 'webhook-events', '--url', stack.url)).toMatchObject({
      status: 0,
      output: expect.stringContaining('0 messages of webhook-events'),
    });
    expect(await run('dlq', 'drop', 'nothing', '--url', stack.url)).toMatchObject({ status: 1 });
  });

  it('contain a message that kept failing, which is processed after the replay', async () => {
    const partnerKey = stack.keys[0]?.key ?? '';
    await stack.crash('webhook-events', 'before-commit', 200);
    // The relay itself records the events of orders.
    const posted = await run('trigger', 'shipment.posted', '--url', stack.url);
    const shipmentId = posted.output.trim().split(' ').at(-1) ?? '';
    await stack.control('DELETE', '/crash');
    const reply = await ops(stack, 'dlq', 'list', 'webhook-events');
    const listed = await run('dlq', 'list', 'webhook-events', '--url', stack.url);
    const replayed = await run('dlq', 'replay', 'webhook-events', '--url', stack.url);
    await stack.idle();
    const feed = await stack.get<{ data: { data: { shipment?: { id: string } } }[] }>('/v2/webhook-events', {
      key: partnerKey,
      query: { limit: '100' },
    });
    expect(reply).toMatchObject({ status: 0, stdout: expect.stringContaining(shipmentId) });
    // The message was received before, and is still in the queue.
    expect(listed.output).toContain(shipmentId);
    expect(replayed.output).toContain('1 message of webhook-events');
    expect(feed.body.data.map(({ data }) => data.shipment?.id)).toContain(shipmentId);
  });
});

describe('lost events', () => {
  /** Whether a row belongs to the three events of a sale or their deliveries. */
  const isOfEvents = (orderId: string) => (row: Record<string, unknown>) =>
    row['orderId'] === orderId && /^webhook-(event|delivery)$/.test(String(row['type']));

  it('are recreated from their order once each, and delivered to the endpoints that existed then', async () => {
    const [first] = stack.keys;
    const key = first?.key ?? '';
    const company = first?.company ?? '';
    const arrived: string[] = [];
    receiver.behavior = (received, answer) => {
      arrived.push(`${received.event.sequence}:${received.event.type}`);
      answer.writeHead(204).end();
    };
    const events = ['order.created', 'order.payment_authorized', 'order.fulfilled', 'order.payment_failed'];
    const endpoint = await stack.post<{ id: string }>('/v2/webhook-endpoints', {
      key,
      idempotencyKey: true,
      body: { url: receiver.url, events },
    });
    expect(endpoint.status).toBe(201);
    const reply = await run('trigger', 'order.fulfilled', '--url', stack.url);
    const orderId = reply.output.trim().split(' ').at(-1) ?? '';
    await stack.idle();
    expect(await removeRows(stack, isOfEvents(orderId))).toBe(6);
    arrived.length = 0;

    const reEmit = (...more: string[]) =>
      run('webhooks', 'reemit', '--company', company, '--order', orderId, '--url', stack.url, ...more);
    const once = await reEmit();
    expect(once).toMatchObject({ status: 0, output: expect.stringContaining(`${orderId} | created again: 1, 2, 3`) });
    await stack.idle();
    expect(arrived.toSorted()).toEqual(['1:order.created', '2:order.payment_authorized', '3:order.fulfilled']);
    const range = ['--since', '2020-01-01T00:00:00Z', '--company', company, '--url', stack.url];
    const again = await run('webhooks', 'reemit', ...range);
    expect(again).toMatchObject({ status: 0, output: expect.stringContaining('0 events created again') });
    await stack.idle();
    expect(arrived).toHaveLength(3);
    await stack.call('DELETE', `/v2/webhook-endpoints/${endpoint.body.id}`, { key });
  });

  it('a missing order, an invalid time and a missing option are errors', async () => {
    const company = stack.keys[0]?.company ?? '';
    const reEmit = (...args: string[]) => run('webhooks', 'reemit', '--url', stack.url, ...args);
    const absent = await reEmit('--company', company, '--order', 'po_nothing');
    expect(absent).toMatchObject({ status: 1, output: expect.stringContaining('has no order po_nothing') });
    expect(await reEmit('--company', company, '--since', 'yesterday')).toMatchObject({ status: 1 });
    expect(await reEmit('--company', company)).toMatchObject({ status: 1, output: expect.stringContaining('Usage') });
  });
});

describe('batches whose consumer stopped retrying', () => {
  /** Stores failed batches like a deployment: the batch in the bucket, and a dead letter with its location. */
  const failEach = async (
    payload: unknown,
  ): Promise<{ letters: () => Promise<number>; kept: () => Promise<number> }> => {
    const env = await stack.control<Record<string, string>>('GET', '/environment');
    const credentials = { accessKeyId: 'local', secretAccessKey: env['AWS_SECRET_ACCESS_KEY'] ?? 'local' };
    credentials.accessKeyId = env['AWS_ACCESS_KEY_ID'] ?? credentials.accessKeyId;
    const common = { region: env['AWS_REGION'] ?? 'eu-west-1', credentials };
    const sqs = new SQSClient({ ...common, endpoint: env['AWS_ENDPOINT_URL_SQS']! });
    const s3 = new S3Client({ ...common, endpoint: env['AWS_ENDPOINT_URL_SQS']!, forcePathStyle: true });
    const [bucket, key] = [env['BUCKET_DOCUMENTS']!, `given-up/${randomUUID()}`];
    await sqs.send(new CreateQueueCommand({ QueueName: 'stream-table-dlq' }));
    const QueueUrl = `${env['AWS_ENDPOINT_URL_SQS']}/000000000000/stream-table-dlq`;
    await s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: JSON.stringify({ payload }) }));
    const detail = { bucket: { name: bucket }, object: { key } };
    await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify({ detail }) }));
    return {
      letters: async () => {
        const AttributeNames = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const;
        const { Attributes } = await sqs.send(
          new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...AttributeNames] }),
        );
        return AttributeNames.reduce((sum, name) => sum + Number(Attributes?.[name] ?? 0), 0);
      },
      kept: async () =>
        (await s3.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: key }))).Contents?.length ?? 0,
    };
  };

  const record = (image: object) => ({
    eventName: 'INSERT',
    dynamodb: { SequenceNumber: '1', NewImage: marshall(image, { removeUndefinedValues: true }) },
  });

  it('are processed from their stored content, and then deleted', async () => {
    const order = anOrder({ id: `po_${'c'.repeat(32)}`, company: stack.keys[0]?.company ?? '' });
    const reply = await failEach(JSON.stringify({ Records: [record(order)] }));
    const replayed = await run('dlq', 'replay', 'stream-table', '--url', stack.url);
    expect(replayed).toMatchObject({ status: 0, output: expect.stringContaining('1 batch of stream-table') });
    await stack.idle();
    const feed = await stack.get<{ data: { data: { order?: { id: string } } }[] }>('/v2/webhook-events', {
      key: stack.keys[0]?.key ?? '',
      query: { limit: '100' },
    });
    expect(feed.body.data.map(({ data }) => data.order?.id)).toContain(order.id);
    expect([await reply.letters(), await reply.kept()]).toEqual([0, 0]);
  });

  it('are deleted when they are obsolete', async () => {
    const reply = await failEach({ Records: [] });
    const dropped = await run('dlq', 'drop', 'stream-table', '--url', stack.url);
    expect(dropped).toMatchObject({
      status: 0,
      output: expect.stringContaining('1 dead letter of stream-table deleted'),
    });
    expect(await reply.letters()).toBe(0);
  });

  it('are kept when they fail again, and reported with a remedy', async () => {
    const reply = await failEach({ Records: [record({ type: 'order', pk: 'ORDER#x', sk: 'order' })] });
    const replayed = await run('dlq', 'replay', 'stream-table', '--url', stack.url);
    expect(replayed).toMatchObject({ status: 1, output: expect.stringContaining('webhooks reemit') });
    expect([await reply.letters(), await reply.kept()]).toEqual([1, 1]);
  });
});

describe('the encryption key of signing secrets', () => {
  it('can be exchanged: secrets are encrypted again, and deliveries continue with the same secrets', async () => {
    const key = stack.key('nordlys');
    const registered = await stack.call<{ id: string; secret: string }>('POST', '/v2/webhook-endpoints', {
      key,
      idempotencyKey: true,
      body: { url: receiver.url, events: ['order.created'] },
    });
    expect(registered.status).toBe(201);
    const rotate = () => run('secrets', 'rotate', 'webhook-secrets', '--url', stack.url);
    expect((await rotate()).output).toMatch(/^Version 2 of webhook-secrets .*: in use from /);
    await stack.advance(601);
    expect(await rotate()).toMatchObject({
      status: 0,
      output: expect.stringContaining('1 webhook endpoints encrypted'),
    });
    expect((await rotate()).output).toContain('nothing is encrypted with a former one');
    const retired = await run('secrets', 'retire', 'webhook-secrets', '--url', stack.url);
    expect(retired).toMatchObject({ status: 0, output: expect.stringContaining('before version 2 are removed') });
    await stack.advance(301);
    receiver.received.length = 0;
    receiver.behavior = (_, answer) => answer.writeHead(204).end();
    await stack.call('POST', `/v2/webhook-endpoints/${registered.body.id}/ping`, { key, idempotencyKey: true });
    await until(() => receiver.received.length > 0);
    expect(verifyWebhook(receiver.received[0]!.raw, receiver.received[0]!.headers, registered.body.secret).id).toMatch(
      /^evt_/,
    );
  });
});

it('events are triggered by the clock of the stack, and items are extended from their own validity', async () => {
  await stack.advance(20 * 365 * 86_400);
  expect(await run('trigger', 'order.delivery_changed', '--url', stack.url)).toMatchObject({ status: 0 });
  expect(await run('trigger', 'item.extended', '--url', stack.url)).toMatchObject({ status: 0 });
});

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { DynamoDBClient, ScanCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { integrityKey } from '../../functions/domain/reporting/reports/rows.ts';
import { order } from '../support/sales.ts';
import { startStack, type RunningStack } from '../support/stack.ts';
import { at, deploymentOf, type Properties } from '../stack/templates.ts';

/** Names of the variables of each function in the templates. */
const variablesOf = new Map(
  deploymentOf({ env: 'demo' })
    .all('AWS::Lambda::Function')
    .map(({ properties }) => [
      String(properties['FunctionName']),
      Object.keys((at(properties, 'Environment.Variables') ?? {}) as Properties),
    ]),
);

let stack: RunningStack;
let local: Record<string, string>;
let services: Server;
/** Names of functions whose settings were read. */
let read: string[] = [];
/** Dead letters, and the operations that the queue service received. */
let letters: string[] = [];
let queued: string[] = [];

const replyOf = (operation: string, input: Record<string, unknown>, url: string): object => {
  queued.push(operation);
  if (operation === 'GetQueueUrl') return { QueueUrl: `${url}/000000000000/${String(input['QueueName'])}` };
  const body = operation === 'ReceiveMessage' ? letters.pop() : undefined;
  if (body === undefined) return {};
  const MD5OfBody = createHash('md5').update(body).digest('hex');
  return { Messages: [{ MessageId: '1', ReceiptHandle: '1', Body: body, MD5OfBody }] };
};

beforeAll(async () => {
  stack = await startStack();
  local = await stack.control<Record<string, string>>('GET', '/environment');
  // Lambda, with the variables of the templates and the values of the stack, and SQS.
  services = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [, name] = /^\/2015-03-31\/functions\/([\w-]+)\/configuration$/.exec(request.url ?? '') ?? [];
      if (name !== undefined) {
        read.push(name);
        const names = variablesOf.get(name);
        const Variables = Object.fromEntries((names ?? []).map((each) => [each, local[each] ?? '']));
        response.writeHead(names ? 200 : 404).end(JSON.stringify({ Environment: { Variables } }));
        return;
      }
      const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
      const input = JSON.parse(Buffer.concat(chunks).toString() || '{}') as Record<string, unknown>;
      response.end(JSON.stringify(replyOf(operation, input, `http://${request.headers.host}`)));
    });
  });
  await new Promise<void>((resolve) => services.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  services.close();
  await stack.stop();
});

const client = { region: 'eu-west-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local-secret' } };

/** Runs a command as an operator of a deployed environment does: with credentials, and without settings. */
const deployed = (...args: string[]): Promise<{ status: number; output: string }> => {
  const url = `http://127.0.0.1:${(services.address() as AddressInfo).port}`;
  const env = {
    PATH: process.env['PATH'] ?? '',
    ...Object.fromEntries(Object.entries(local).filter(([name]) => name.startsWith('AWS_'))),
    AWS_ENDPOINT_URL_LAMBDA: url,
    AWS_ENDPOINT_URL_SQS: url,
    TABLE_NAME: local['TABLE_NAME'] ?? '',
  };
  [read, queued] = [[], []];
  return new Promise((done) => {
    execFile(process.execPath, ['bin/ops.ts', ...args, '--env', 'demo'], { env }, (error, stdout, stderr) =>
      done({ status: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    );
  });
};

describe('a command for a deployed environment has the settings that it needs', () => {
  it.each([
    [
      ['companies', 'create', '--slug', 'newco', '--name', 'New', '--country', 'DK', '--currency', 'DKK'].concat(
        '--admin',
        'ada@example.com',
      ),
      'Created newco',
    ],
    [
      ['issue', '--company', 'nordlys', '--kind', 'special_voucher', '--title', 'Spa', '--quantity', '2'],
      '2 items of order',
    ],
    [['integrity', '--company', 'nordlys', '--now'], 'the books agree'],
    [['recount', '--company', 'nordlys'], 'counted again'],
    [['secrets', 'list'], 'in use'],
    [['import', 'events/demo.json', '--dry-run'], 'Nothing was written'],
  ])('%j', async (args, output) => {
    expect(await deployed(...args)).toMatchObject({ status: 0, output: expect.stringContaining(output) });
    expect(read.filter((name) => !variablesOf.has(name))).toEqual([]);
  });

  it('erases a person with the documents of an order', async () => {
    const key = stack.keys.find(({ company }) => company === 'nordlys')?.key ?? '';
    const { id } = await order(stack, { key, name: 'erased' });
    const settlement = { mode: 'invoice', external_reference: id };
    await stack.post(`/v2/orders/${id}/settle`, { key, body: settlement, idempotencyKey: true });
    await stack.idle();
    const erasure = await deployed('privacy', 'erase', '--email', 'anna@example.test', '--company', 'nordlys');
    expect(erasure).toMatchObject({ status: 0, output: expect.stringContaining('orders 1, items 1') });
  });

  it('processes a batch of a stream like its consumer, and calls no other queue for a batch of items', async () => {
    const table = new DynamoDBClient({ ...client, endpoint: local['AWS_ENDPOINT_URL_DYNAMODB'] ?? '' });
    const { Items = [] } = await table.send(new ScanCommand({ TableName: local['TABLE_NAME'] }));
    const items = Items.filter(({ type }) => type?.S === 'item');
    expect(items.length).toBeGreaterThan(0);
    const Records = items.map((NewImage, place) => ({ dynamodb: { NewImage, SequenceNumber: String(place) } }));
    const place = { Bucket: local['BUCKET_DOCUMENTS'], Key: 'given-up/batch' };
    const store = new S3Client({ ...client, endpoint: local['AWS_ENDPOINT_URL_S3'] ?? '', forcePathStyle: true });
    const Body = JSON.stringify({ payload: JSON.stringify({ Records }) });
    await store.send(new PutObjectCommand({ ...place, Body }));
    letters = [JSON.stringify({ detail: { bucket: { name: place.Bucket }, object: { key: place.Key } } })];
    const replay = await deployed('dlq', 'replay', 'stream-table');
    expect(replay).toMatchObject({ status: 0, output: expect.stringContaining('1 batch of stream-table processed') });
    expect(new Set(queued)).toEqual(new Set(['GetQueueUrl', 'ReceiveMessage', 'DeleteMessage']));
  });
});

it('a disagreement of the books is the result of the command that checks them', async () => {
  expect(await deployed('integrity', '--company', 'nordlys', '--now')).toMatchObject({ status: 0 });
  const { pk, sk } = integrityKey('nordlys');
  await new DynamoDBClient({ ...client, endpoint: local['AWS_ENDPOINT_URL_DYNAMODB'] ?? '' }).send(
    new UpdateItemCommand({
      TableName: local['TABLE_NAME'],
      Key: { pk: { S: pk }, sk: { S: sk } },
      UpdateExpression: 'SET checks[0].faults = :one',
      ExpressionAttributeValues: { ':one': { N: '1' } },
    }),
  );
  expect(await deployed('integrity', '--company', 'nordlys')).toMatchObject({
    status: 1,
    output: expect.stringMatching(/the books do not agree[^]*\nThe books do not agree: nordlys\.\n$/),
  });
  expect(await deployed('integrity', '--company', 'nordlys', '--now')).toMatchObject({ status: 0 });
});

it('a command whose reader closes the pipe does not report success', async () => {
  const command = spawn(process.execPath, ['bin/ops.ts', 'import', '--schema'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  command.stdout.destroy();
  expect(await once(command, 'exit')).toEqual([141, null]);
});

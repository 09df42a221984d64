import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pointAt } from '../../../lib/ops/target.ts';

/** Longer than functions wait for DynamoDB. */
const SLOW_MS = 3_500;

let reads = 0;
const server = createServer((request, response) => {
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const replies: Record<string, object> = {
    '/_local/clock': { now: new Date().toISOString() },
    '/_local/environment': {
      AWS_ENDPOINT_URL_DYNAMODB: `${address}/table`,
      AWS_REGION: 'eu-west-1',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      TABLE_NAME: 'slow',
    },
  };
  const reply = replies[request.url ?? ''];
  if (!reply) reads++;
  const send = () => response.setHeader('Content-Type', 'application/x-amz-json-1.0').end(JSON.stringify(reply ?? {}));
  setTimeout(send, reply ? 0 : SLOW_MS);
});
beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
afterAll(() => new Promise((done) => server.close(done)));

test('an operator command waits for the table of a busy local stack, and does not repeat its call', async () => {
  await pointAt({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  const { getRow } = await import('../../../functions/storage/table.ts');
  expect(await getRow({ pk: 'any', sk: 'row' })).toBeUndefined();
  expect(reads).toBe(1);
});

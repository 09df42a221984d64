import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readSource, writeTarget } from '../../../functions/isolated/source.ts';
import { callOwnApi } from '../../../functions/adapters/own-api/call.ts';

/** Serves one request per connection and resets it at the next one, like a peer that has forgotten the connection. */
let server: Server;
let url = '';

beforeEach(async () => {
  const used = new WeakSet<Socket>();
  server = createServer(({ socket, method }, reply) => {
    if (used.has(socket)) {
      socket.resetAndDestroy();
      return;
    }
    used.add(socket);
    reply.setHeader('content-type', 'application/json').end(method === 'HEAD' ? '' : '{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const service of ['SESV2', 'LAMBDA', 'S3']) vi.stubEnv(`AWS_ENDPOINT_URL_${service}`, url);
  vi.stubEnv('AWS_REGION', 'eu-north-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.stubEnv('BASE_URL', url);
  vi.stubEnv('BUCKET_PICTURES', 'pictures');
  vi.stubEnv('FUNCTION_INSPECT_PDF', 'inspect-pdf');
  vi.resetModules();
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  vi.unstubAllEnvs();
});

const limit = new AbortController().signal;

it.each<[string, () => Promise<unknown>]>([
  [
    'an email',
    async () => {
      const { sendMail } = await import('../../../functions/adapters/mail/send.ts');
      return sendMail({ to: 'bo@example.com', mime: Buffer.from('Subject: Hi\r\n\r\nHi'), tags: [] });
    },
  ],
  [
    'an event for an isolated function',
    async () => {
      const { callIsolated } = await import('../../../functions/adapters/isolated/call.ts');
      return callIsolated('inspect-pdf', {});
    },
  ],
  [
    'a single read of an object',
    async () => {
      const { getObjectUpTo } = await import('../../../functions/adapters/objects/store.ts');
      return getObjectUpTo('pictures', 'key', 100, { once: true });
    },
  ],
  ['a read by an isolated function', () => readSource({ url }, 100)],
  ['a write by an isolated function', () => writeTarget({ url, headers: {} }, Buffer.from('{}'))],
  ['a step of a synthetic sale', () => callOwnApi({ method: 'POST', path: '/', key: 'key', body: {}, limit })],
])('%s is not sent on a connection that no longer works', async (_, call) => {
  const outcomes: string[] = [];
  for (let turn = 0; turn < 3; turn++) outcomes.push(await call().then(() => 'answered', String));
  expect(outcomes).toEqual(['answered', 'answered', 'answered']);
});

import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

let server: Server;
let answer: (request: string) => string | undefined;

beforeEach(async () => {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      const text = answer(bytes.toString());
      if (text === 'reset') socket.resetAndDestroy();
      else if (text !== undefined) socket.end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  vi.stubEnv('AWS_ENDPOINT_URL_SESV2', `http://127.0.0.1:${port}`);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.resetModules();
});
afterEach(() => {
  server.close();
  vi.unstubAllEnvs();
});

/** Whether an email may have been sent, by the outcome of the call. */
const outcome = async (): Promise<'sent' | 'unknown' | 'not sent'> => {
  const { sendMail, MailOutcomeUnknown } = await import('../../../functions/adapters/mail/send.ts');
  try {
    await sendMail({ to: 'bo@example.com', mime: Buffer.from('Subject: Hi\r\n\r\nHi'), tags: [] });
    return 'sent';
  } catch (error) {
    return error instanceof MailOutcomeUnknown ? 'unknown' : 'not sent';
  }
};

it('an email that the service accepted counts as sent, and one that it refused does not', async () => {
  const body = '{"MessageId":"1"}';
  answer = () =>
    `HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  expect(await outcome()).toBe('sent');
  answer = () => 'HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}';
  expect(await outcome()).toBe('not sent');
});

it('an email whose response is incomplete or late has an unknown outcome', async () => {
  answer = () => 'reset';
  expect(await outcome()).toBe('unknown');
  const taken = Promise.withResolvers<void>();
  answer = () => {
    taken.resolve();
    return undefined;
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const waiting = outcome();
  await taken.promise;
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  expect(await waiting).toBe('unknown');
});

it('an email without a recipient is not sent', async () => {
  await new Promise((resolve) => server.close(resolve));
  expect(await outcome()).toBe('not sent');
});

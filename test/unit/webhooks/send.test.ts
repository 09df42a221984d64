import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { sendWebhook } from '../../../functions/adapters/webhooks/send.ts';
import { CERTIFICATE, PRIVATE_KEY } from './certificate.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const listen = async (answer: RequestListener, secure = false): Promise<number> => {
  const server = secure ? createSecureServer({ key: PRIVATE_KEY, cert: CERTIFICATE }, answer) : createServer(answer);
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return (server.address() as AddressInfo).port;
};

const post = (url: string, dialling = {}) =>
  sendWebhook({ url, headers: { 'X-Mark': 'a' }, body: Buffer.from('{"ø":1}'), allowsLoopback: true }, dialling);

describe('sending a webhook', () => {
  it('posts the body unchanged and returns the status and the first bytes of the response', async () => {
    let seen: { headers: IncomingHttpHeaders; body: string; method: string | undefined } | undefined;
    const port = await listen((request, answer) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        seen = { headers: request.headers, body: Buffer.concat(chunks).toString(), method: request.method };
        answer.writeHead(201).end('thanks');
      });
    });
    const outcome = await post(`http://127.0.0.1:${port}/hook?a=1`);
    expect(outcome).toMatchObject({ httpStatus: 201, excerpt: 'thanks' });
    expect(outcome.failure).toBeUndefined();
    expect(seen).toMatchObject({ body: '{"ø":1}', method: 'POST' });
    expect(seen?.headers).toMatchObject({ 'x-mark': 'a', 'content-length': '8' });
  });

  it('does not follow a redirect', async () => {
    let followed = 0;
    const target = await listen((_, answer) => {
      followed++;
      answer.end();
    });
    const port = await listen((_, answer) => {
      answer.writeHead(307, { Location: `http://127.0.0.1:${target}/` }).end();
    });
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ httpStatus: 307 });
    expect(followed).toBe(0);
  });

  it('stops reading an endless response, and returns at most 512 characters of it', async () => {
    let sent = 0;
    const port = await listen((_, answer) => {
      const chunk = Buffer.alloc(16 * 1024, 'x');
      const pour = (): void => {
        while (!answer.destroyed && answer.write(chunk)) sent += chunk.length;
      };
      answer.on('drain', pour);
      pour();
    });
    const outcome = await post(`http://127.0.0.1:${port}/`, { timeoutMs: 3000 });
    expect(outcome).toMatchObject({ httpStatus: 200 });
    expect(outcome.durationMs).toBeLessThan(2000);
    expect(outcome.excerpt?.length).toBeLessThanOrEqual(512);
    expect(sent).toBeLessThan(16 * 1024 * 1024);
  });

  it('stops waiting for a receiver that does not respond in time', async () => {
    const port = await listen(() => {});
    const outcome = await post(`http://127.0.0.1:${port}/`, { timeoutMs: 200 });
    expect(outcome).toMatchObject({ failure: 'timeout' });
    expect(outcome.httpStatus).toBeUndefined();
  });

  it('counts the status that arrived in time, even with a slow body', async () => {
    const port = await listen((_, answer) => {
      answer.writeHead(200).write('slowly');
    });
    expect(await post(`http://127.0.0.1:${port}/`, { timeoutMs: 300 })).toMatchObject({ httpStatus: 200 });
  });

  it.each([
    ['no process listens', 'http://127.0.0.1:1/', 'connection_refused'],
    ['the address contains credentials', 'http://user:pw@127.0.0.1:1/', 'address_not_public'],
  ])('returns in one word why there was no response: %s', async (_, url, failure) => {
    expect(await post(url)).toMatchObject({ failure });
  });

  it('reports a name that does not resolve and a response that is not HTTP', async () => {
    const resolve = () => Promise.reject(new Error('no such name'));
    expect((await post('https://hooks.example.com/', { resolve })).failure).toBe('connection_failed');
    const port = await listen((request) => {
      request.socket.end('garbage\r\n\r\n');
    });
    expect((await post(`http://127.0.0.1:${port}/`)).failure).toBe('malformed_answer');
  });
});

describe('malicious responses from receivers', () => {
  /** A server that sends raw bytes after a request. */
  const respondWith = async (writeTo: (socket: Socket) => void): Promise<string> => {
    const port = await listen((request) => {
      request.resume().on('end', () => writeTo(request.socket));
    });
    return `http://127.0.0.1:${port}/`;
  };

  it('a status that arrives in time counts, whatever the body', async () => {
    const reset = await respondWith((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nabc');
      setTimeout(() => socket.resetAndDestroy(), 50);
    });
    expect(await post(reset)).toMatchObject({ httpStatus: 200 });
    const nonsense = await respondWith((socket) => {
      socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZZ\r\nhello\r\n');
    });
    expect(await post(nonsense)).toMatchObject({ httpStatus: 200 });
  });

  it('a switch of protocols is a response, but not a success, and the sender does not wait for more', async () => {
    const url = await respondWith((socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    });
    const outcome = await post(url);
    expect(outcome).toMatchObject({ httpStatus: 101 });
    expect(outcome.durationMs).toBeLessThan(1000);
  });

  it.each([
    ['hangs up', (socket: Socket) => socket.end(), 'connection_reset'],
    ['resets the connection', (socket: Socket) => socket.resetAndDestroy(), 'connection_reset'],
    ['never ends its headers', (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\nX-A: b\r\n'), 'timeout'],
    [
      'only sends an informational response',
      (socket: Socket) => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'),
      'timeout',
    ],
  ])('an endpoint that %s counts as not responding', async (_, writeTo, failure) => {
    const url = await respondWith((socket) => void writeTo(socket));
    expect(await post(url, { timeoutMs: 300 })).toMatchObject({ failure });
  });
});

describe('several IP addresses', () => {
  it('the next IP address is tried only when the connection is refused', async () => {
    let arrived = 0;
    const port = await listen((_, answer) => {
      arrived++;
      answer.writeHead(500).end();
    }, true);
    const resolve = () => Promise.resolve(['127.0.0.9', '127.0.0.1']);
    const outcome = await post(`https://hooks.example.com:${port}/`, { resolve, ca: CERTIFICATE });
    expect(outcome).toMatchObject({ httpStatus: 500 });
    expect(arrived).toBe(1);
  });
});

describe('TLS and names', () => {
  const resolve = () => Promise.resolve(['127.0.0.1']);

  it('an untrusted certificate is rejected', async () => {
    const port = await listen((_, answer) => answer.end(), true);
    const outcome = await post(`https://hooks.example.com:${port}/`, { resolve });
    expect(outcome).toMatchObject({ failure: 'certificate_not_accepted' });
  });

  it('a certificate for another name is refused, the right one is accepted', async () => {
    const port = await listen((_, answer) => answer.writeHead(204).end(), true);
    const trust = { resolve, ca: CERTIFICATE };
    expect(await post(`https://other.example.com:${port}/`, trust)).toMatchObject({
      failure: 'certificate_not_accepted',
    });
    expect(await post(`https://hooks.example.com:${port}/`, trust)).toMatchObject({ httpStatus: 204 });
  });

  it('a name server that changes its answer cannot redirect the connection, which uses the checked IP address', async () => {
    let reached = 0;
    const port = await listen((_, answer) => {
      reached++;
      answer.end();
    }, true);
    let asked = 0;
    const rebinding = () => Promise.resolve(asked++ === 0 ? ['203.0.113.1'] : ['127.0.0.1']);
    const strict = {
      url: `https://hooks.example.com:${port}/`,
      headers: {},
      body: Buffer.from('{}'),
      allowsLoopback: false,
    };
    expect(await sendWebhook(strict, { resolve: rebinding, timeoutMs: 500 })).toMatchObject({
      failure: 'address_not_public',
    });
    asked = 0;
    const plausible = () => Promise.resolve(asked++ === 0 ? ['93.184.216.34'] : ['127.0.0.1']);
    const outcome = await sendWebhook(strict, { resolve: plausible, timeoutMs: 500, ca: CERTIFICATE });
    expect(outcome.httpStatus).toBeUndefined();
    expect(asked).toBe(1);
    expect(reached).toBe(0);
  });
});

import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  ResponseTooLong,
  requestOutside,
  RedirectRefused,
  type OutsideRequest,
} from '../../../functions/adapters/outside/request-outside.ts';
import { AddressRefused } from '../../../functions/adapters/outside/resolve.ts';
import { CERTIFICATE, PRIVATE_KEY } from '../webhooks/certificate.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const listen = async (answer: RequestListener, secure = false): Promise<string> => {
  const server = secure ? createSecureServer({ key: PRIVATE_KEY, cert: CERTIFICATE }, answer) : createServer(answer);
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return `${secure ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const redirecting = (status: number, location: string): Promise<string> =>
  listen((_, answer) => {
    answer.writeHead(status, { Location: location }).end();
  });

const send = (url: string, more: Partial<OutsideRequest> = {}, dialling = {}) =>
  requestOutside({ url, method: 'GET', maxBytes: 1000, timeoutMs: 2000, allowsLoopback: true, ...more }, dialling);

const INSIDE = [
  'http://10.0.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::ffff:10.0.0.1]/',
  'http://192.168.1.1:8080/',
  'http://metadata.internal/',
  'http://intranet/',
  'file:///etc/passwd',
  'data:text/plain,x',
  'http://user:word@example.com/',
];

describe('requesting an external address', () => {
  it('returns status, type and bytes', async () => {
    const url = await listen((_, answer) => {
      answer.writeHead(200, { 'Content-Type': 'image/png' }).end('bytes');
    });
    const answer = await send(`${url}/a?b=1`);
    expect([answer.status, answer.contentType, answer.bytes.toString()]).toEqual([200, 'image/png', 'bytes']);
  });

  it.each(INSIDE)('never requests %s, and follows no redirect there', async (inside) => {
    await expect(send(inside)).rejects.toThrow(AddressRefused);
    const url = await redirecting(302, inside);
    await expect(send(url)).rejects.toThrow(AddressRefused);
    const twice = await redirecting(307, url);
    await expect(send(twice)).rejects.toThrow(AddressRefused);
  });

  it('requests no loopback address unless allowed, even when a name resolves to one', async () => {
    const url = await listen((_, answer) => void answer.end('inside'));
    await expect(send(url, { allowsLoopback: false })).rejects.toThrow(AddressRefused);
    const dialling = { resolve: async () => ['127.0.0.1'] };
    const named = url.replace('127.0.0.1', 'shop.example');
    await expect(send(named, { allowsLoopback: false }, dialling)).rejects.toThrow(AddressRefused);
    expect((await send(named, {}, dialling)).bytes.toString()).toBe('inside');
  });

  it('connects to the checked address, even when the name resolves to another one later', async () => {
    const url = await listen((_, answer) => void answer.end('checked'));
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    const resolve = async (): Promise<string[]> => answers.shift() ?? [];
    expect((await send(url.replace('127.0.0.1', 'shop.example'), {}, { resolve })).bytes.toString()).toBe('checked');
    expect(answers).toHaveLength(1);
  });

  it('follows at most three redirects to external addresses', async () => {
    const end = await listen((_, answer) => void answer.end('end'));
    let url = end;
    for (let hop = 1; hop <= 3; hop++) {
      url = await redirecting(302, url);
      expect((await send(url)).bytes.toString()).toBe('end');
    }
    await expect(send(await redirecting(302, url))).rejects.toThrow(RedirectRefused);
  });

  it('follows no redirect that changes the request, leaves https, or is invalid', async () => {
    const end = await listen((_, answer) => void answer.end('end'));
    await expect(send(await redirecting(302, end), { method: 'POST' })).rejects.toThrow(RedirectRefused);
    expect((await send(await redirecting(307, end), { method: 'POST' })).bytes.toString()).toBe('end');
    const secure = await listen((_, answer) => void answer.writeHead(302, { Location: end }).end(), true);
    const named = secure.replace('127.0.0.1', 'hooks.example.com');
    const dialling = { ca: CERTIFICATE, resolve: async () => ['127.0.0.1'] };
    await expect(send(named, {}, dialling)).rejects.toThrow(RedirectRefused);
    await expect(send(await redirecting(302, 'http://['))).rejects.toThrow(RedirectRefused);
    const nowhere = await listen((_, answer) => void answer.writeHead(302).end());
    await expect(send(nowhere)).rejects.toThrow(RedirectRefused);
  });

  it('reads at most the allowed number of bytes, with or without a declared length', async () => {
    let sent = 0;
    const endless = await listen((_, answer) => {
      const more = (): void => {
        sent += 1000;
        if (!answer.destroyed) answer.write('x'.repeat(1000), () => setImmediate(more));
      };
      more();
    });
    await expect(send(endless)).rejects.toThrow(ResponseTooLong);
    expect(sent).toBeLessThan(10_000_000);
    const announced = await listen((_, answer) => void answer.writeHead(200, { 'Content-Length': 1001 }).end());
    await expect(send(announced)).rejects.toThrow(ResponseTooLong);
    const exact = await listen((_, answer) => void answer.end('x'.repeat(1000)));
    expect((await send(exact)).bytes).toHaveLength(1000);
  });

  it('stops at the time limit, including redirects and slow bodies', async () => {
    const slow = await listen((_, answer) => {
      answer.writeHead(200);
      answer.write('x');
    });
    const startedAt = performance.now();
    await expect(send(await redirecting(302, slow), { timeoutMs: 300 })).rejects.toThrow();
    expect(performance.now() - startedAt).toBeLessThan(1500);
  });
});

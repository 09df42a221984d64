import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AddressRefused, addressesFor } from '../../../functions/adapters/outside/resolve.ts';
import { sendWebhook } from '../../../functions/adapters/webhooks/send.ts';
import { isLoopbackAddress, isPublicAddress } from '../../../functions/platform/addresses.ts';
import { INSIDE_HOSTS, PUBLIC_ADDRESSES, INTERNAL_ANSWERS } from './inside-addresses.ts';

const hosts = Object.entries(INSIDE_HOSTS).flatMap(([kind, spellings]) =>
  spellings.map((host) => [kind, host] as const),
);
const refuse = (name: string): Promise<string[]> => Promise.reject(new Error(`${name} must not be resolved`));

describe('internal addresses', () => {
  let server: Server;
  let connections = 0;
  beforeAll(async () => {
    server = createServer((_, answer) => answer.end('inside'));
    server.on('connection', () => connections++);
    await new Promise<void>((listening) => server.listen(0, '0.0.0.0', listening));
  });
  afterAll(() => {
    server.close();
  });

  it('are tested in at least 150 spellings', () => {
    expect(hosts.length).toBeGreaterThanOrEqual(150);
    expect(new Set(hosts.map(([, host]) => host)).size).toBe(hosts.length);
  });

  it.each(hosts)('%s: %s is rejected, and no connection is opened', async (_, host) => {
    const { port } = server.address() as AddressInfo;
    const before = connections;
    const url = `https://${host}:${port}/hook`;
    // Some spellings are not valid URLs, so they are rejected as well.
    if (!URL.canParse(url)) return;
    const options = { allowsLoopback: false, resolve: refuse };
    await expect(addressesFor(new URL(url).hostname, options)).rejects.toBeInstanceOf(AddressRefused);
    const request = { url, headers: {}, body: Buffer.from('{}'), allowsLoopback: false };
    expect(await sendWebhook(request, { resolve: refuse, timeoutMs: 500 })).toMatchObject({
      failure: 'address_not_public',
    });
    expect(connections).toBe(before);
  });

  it.each(Object.entries(INTERNAL_ANSWERS))(
    '%s resolves to an internal address and is rejected',
    async (name, answers) => {
      const resolve = () => Promise.resolve([...answers]);
      await expect(addressesFor(name, { allowsLoopback: false, resolve })).rejects.toBeInstanceOf(AddressRefused);
    },
  );

  it('only loopback is allowed when the environment permits it', async () => {
    const options = { allowsLoopback: true, resolve: refuse };
    expect(await addressesFor('127.0.0.1', options)).toEqual(['127.0.0.1']);
    expect(await addressesFor('[::1]', options)).toEqual(['::1']);
    expect(await addressesFor('localhost', options)).toEqual(['127.0.0.1', '::1']);
    for (const host of ['10.0.0.1', '[::ffff:127.0.0.1]', '169.254.169.254', '0.0.0.0', 'db.internal']) {
      await expect(addressesFor(host, options)).rejects.toBeInstanceOf(AddressRefused);
    }
  });

  it('plain http is allowed to loopback only, and to no address when that is not permitted', async () => {
    const { port } = server.address() as AddressInfo;
    const request = { url: `http://127.0.0.1:${port}/`, headers: {}, body: Buffer.from('{}') };
    expect(await sendWebhook({ ...request, allowsLoopback: true })).toMatchObject({ httpStatus: 200 });
    expect(await sendWebhook({ ...request, allowsLoopback: false })).toMatchObject({ failure: 'address_not_public' });
    const plain = { ...request, url: `http://hooks.example.com:${port}/`, allowsLoopback: true };
    const resolve = () => Promise.resolve(['93.184.216.34']);
    expect(await sendWebhook(plain, { resolve, timeoutMs: 500 })).toMatchObject({ failure: 'address_not_public' });
  });
});

describe('addresses of the public internet', () => {
  it.each(PUBLIC_ADDRESSES)('connections to %s are allowed', (address) => {
    expect(isPublicAddress(address)).toBe(true);
    expect(isLoopbackAddress(address)).toBe(false);
  });

  it('a name is resolved once', async () => {
    const lookups: string[] = [];
    const resolve = (name: string) => {
      lookups.push(name);
      return Promise.resolve(['93.184.216.34']);
    };
    expect(await addressesFor('hooks.example.com.', { allowsLoopback: false, resolve })).toEqual(['93.184.216.34']);
    expect(lookups).toEqual(['hooks.example.com']);
  });
});

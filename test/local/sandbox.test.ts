import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { verifyWebhook } from '../../functions/platform/verify-webhook.ts';
import { DemoClient } from '../../lib/demo/client.ts';
import { readyText } from '../../lib/local/ready.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let receiver: Receiver;
let stacks: string;
let key: string;
beforeAll(async () => {
  stacks = await mkdtemp(join(tmpdir(), 'stacks-'));
  [stack, receiver] = await Promise.all([startStack({ env: { LOCAL_STACKS: stacks } }), startReceiver()]);
  key = stack.key('nordlys');
});
afterAll(async () => {
  await Promise.all([stack.stop(), receiver.close()]);
  await rm(stacks, { recursive: true });
});

/** Runs a command as an operator types it, without a URL. */
const run = (file: string, ...args: string[]): Promise<{ status: number; output: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, LOCAL_STACKS: stacks };
    execFile(process.execPath, [file, ...args], { env }, (error, stdout, stderr) =>
      resolve({ status: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });

const statusOf = async (order: string): Promise<unknown> =>
  (await stack.get(`/v2/orders/${order}`, { key })).body['status'];

const ORDER = {
  items: [{ product_id: 'gift_card_value', amount: 50_000, quantity: 1 }],
  sender: { name: 'Anna Holm', email: 'anna@example.com' },
  recipient: { name: 'Bo Lind', email: 'bo@example.com' },
  return_url: 'https://shop.example/thanks',
};

describe('the sandbox', () => {
  it('has commands that find the running stack on any port', async () => {
    expect(new URL(stack.url).port).not.toBe('3000');
    const created = await run(
      'bin/ops.ts',
      'keys',
      'create',
      '--company',
      'nordlys',
      '--label',
      'x',
      '--scopes',
      'all',
    );
    expect(created.output).toMatch(/^lp_live_/);
    const sample = await run('bin/invoke.ts', 'health', 'events/health.json');
    expect(JSON.parse(sample.output)).toMatchObject({ statusCode: 200 });
  });

  it('requires a choice for a command when several stacks run', async () => {
    const second = await startStack({ env: { LOCAL_STACKS: stacks } });
    const result = await run('bin/ops.ts', 'fulfill');
    await second.stop();
    expect(result).toMatchObject({ status: 1, output: expect.stringContaining(second.url) });
    expect(result.output.trim().split('\n')).toHaveLength(1);
    expect((await run('bin/ops.ts', 'fulfill')).status).toBe(0);
  });

  it('can expire one order without moving the clock or expiring others', async () => {
    const { body } = await stack.post<{ id: string }>('/v2/orders', { key, idempotencyKey: true, body: ORDER });
    const before = await stack.nowMs();
    const triggered = await run('bin/ops.ts', 'trigger', 'order.expired');
    expect(triggered).toMatchObject({ status: 0, output: expect.stringMatching(/^order\.expired: po_/) });
    expect(await statusOf(triggered.output.trim().split(' ').at(-1) ?? '')).toBe('expired');
    expect(await statusOf(body.id)).toBe('pending_payment');
    expect((await stack.nowMs()) - before).toBeLessThan(3_600_000);
  });

  it('sends deliveries that a receiver with its own clock accepts after the clock was moved', async () => {
    const refused: string[] = [];
    let secret = '';
    receiver.behavior = ({ raw, headers }, answer) => {
      try {
        verifyWebhook(raw, headers, secret);
        answer.writeHead(204).end();
      } catch (error) {
        refused.push(String(error));
        answer.writeHead(400).end();
      }
    };
    const endpoint = await stack.post<{ id: string; secret: string }>('/v2/webhook-endpoints', {
      key,
      idempotencyKey: true,
      body: { url: receiver.url, events: ['order.created'] },
    });
    secret = endpoint.body.secret;
    await stack.advance(40 * 86_400);
    await stack.post('/v2/orders', { key, idempotencyKey: true, body: ORDER });
    await stack.idle();
    expect(refused).toEqual([]);
    const [received] = receiver.received;
    const event = JSON.parse(received?.raw.toString() ?? '{}') as { occurred_at: string };
    expect(Date.parse(event.occurred_at) - Date.now()).toBeGreaterThan(39 * 86_400_000);
  });
});

describe('the output', () => {
  const ready = {
    url: 'http://127.0.0.1:3000',
    docs: 'http://127.0.0.1:3000/docs',
    keys: [
      { company: 'nordlys', label: 'web shop', key: 'lp_live_1' },
      { company: 'fjord', label: 'till', key: 'lp_live_2' },
    ],
  };

  it('is one line with all details when a program reads it', () => {
    const text = readyText(ready, false);
    expect(JSON.parse(text.replace(/^ready /, ''))).toEqual(ready);
  });

  it('is a short ready line and a line for each key in a terminal', () => {
    const [first = '', ...keys] = readyText(ready, true).trimEnd().split('\n');
    expect(first.length).toBeLessThan(100);
    expect(keys).toEqual(['  nordlys, web shop  lp_live_1', '  fjord, till        lp_live_2']);
  });

  it('of the demo is the beginning of each response, or all of it', async () => {
    const long = 'x'.repeat(1000);
    const server = createServer((_, answer) => {
      answer.setHeader('Content-Type', 'application/json').end(JSON.stringify({ long, last: 1 }));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const lines: string[] = [];
    const spy = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
    try {
      await new DemoClient(url, 'key').call('GET', '/');
      const short = lines.splice(0).join('\n');
      await new DemoClient(url, 'key', 'full').call('GET', '/');
      const full = lines.join('\n');
      expect(short).not.toContain('"last"');
      expect(full).toContain(long);
      expect(full).toContain('"last": 1');
    } finally {
      spy.mockRestore();
      server.close();
    }
  });
});

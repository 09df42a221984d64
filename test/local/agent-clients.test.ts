import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { toolRows } from '../../functions/agents/tools.ts';
import { agentSeed, ALL_KEY, keyWithOnly, Store } from '../support/agent-shop.ts';
import { ops } from '../support/ops.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let store: Store;
beforeAll(async () => {
  stack = await startStack({ seed: agentSeed });
  store = new Store(stack);
});
afterAll(() => stack.stop());

/** The methods that both generations of the official client have. */
interface AnyClient {
  listTools: () => Promise<{ tools: { name: string }[] }>;
  callTool: (call: { name: string; arguments: Record<string, unknown> }) => Promise<Record<string, unknown>>;
  listResources: () => Promise<{ resources: { uri: string }[] }>;
  readResource: (resource: {
    uri: string;
  }) => Promise<{ contents: { uri: string; mimeType?: string; text?: string }[] }>;
  listPrompts: () => Promise<{ prompts: { name: string }[] }>;
  getPrompt: (prompt: { name: string; arguments?: Record<string, string> }) => Promise<{ messages: object[] }>;
  close: () => Promise<void>;
}

const open: AnyClient[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});

const info = { name: 'till-assistant', version: '3.1' };
const address = () => new URL('/mcp', stack.url);
const withKey = (key: string) => ({ requestInit: { headers: { Authorization: `Bearer ${key}` } } });

/** A client that uses revision 2026-07-28 if the server supports it. */
const newest = async (key = ALL_KEY): Promise<AnyClient & { revision: string | undefined }> => {
  const client = new Client(info, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StreamableHTTPClientTransport(address(), withKey(key)));
  open.push(client as unknown as AnyClient);
  return Object.assign(client as unknown as AnyClient, { revision: client.getNegotiatedProtocolVersion() });
};

/** A client that begins with `initialize`, like every client before revision 2026-07-28. */
const old = async (key = ALL_KEY): Promise<AnyClient> => {
  const client = new OldClient(info);
  await client.connect(new OldTransport(address(), withKey(key)) as Transport);
  open.push(client as unknown as AnyClient);
  return client as unknown as AnyClient;
};

describe.each([
  ['the official client of 2026-07-28', newest],
  ['the official client of the previous generation', old],
])('%s', (_, connect) => {
  test('lists all tools, and validates results against their schemas', async () => {
    const client = await connect();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(toolRows.map(({ name }) => name));
    const code = await store.card();
    const result = await client.callTool({ name: 'items_get', arguments: { code } });
    expect(result['structuredContent']).toMatchObject({ code, remaining_amount: 200 });
  });

  test('recognizes errors and previews', async () => {
    const client = await connect();
    await client.listTools();
    const refused = await client.callTool({ name: 'items_get', arguments: { code: 'NOPE' } });
    expect(refused).toMatchObject({ isError: true, structuredContent: { error: { code: 'not_found' } } });
    const args = { code: await store.card(), type: 'all', idempotency_key: crypto.randomUUID() };
    const result = await client.callTool({ name: 'items_claim', arguments: args });
    expect(result).toMatchObject({ isError: true, structuredContent: { error: { code: 'confirmation_required' } } });
    const done = await client.callTool({ name: 'items_claim', arguments: { ...args, confirm: true } });
    expect(done).toMatchObject({ structuredContent: { remaining_value: 0 } });
  });

  test('reads the reference', async () => {
    const client = await connect();
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(['docs://openapi', 'docs://errors', 'docs://webhooks']);
    const read = async (uri: string) => (await client.readResource({ uri })).contents[0];
    const openapi = await read('docs://openapi');
    expect(openapi?.mimeType).toBe('application/json');
    expect(JSON.parse(openapi?.text ?? '')).toEqual((await stack.get('/openapi.json')).body);
    expect((await read('docs://errors'))?.text).toContain('| `refund_declined` | 502 |');
    expect((await read('docs://webhooks'))?.text).toMatch(/Service-Webhook-Signature[\s\S]*constant time/);
    await expect(client.readResource({ uri: 'docs://secrets' })).rejects.toThrow(/not found/i);
  });

  test('lists prompts whose tools the key may call', async () => {
    const client = await connect();
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(expect.arrayContaining(['sell', 'redeem', 'reconcile']));
    const { messages } = await client.getPrompt({ name: 'redeem', arguments: { code: 'ABCD' } });
    expect(JSON.stringify(messages)).toMatch(/items_claim.*The code on the card: ABCD/);
    const narrow = await connect(keyWithOnly('items:read'));
    expect((await narrow.listPrompts()).prompts).toEqual([]);
  });
});

describe('the newest revision', () => {
  test('is used by the newest client, whose name is in the audit log', async () => {
    const client = await newest();
    expect(client.revision).toBe('2026-07-28');
    const args = { code: await store.card(), email: 'bo@example.com', idempotency_key: crypto.randomUUID() };
    await client.callTool({ name: 'items_resend', arguments: args });
    const { stdout } = await ops(stack, 'agents', '--company', 'store', '--count', '1');
    expect(stdout).toContain('| items_resend | till-assistant |');
    expect(stdout, 'the code is not shown in full').not.toContain(args.code);
  });
});

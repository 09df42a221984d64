import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TOOLSETS } from '../../functions/agents/tool-row.ts';
import { toolRows } from '../../functions/agents/tools.ts';
import { Agent, type Message } from '../support/agent.ts';
import { agentSeed, ALL_KEY, FOREIGN_KEY, keyWithout } from '../support/agent-shop.ts';
import type { ErrorBody } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let agent: Agent;
beforeAll(async () => {
  stack = await startStack({ seed: agentSeed });
  agent = new Agent(stack, ALL_KEY);
});
afterAll(() => stack.stop());

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const NEWEST = '2026-07-28';
const envelope = (version = NEWEST) => ({
  _meta: {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'till-assistant', version: '3' },
    'io.modelcontextprotocol/clientCapabilities': {},
  },
});
const newest = (method: string, params: object = {}, version = NEWEST) =>
  agent.send(
    method,
    { ...params, ...envelope(version) },
    {
      'MCP-Protocol-Version': version,
      'Mcp-Method': method,
      ...('name' in params ? { 'Mcp-Name': String(params.name) } : {}),
    },
  );

describe('HTTP methods, origins and protocol revisions', () => {
  test('a request without a valid key returns 401 and explains how to sign in', async () => {
    for (const key of [undefined, 'lp_live_x', `${ALL_KEY}0`]) {
      const answer = await stack.post<ErrorBody>('/mcp', { body: LIST, ...(key ? { key } : {}) });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
      expect(answer.body.error.code).toBe('unauthorized');
    }
  });

  test('a page of another origin returns 403, and a page of the same origin is accepted', async () => {
    const statusFor = async (origin: string): Promise<number> =>
      (await stack.post('/mcp', { key: ALL_KEY, body: LIST, headers: { Origin: origin } })).status;
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1', `${stack.url}.evil.example`]) {
      expect(await statusFor(origin), origin).toBe(403);
    }
    expect(await statusFor(stack.url)).toBe(200);
  });

  test('GET, PUT and DELETE return 405', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const answer = await stack.call(method, '/mcp', { key: ALL_KEY });
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toBe('POST');
    }
  });

  test('an unknown protocol revision returns 400, in the header and in the body', async () => {
    const header = await agent.send('tools/list', {}, { 'MCP-Protocol-Version': '2020-01-01' });
    expect(header.status).toBe(400);
    const named = await newest('tools/list', {}, '2099-01-01');
    expect(named.status).toBe(400);
    expect(named.body.error?.data).toMatchObject({ supported: [NEWEST], requested: '2099-01-01' });
  });

  test('revisions 2025-06-18 and 2025-11-25 begin with initialize, 2026-07-28 without it', async () => {
    for (const protocolVersion of ['2025-06-18', '2025-11-25']) {
      const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } };
      const { body, headers } = await agent.send('initialize', params);
      expect(body.result).toMatchObject({ protocolVersion, serverInfo: { name: 'gift-commerce' } });
      expect(headers.get('mcp-session-id')).toBeNull();
      const listed = await agent.send('tools/list', {}, { 'MCP-Protocol-Version': protocolVersion });
      expect(listed.status).toBe(200);
      expect(listed.headers.get('content-type')).toMatch(/^application\/json/);
    }
    const older = await agent.send('initialize', {
      protocolVersion: '2024-11-05',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    });
    expect(older.body.result).toMatchObject({ protocolVersion: '2025-11-25' });
    expect((await newest('server/discover')).body.result).toMatchObject({ supportedVersions: [NEWEST] });
    const listed = await newest('tools/list');
    expect(listed.body.result).toMatchObject({ ttlMs: expect.any(Number), cacheScope: 'private' });
    expect((listed.body.result['tools'] as object[]).length).toBe(toolRows.length);
  });

  test('a notification is accepted with 202 and no body', async () => {
    const answer = await agent.raw({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([answer.status, answer.bytes.length]).toEqual([202, 0]);
  });
});

describe('the view selected in the URL', () => {
  test('toolsets returns only the named sets, in their order', async () => {
    const names = await new Agent(stack, ALL_KEY, '?toolsets=items,commerce').names();
    const rows = toolRows.filter(({ name, toolset }) => toolset === undefined && /^(commerce|items)_/.test(name));
    expect(names).toEqual(rows.map(({ name }) => name));
    const others = await new Agent(stack, ALL_KEY, '?toolsets=redemptions&readonly=true').names();
    expect(others).toEqual(['items_list_redemptions', 'items_get_redemption']);
  });

  test('readonly returns only read-only tools, and hidden tools cannot be called', async () => {
    const reader = new Agent(stack, ALL_KEY, '?readonly=true&toolsets=items');
    const tools = await reader.tools();
    expect(tools.map(({ name }) => name)).toEqual(['items_search', 'items_get']);
    expect(tools.every(({ annotations }) => annotations['readOnlyHint'])).toBe(true);
    const { body } = await reader.send('tools/call', { name: 'items_cancel', arguments: {} });
    expect(body.error?.code).toBe(-32602);
  });

  test('an unknown set is rejected with the names of the known sets', async () => {
    const answer = await new Agent(stack, ALL_KEY, '?toolsets=commerce,gifts').send('tools/list');
    expect(answer.status).toBe(422);
    const { error } = answer.body as unknown as ErrorBody;
    expect(error.fields?.['toolsets']?.[0]).toContain(TOOLSETS.join(', '));
  });
});

describe('hostile input', () => {
  const isClear = ({ status, body }: { status: number; body: Message<unknown> }) => {
    expect(status).toBeLessThan(500);
    expect(JSON.stringify(body)).toMatch(/"message":"[^"]{5,}"/);
  };

  test('a batch is rejected as a whole', async () => {
    for (const batch of [[LIST, LIST], [LIST], []]) {
      const { status, body } = await agent.raw<Message<unknown>>(batch);
      expect([status, body.error?.code]).toEqual([400, -32600]);
    }
  });

  test.for(['', 'x', '{', '"text"', '7', 'null', 'true', '{}', '{"jsonrpc":"1.0","id":1,"method":"tools/list"}'])(
    'the body %s returns a clear error',
    async (body) => isClear(await agent.raw<Message<unknown>>(body)),
  );

  test('an id that is not a whole number is rejected and not repeated in the error', async () => {
    for (const id of [1.5, -(2 ** 53)]) {
      const { status, body } = await agent.raw<Message<unknown>>({ ...LIST, id });
      expect([status, body.id, body.error?.code]).toEqual([400, null, -32_600]);
    }
  });

  test('bodies of 10 MB and 5 MB are rejected as too large, and another content type as not JSON', async () => {
    expect((await agent.raw('x'.repeat(10 * 1024 * 1024 + 1))).status).toBe(413);
    expect((await agent.raw(JSON.stringify({ ...LIST, params: { x: 'x'.repeat(5_000_000) } }))).status).toBe(413);
    expect((await agent.raw(JSON.stringify(LIST), { 'Content-Type': 'text/plain' })).status).toBe(415);
  });

  test('arguments with 100,000 levels of nesting are rejected', async () => {
    const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"account_get","arguments":${deep}}}`;
    const answer = await agent.raw<Message<unknown>>(body);
    expect([answer.status, answer.body.error?.code]).toEqual([400, -32600]);
  });

  test.for(['1', '"text"', '[]', '{"constructor": 1}', '{"toString": "x"}'])(
    'arguments %s are rejected as unknown to the tool',
    async (text) => {
      const given = JSON.parse(text) as unknown;
      const { status, body } = await agent.send('tools/call', { name: 'account_get', arguments: given });
      expect(status).toBeLessThan(500);
      const isError = body.error !== undefined || (body.result as { isError?: boolean }).isError === true;
      expect(isError).toBe(true);
    },
  );

  test.for([
    '__proto__',
    'constructor',
    'toString',
    'no_such_tool',
    '',
    'x'.repeat(10_000),
    'items_get\n',
    '../items_get',
  ])('a tool named %j does not exist', async (name) => {
    const { status, body } = await agent.send('tools/call', { name, arguments: {} });
    expect(status).toBeLessThan(500);
    expect(body.error?.code).toBe(-32602);
  });

  test.for(['constructor', '__proto__', 'toString', 'valueOf', 'no_such'])(
    'a tool or prompt named %j is reported as unknown, in every revision',
    async (name) => {
      for (const send of [agent.send.bind(agent), newest]) {
        const tool = await send('tools/call', { name, arguments: {} });
        expect(tool.body.error).toEqual({ code: -32602, message: `Tool ${name} not found` });
        const prompt = await send('prompts/get', { name });
        expect(prompt.body.error).toEqual({ code: -32602, message: `Prompt ${name} not found` });
      }
    },
  );

  test.for<[string, object, string]>([
    ['prompts/get', { name: 'redeem', arguments: { code: 5 } }, 'arguments.code: This must be a text.'],
    ['prompts/get', { name: 7 }, 'name: This must be a text.'],
    ['tools/call', { name: 'account_get', arguments: 5 }, 'arguments: This must be an object.'],
    ['resources/read', { uri: 5 }, 'uri: This must be a text.'],
  ])('%s with %j returns an error about its parameters, in every revision', async ([method, params, fault]) => {
    for (const send of [agent.send.bind(agent), newest]) {
      expect((await send(method, params)).body.error).toEqual({ code: -32602, message: `Invalid params: ${fault}` });
    }
  });

  test('an unknown resource returns error -32602 in every revision', async () => {
    const uri = 'docs://unknown';
    for (const version of ['2025-06-18', '2025-11-25', NEWEST]) {
      const headers = { 'MCP-Protocol-Version': version, 'Mcp-Method': 'resources/read', 'Mcp-Name': uri };
      const params = { uri, ...(version === NEWEST ? envelope() : {}) };
      const error = { code: -32602, message: `Resource not found: ${uri}`, data: { uri } };
      expect((await agent.send('resources/read', params, headers)).body.error, version).toEqual(error);
    }
  });

  test('a malformed initialize returns an error about its parameters', async () => {
    const params = { protocolVersion: 5, capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    expect((await agent.send('initialize', params)).body.error).toEqual({
      code: -32602,
      message: 'Invalid params: protocolVersion: This must be a text.',
    });
  });

  test.for(['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'])(
    '%s refuses a cursor, since it has one page',
    async (method) => {
      for (const send of [agent.send.bind(agent), newest]) {
        for (const cursor of ['invented', '', 5]) {
          expect((await send(method, { cursor })).body.error?.code).toBe(-32602);
        }
        expect((await send(method)).body.error).toBeUndefined();
      }
    },
  );

  test('all invalid arguments are reported at once, and nothing is changed', async () => {
    const faults = async (name: string, given: object) =>
      (await agent.call(name, { ...given })).structuredContent.error;
    expect(await faults('items_claim', { code: '', confirm: 'yes', idempotency_key: 7, company: {} })).toMatchObject({
      code: 'validation_failed',
      fields: {
        code: [expect.any(String)],
        confirm: [expect.any(String)],
        idempotency_key: [expect.any(String)],
        company: [expect.any(String)],
      },
    });
    const unknown = await faults('items_get', { code: 'X', colour: 'red', confirm: true });
    expect(Object.keys(unknown?.fields ?? {})).toEqual(['colour', 'confirm']);
    const nested = {
      idempotency_key: 'k',
      items: [{ product_id: 'gift_card_value', amount: 20000, quantity: 1, price: 1 }],
    };
    expect(Object.keys((await faults('commerce_create_order', nested))?.fields ?? {})).toEqual([
      'items.0.price',
      'sender',
    ]);
    expect((await faults('commerce_list_products', { limit: { a: 1 } }))?.fields).toHaveProperty('limit');
    const draft = { idempotency_key: 'k', values: { colour: 'red' } };
    expect((await faults('orderpage_create_draft', draft))?.fields?.['values.colour']).toEqual([
      'No field has this path. orderpage_list_fields lists those there are.',
    ]);
    const half = await agent.send('tools/call', { name: 'items_get', arguments: { code: '\ud800' } });
    expect([half.status, half.body.error?.code]).toEqual([400, -32600]);
    expect((await faults('items_get', { code: 'x'.repeat(5000) }))?.code).toBe('not_found');
  });

  const TEXT = 'This must be a text.';
  const WHOLE = 'This must be a whole number.';
  const SWITCH = 'This must be true or false.';
  test.for<[string, string, unknown, string]>([
    ['commerce_list_orders', 'status', [], TEXT],
    ['commerce_list_orders', 'status', ['paid'], TEXT],
    ['commerce_list_orders', 'created_after', ['2026-01-01'], TEXT],
    ['commerce_list_orders', 'email', null, TEXT],
    ['commerce_list_orders', 'client_reference', 7, TEXT],
    ['commerce_list_orders', 'company', null, TEXT],
    ...[true, null, [2], '2', 2.5, {}].map((limit): [string, string, unknown, string] => [
      'commerce_list_orders',
      'limit',
      limit,
      WHOLE,
    ]),
    ['items_search', 'only_claimable', 'yes', SWITCH],
    ['items_search', 'only_claimable', null, SWITCH],
    ['reports_analytics', 'offset', -1, 'This must be at least 0.'],
  ])('%s rejects %s that its schema does not allow: %j', async ([name, argument, value, message]) => {
    const { isError, structuredContent } = await agent.call(name, { [argument]: value });
    expect(isError).toBe(true);
    expect(structuredContent.error).toMatchObject({ code: 'validation_failed', fields: { [argument]: [message] } });
  });

  test('a limit out of range is clamped to the nearest bound, and its schema allows it', async () => {
    for (const limit of [0, 1000]) {
      const { isError, structuredContent } = await agent.call('commerce_list_products', { limit });
      expect([isError, structuredContent['object']]).toEqual([undefined, 'list']);
    }
  });

  test('an id of another company is not found, like an unknown one', async () => {
    const { code } = (
      await stack.post<{ items: { code: string }[] }>('/v2/items', { key: ALL_KEY, body: { amount: 200 } })
    ).body.items[0]!;
    const stranger = new Agent(stack, FOREIGN_KEY);
    const foreign = await stranger.call('items_get', { code });
    const invented = await stranger.call('items_get', { code: 'AAAA-AAAA' });
    expect(foreign.structuredContent).toEqual(invented.structuredContent);
    expect(foreign.structuredContent.error?.code).toBe('not_found');
  });

  test('lookups of unknown codes are counted, even in previews', async () => {
    const guesser = new Agent(stack, keyWithout('reports:read'));
    // Guesses of earlier tests have expired.
    await stack.advance(60);
    const guess = async (at: number): Promise<string | undefined> => {
      const args = { code: `GUESS-${at}`, type: 'all', idempotency_key: String(at) };
      return (await guesser.call('items_claim', args)).structuredContent.error?.code;
    };
    const codes = await Promise.all(Array.from({ length: 70 }, (_, at) => guess(at)));
    expect(codes.filter((code) => code === 'not_found').length).toBe(60);
    expect(codes.filter((code) => code === 'rate_limited').length).toBe(10);
  });

  test('a thousand concurrent calls are served or rejected with Retry-After, and only served calls count', async () => {
    const busy = new Agent(stack, keyWithout('brand:read'));
    const startedMs = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 1000 }, () => busy.send('tools/call', { name: 'account_get', arguments: {} })),
    );
    // During the calls, the rate limit refills by ten per second.
    const refilled = Math.ceil((performance.now() - startedMs) / 100);
    const answered = answers.filter(({ status }) => status === 200).length;
    expect(answers.filter(({ status }) => status === 429).length).toBe(1000 - answered);
    expect(answered).toBeGreaterThanOrEqual(600);
    expect(answered).toBeLessThanOrEqual(600 + refilled + 1);
    for (const { headers } of answers.filter(({ status }) => status === 429)) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
  }, 240_000);
});

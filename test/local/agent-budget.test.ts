import type { Context } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { agentEndpoint } from '../../functions/agents/endpoint.ts';
import { agentRoute } from '../../functions/agents/routes.ts';
import { clock } from '../../functions/platform/clock.ts';
import { gatewayEvent } from '../../lib/local/gateway/gateway-event.ts';
import { toHttpReply } from '../../lib/local/gateway/gateway-result.ts';
import { matchRoute } from '../../lib/local/gateway/route-table.ts';
import { ALL_SCOPES } from '../support/seed.ts';
import { startTable, type TestTable } from '../support/table.ts';

/** The agent server in this process with a stopped clock: rate limits do not depend on the machine. */
const BASE_URL = 'http://127.0.0.1:3000';
const LABELS = ['one by one', 'at the door', 'all at once'] as const;
const KEYS = Object.fromEntries(
  LABELS.map((label, at) => [label, `lp_live_${String(at).repeat(32)}_${'7'.repeat(64)}`]),
);
const keyOf = (label: (typeof LABELS)[number]): string => KEYS[label] ?? '';

const handler = agentEndpoint(agentRoute);
const realTime = clock.nowMs;
const START_MS = Date.parse('2030-01-01T00:00:00Z');
let table: TestTable;
beforeAll(async () => {
  table = await startTable();
  const { importOperatorData } = await import('../../functions/domain/administration/operator-data/import.ts');
  const company = { slug: 'store', name: 'Store ApS', currency: 'DKK', language: 'en', approved_urls: [] };
  await importOperatorData({
    companies: [{ ...company, contract: { checkout: true, invoice_settlement: false } }],
    api_keys: LABELS.map((label) => ({ company: 'store', label, key: keyOf(label), scopes: ALL_SCOPES })),
  });
  clock.nowMs = () => START_MS;
});
afterEach(() => {
  clock.nowMs = () => START_MS;
});
afterAll(async () => {
  clock.nowMs = realTime;
  await table.stop();
});

interface PostResult {
  status: number;
  remaining: number;
  retryAfter: number;
  body: string;
}

const post = async (key: string, body: unknown, more: Record<string, string> = {}): Promise<PostResult> => {
  const match = matchRoute('POST', '/mcp');
  if (!match) throw new Error('There is no agent server');
  const sent = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...more };
  const request = {
    method: 'POST',
    target: '/mcp',
    headers: {},
    rawHeaders: Object.entries(sent).flat(),
    body: Buffer.from(JSON.stringify(body)),
    sourceIp: '127.0.0.1',
  };
  const event = gatewayEvent(request, match, { id: crypto.randomUUID(), epochMs: START_MS, domain: '127.0.0.1:3000' });
  const { status, headers, body: answer } = toHttpReply(await handler(event, {} as Context));
  return {
    status,
    remaining: Number(headers['x-rate-limit-remaining']),
    retryAfter: Number(headers['retry-after']),
    body: answer.toString(),
  };
};

const message = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });
const tool = (name: string, given: object = {}) => message('tools/call', { name, arguments: given });
const ME = tool('account_get');

describe('the rate limit for a key', () => {
  test('counts each request once, whatever its result, including a tool call', async () => {
    const key = keyOf('one by one');
    const requests: [string, unknown, number][] = [
      ['a list', message('tools/list'), 200],
      ['a call', ME, 200],
      ['a refusal', tool('items_get', { code: 'NOPE' }), 200],
      ['a preview', tool('items_issue', { amount: 200, idempotency_key: 'k' }), 200],
      ['a change', tool('items_issue', { amount: 200, idempotency_key: 'k', confirm: true }), 200],
      ['a tool that does not exist', tool('no_such_tool'), 200],
      ['a batch', [ME, ME, ME], 400],
    ];
    for (const [at, [name, body, status]] of requests.entries()) {
      const answer = await post(key, body);
      expect([name, answer.status, answer.remaining]).toEqual([name, status, 599 - at]);
    }
  });

  test('does not count requests from a page of another origin', async () => {
    const key = keyOf('at the door');
    const foreign = await post(key, ME, { Origin: 'https://evil.example' });
    expect([foreign.status, foreign.remaining]).toEqual([403, 600]);
    const reply = await post(key, ME, { Origin: BASE_URL });
    expect([reply.status, reply.remaining]).toEqual([200, 599]);
  });

  test('serves 600 concurrent calls, rejects the others with Retry-After, and refills', async () => {
    const key = keyOf('all at once');
    const answers: PostResult[] = [];
    // Sends the calls in batches, because a slow machine returns 503 for some of them if too many are concurrent.
    while (answers.length < 650) {
      answers.push(...(await Promise.all(Array.from({ length: 50 }, () => post(key, ME)))));
    }
    const refused = answers.filter(({ status }) => status !== 200);
    expect(answers.length - refused.length).toBe(600);
    for (const { status, retryAfter, remaining, body } of refused) {
      expect([status, remaining]).toEqual([429, 0]);
      expect(retryAfter).toBeGreaterThanOrEqual(1);
      expect(JSON.parse(body)).toMatchObject({ error: { code: 'rate_limited' } });
    }
    clock.nowMs = () => START_MS + 1000;
    const later = await Promise.all(Array.from({ length: 15 }, () => post(key, ME)));
    expect(later.filter(({ status }) => status === 200).length).toBe(10);
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ToolRow } from '../../functions/agents/tool-row.ts';
import { toolRows } from '../../functions/agents/tools.ts';
import { isConfirmationRequired } from '../../functions/agents/schemas.ts';
import { scopesOf } from '../../functions/pipeline/route.ts';
import { Agent, sendAsHttp, type ListedTool } from '../support/agent.ts';
import {
  agentSeed,
  busyKey,
  AGENCY_KEY,
  FOREIGN_KEY,
  keyWithOnly,
  keyWithout,
  OLD_KEY,
  SAMPLES,
  Store,
  type Sample,
} from '../support/agent-shop.ts';
import { ops } from '../support/ops.ts';
import { startStack, type RunningStack } from '../support/stack.ts';
import { snapshot } from '../support/table-snapshot.ts';

let stack: RunningStack;
let store: Store;
let agent: Agent;
let listed: Map<string, ListedTool>;
beforeAll(async () => {
  stack = await startStack({ seed: agentSeed });
  store = new Store(stack);
  agent = new Agent(stack, busyKey(0));
  listed = new Map((await agent.tools()).map((tool) => [tool.name, tool]));
});
let started = 0;
beforeEach(() => {
  const key = busyKey(started);
  started += 1;
  store.key = key;
  agent = new Agent(stack, key);
});
afterAll(async () => {
  await store.close();
  await stack.stop();
});

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const sampleOf = async ({ name }: ToolRow): Promise<Sample> => {
  const make = SAMPLES[name];
  if (!make) throw new Error(`${name} has no sample`);
  return make(store);
};
const all = toolRows.map((row) => [row.name, row] as const);
const reads = all.filter(([, { route }]) => !route.writes);
const writes = all.filter(([, { route }]) => route.writes);
const confirmed = writes.filter(([, row]) => isConfirmationRequired(row));
const MOMENTS = /"(expires_at|checked_at)":"[^"]*"/g;
/** The URL of a preview contains its time of expiry, which differs between responses. */
const LAPSING = /\?preview=[^"]*/g;
/** A response without content is an empty object for an assistant. */
const contentOf = ({ status, body }: { status: number; body: unknown }): unknown => (status === 204 ? {} : body);
const timeless = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(MOMENTS, '"$1":""').replaceAll(LAPSING, ''));

describe('a tool that reads', () => {
  test.for(reads)('%s returns the same members as its route', async ([name, row]) => {
    const { given } = await sampleOf(row);
    expect(ajv.validate(listed.get(name)?.inputSchema ?? false, given), ajv.errorsText()).toBe(true);
    const result = await agent.call(name, given);
    const http = await sendAsHttp(stack, agent.key, row, given);
    expect(http.status).toBe(200);
    expect(result.isError).toBeUndefined();
    expect(timeless(result.structuredContent)).toEqual(timeless(http.body));
    expect(ajv.validate(listed.get(name)?.outputSchema ?? false, result.structuredContent), ajv.errorsText()).toBe(
      true,
    );
  });
});

describe('a tool that changes something', () => {
  test.for(writes)('%s is executed once for each key, over every channel', async ([name, row]) => {
    const { given, other } = await sampleOf(row);
    const args = { ...given, idempotency_key: randomUUID() };
    expect(ajv.validate(listed.get(name)?.inputSchema ?? false, { ...args, confirm: true }), ajv.errorsText()).toBe(
      true,
    );
    const first = await agent.call(name, { ...args, confirm: true });
    expect(first.isError, JSON.stringify(first.structuredContent)).toBeUndefined();
    expect(ajv.validate(listed.get(name)?.outputSchema ?? false, first.structuredContent), ajv.errorsText()).toBe(true);
    const before = await snapshot(stack);

    const again = await agent.call(name, { ...args, confirm: true });
    expect(again.structuredContent).toEqual(first.structuredContent);
    expect(again._meta).toMatchObject({ idempotency_replayed: true });
    const http = await sendAsHttp(stack, agent.key, row, args);
    expect(http.headers.get('idempotency-replayed')).toBe('true');
    expect(contentOf(http)).toEqual(first.structuredContent);

    const conflict = await agent.call(name, { ...other, idempotency_key: args.idempotency_key, confirm: true });
    expect(conflict).toMatchObject({ isError: true, structuredContent: { error: { code: 'idempotency_conflict' } } });
    expect(await snapshot(stack)).toEqual(before);
  });

  test.for(writes)('%s recognizes a key that was used over HTTP', async ([name, row]) => {
    const { given } = await sampleOf(row);
    const args = { ...given, idempotency_key: randomUUID() };
    const http = await sendAsHttp(stack, agent.key, row, args);
    expect(http.status).toBeLessThan(300);
    const result = await agent.call(name, { ...args, confirm: true });
    expect(result._meta).toMatchObject({ idempotency_replayed: true });
    expect(result.structuredContent).toEqual(contentOf(http));
  });

  test.for(writes)('%s requires a key, and documents it', async ([name, row]) => {
    const { given } = await sampleOf(row);
    const before = await snapshot(stack);
    for (const key of [{}, { idempotency_key: '  ' }]) {
      const refused = await agent.call(name, { ...given, ...key, confirm: true });
      expect(refused.isError).toBe(true);
      expect(refused.structuredContent.error).toMatchObject({ code: 'idempotency_key_required' });
      expect(Object.keys(refused.structuredContent.error?.fields ?? {})).toEqual(['idempotency_key']);
    }
    expect(await snapshot(stack)).toEqual(before);
  });

  test.for(confirmed)(
    '%s changes nothing without confirm, returns a preview, and leaves the key free',
    async ([name, row]) => {
      const { given } = await sampleOf(row);
      const args = { ...given, idempotency_key: randomUUID() };
      await stack.idle();
      const before = await snapshot(stack);
      for (const confirm of [{}, { confirm: false }]) {
        const { isError, structuredContent } = await agent.call(name, { ...args, ...confirm });
        expect(isError).toBe(true);
        expect(structuredContent.error?.code).toBe('confirmation_required');
        expect(Object.keys(structuredContent.preview ?? {}).length).toBeGreaterThan(0);
        expect(ajv.validate(listed.get(name)?.outputSchema ?? false, structuredContent), ajv.errorsText()).toBe(true);
      }
      expect(await snapshot(stack)).toEqual(before);
      const done = await agent.call(name, { ...args, confirm: true });
      expect(done.isError, JSON.stringify(done.structuredContent)).toBeUndefined();
      const preview = (await agent.call(name, args)).structuredContent.preview;
      expect(preview).toEqual({ already_done: true, answer: done.structuredContent });
    },
  );

  test('only six tools that are reversible or harmless need no confirmation', () => {
    const atOnce = writes.filter(([, row]) => !isConfirmationRequired(row)).map(([name]) => name);
    const allowed = [
      'items_resend',
      'webhooks_ping',
      'webhooks_replay_delivery',
      'orderpage_create_draft',
      'orderpage_update_draft',
      'brand_update',
    ];
    expect(allowed).toEqual(expect.arrayContaining(atOnce));
    const there = allowed.filter((name) => toolRows.some((row) => row.name === name));
    expect(atOnce.toSorted()).toEqual(there.toSorted());
  });

  test.for(writes)('%s is rejected for an unattributed key', async ([name, row]) => {
    const { given } = await sampleOf(row);
    const args = { ...given, idempotency_key: randomUUID(), confirm: true };
    const { structuredContent } = await new Agent(stack, OLD_KEY).call(name, args);
    expect(structuredContent.error?.code).toBe('credential_not_attributed');
  });

  test('at most half of a short code is listed', async () => {
    const once = () => ({ idempotency_key: randomUUID(), confirm: true });
    await agent.call('discountcodes_create', { code: 'SPRNG', percent: 10, ...once() });
    await agent.call('discountcodes_delete', { code: 'SPRNG', ...once() });
    const { stdout } = await ops(stack, 'agents', '--company', 'store', '--count', '1');
    expect(stdout).toContain('discountcodes_delete');
    expect(stdout.trim().split(' | ').at(-1)).toBe('code …NG');
  });

  test.for(writes)('%s is in the audit log with its key, tool and client', async ([name, row]) => {
    const { given } = await sampleOf(row);
    const args = { ...given, idempotency_key: randomUUID(), confirm: true };
    const { _meta } = await agent.call(name, args);
    const { stdout } = await ops(stack, 'agents', '--company', 'store', '--count', '1');
    const [, keyId, tool, client, requestId] = stdout.trim().split(' | ');
    expect({ keyId, tool, client, requestId }).toEqual({
      keyId: agent.key.split('_')[2],
      tool: name,
      client: 'test-agent/1',
      requestId: _meta?.request_id,
    });
  });
});

describe('a key', () => {
  test.for(all.filter(([, { route }]) => scopesOf(route).length > 0))(
    'without the scope of %s can neither list nor call it',
    async ([name, row]) => {
      const { given } = await sampleOf(row);
      for (const scope of scopesOf(row.route)) {
        const poor = new Agent(stack, keyWithout(scope));
        expect(await poor.names()).not.toContain(name);
        const args = { ...given, idempotency_key: randomUUID(), confirm: true };
        const hidden = await poor.send('tools/call', { name, arguments: args });
        const missing = await poor.send('tools/call', { name: 'no_such_tool', arguments: args });
        expect(hidden.body.error?.code).toBe(-32602);
        expect(hidden.body.error?.message.replace(name, '')).toBe(
          missing.body.error?.message.replace('no_such_tool', ''),
        );
      }
    },
  );

  test('with one scope lists only tools of that scope and tools without a scope', async () => {
    for (const scope of ['catalog:read', 'items:write', 'orders:refund', 'reports:read'] as const) {
      const expected = toolRows
        .filter(({ route }) => scopesOf(route).every((each) => each === scope))
        .map(({ name }) => name);
      expect(await new Agent(stack, keyWithOnly(scope)).names()).toEqual(expected);
    }
  });

  test.for(all.filter(([, row]) => !row.ownCompanyOnly && row.route.acting !== 'own'))(
    '%s acts only for companies that the key may act for',
    async ([name, row]) => {
      const { given } = await sampleOf(row);
      const args = row.route.writes ? { ...given, idempotency_key: randomUUID() } : given;
      const ours = await new Agent(stack, AGENCY_KEY).call(name, { ...args, company: 'store', confirm: undefined });
      expect(ours.structuredContent.error?.code ?? 'confirmation_required').toBe('confirmation_required');
      const foreign = await new Agent(stack, FOREIGN_KEY).call(name, { ...args, company: 'store' });
      expect(foreign.structuredContent.error?.code).toBe('not_found');
      const invented = await agent.call(name, { ...args, company: 'nobody' });
      expect(invented.structuredContent.error).toEqual(foreign.structuredContent.error);
    },
  );
});

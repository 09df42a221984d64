import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Agent, type ToolResult } from '../support/agent.ts';
import { agentSeed, ALL_KEY, Store } from '../support/agent-shop.ts';
import { ops } from '../support/ops.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'data-'));
  stack = await startStack({ dataDir: folder, seed: agentSeed });
});
afterAll(async () => {
  await stack.stop();
  await rm(folder, { recursive: true });
});

interface History {
  data: { kind: string; request_guid: string }[];
  next_cursor: string | null;
}

const CARD_VALUE = 200;
const call = (given: object): Promise<ToolResult> =>
  new Agent(stack, ALL_KEY).call('items_claim', { ...given, confirm: true });
const remaining = async (code: string): Promise<number> =>
  (await stack.get<{ remaining_amount: number }>(`/v2/items/${code}`, { key: ALL_KEY })).body.remaining_amount;
/** Idempotency keys of the redemptions in the history of a card. */
const claimsOf = async (code: string): Promise<string[]> => {
  const keys: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: Record<string, string> = cursor === '' ? {} : { starting_after: cursor };
    const { body } = await stack.get<History>(`/v2/items/${code}/history`, { key: ALL_KEY, query });
    keys.push(...body.data.filter(({ kind }) => kind === 'claim').map(({ request_guid }) => request_guid));
    cursor = body.next_cursor;
  }
  return keys;
};
/** Audit entries of one tool. */
const audited = async (): Promise<string[]> => {
  const { stdout } = await ops(stack, 'agents', '--company', 'store', '--count', '1000');
  return stdout
    .trim()
    .split('\n')
    .filter((line) => line.includes('| items_claim |'));
};

describe('a redemption by an assistant whose server crashes', () => {
  test.each(['before-commit', 'after-commit'] as const)(
    '%s is executed once when it is repeated with its key',
    async (at) => {
      const args = { code: await new Store(stack).card(), type: 'amount', amount: 30, idempotency_key: randomUUID() };
      const before = (await audited()).length;
      await stack.crash('agent', at);
      await expect(call(args)).rejects.toThrow('502');
      const again = await call(args);
      expect(again.structuredContent).toMatchObject({ claimed_amount: 30, remaining_value: CARD_VALUE - 30 });
      expect(again._meta?.['idempotency_replayed']).toBe(at === 'after-commit' ? true : undefined);
      expect(await claimsOf(args.code)).toEqual([args.idempotency_key]);
      expect((await audited()).length).toBe(before + 1);
    },
  );
});

describe('kill -9 during redemptions by assistants', () => {
  const KILLS = 4;
  const TILLS = 4;
  const AMOUNT = 1;

  test(`${KILLS} times executes every redemption exactly once, and records each in the audit log`, async () => {
    const before = (await audited()).length;
    const shop = new Store(stack);
    const tills = await Promise.all(
      Array.from({ length: TILLS }, async () => ({
        code: await shop.card(),
        sent: [] as string[],
        answered: new Set<string>(),
      })),
    );
    let over = false;
    let replies = 0;
    /** Repeats each redemption with the same key until there is a response, like an assistant. */
    const work = async ({ code, sent, answered }: (typeof tills)[number]): Promise<void> => {
      while (!over && sent.length < CARD_VALUE) {
        const idempotency_key = randomUUID();
        sent.push(idempotency_key);
        while (!answered.has(idempotency_key)) {
          const result = await call({ code, type: 'amount', amount: AMOUNT, idempotency_key }).catch(() => undefined);
          if (!result) {
            await pause(20);
            continue;
          }
          expect(result.structuredContent, idempotency_key).toMatchObject({ claimed_amount: AMOUNT });
          answered.add(idempotency_key);
          replies++;
        }
      }
    };
    const workers = tills.map(work);
    for (let kill = 0; kill < KILLS; kill++) {
      for (const enough = replies + TILLS; replies < enough;) await pause(5);
      await pause(Math.random() * 100);
      await stack.kill();
      stack = await startStack({ dataDir: folder });
    }
    over = true;
    await Promise.all(workers);
    await stack.idle();
    for (const { code, sent, answered } of tills) {
      expect([...answered]).toEqual(sent);
      expect((await claimsOf(code)).toSorted()).toEqual(sent.toSorted());
      expect(await remaining(code)).toBe(CARD_VALUE - sent.length * AMOUNT);
    }
    expect(replies).toBeGreaterThanOrEqual(KILLS * TILLS);
    expect((await audited()).length).toBe(before + replies);
  }, 300_000);
});

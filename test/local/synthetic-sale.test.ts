import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYNTHETIC_COMPANY } from '../../functions/platform/synthetic.ts';
import { ops } from '../support/ops.ts';
import { ruleSeed } from '../support/seed.ts';
import { startStack, type RunningStack } from '../support/stack.ts';
import { BY_SCHEDULES, snapshot } from '../support/table-snapshot.ts';

let stack: RunningStack;
beforeAll(async () => {
  stack = await startStack({ seed: ruleSeed, env: { LOG_LEVEL: 'info' } });
}, 90_000);
afterAll(() => stack.stop());

interface Status {
  components: { name: string; status: string }[];
}

const sale = () => ops(stack, 'schedules', 'run', 'synthetic-sale');
const statusAfterCheck = async (component: string, seconds = 360): Promise<string | undefined> => {
  await stack.advance(seconds);
  await stack.runSchedule('due-sweep');
  const { components } = (await stack.get<Status>('/v2/status')).body;
  return components.find(({ name }) => name === component)?.status;
};
const salesAfterCheck = () => statusAfterCheck('sales');

describe('the synthetic sale', () => {
  it('sells, redeems and refunds over HTTP, and all its rows expire within a day', async () => {
    const before = await snapshot(stack, { whole: true });
    expect(await sale()).toMatchObject({ status: 0, stdout: 'synthetic-sale has run.\n' });
    const after = await snapshot(stack, { whole: true });
    const written = Object.entries(after).filter(([key]) => !(key in before) && !BY_SCHEDULES.test(key));
    const types = written.map(([, row]) => (row as { type: { S: string } }).type.S);
    expect(new Set(types)).toEqual(
      new Set(['api-key', 'company', 'idempotency', 'item', 'ledger', 'order', 'redemption', 'settlement']),
    );
    const dayAfter = (await stack.nowMs()) / 1000 + 24 * 3600 + 5;
    for (const [key, row] of written) {
      expect(Number((row as { ttl?: { N: string } }).ttl?.N ?? Infinity), key).toBeLessThan(dayAfter);
    }
    expect(await stack.mail()).toEqual([]);
    expect(await salesAfterCheck()).toBe('operational');
    // Synthetic sales are not in the metrics of orders.
    expect(stack.output.stdout + stack.output.stderr).not.toContain('OrdersCreated');
  }, 60_000);

  it('has its own company, which is hidden from all lists, pages and files', async () => {
    const checked = await ops(stack, 'integrity');
    expect(`${checked.stdout}${checked.stderr}`).not.toContain(SYNTHETIC_COMPANY);
    for (const path of [`/shop/${SYNTHETIC_COMPANY}`, `/c/${SYNTHETIC_COMPANY}`])
      expect((await stack.get(path)).status, path).toBe(404);
    const options = ['--name', 'A', '--country', 'DK', '--currency', 'DKK', '--admin', 'a@example.com'];
    const taken = await ops(stack, 'companies', 'create', '--slug', SYNTHETIC_COMPANY, ...options);
    expect(taken).toMatchObject({ status: 1, stderr: expect.stringContaining('--slug: This slug is reserved.') });
  });

  it('reports an incident after the second failure of a function, and resolves it', async () => {
    await stack.crash('create-order', 'after-commit');
    expect((await sale()).status).toBe(1);
    expect(await salesAfterCheck()).toBe('operational');
    expect(stack.output.stderr + stack.output.stdout).not.toContain('sale_failed');
    await stack.crash('settle-order', 'after-commit');
    expect((await sale()).status).toBe(1);
    expect(stack.output.stderr + stack.output.stdout).toContain('sale_failed');
    expect(await salesAfterCheck()).toBe('degraded');
    expect((await sale()).status).toBe(0);
    expect(await salesAfterCheck()).toBe('operational');
  }, 60_000);

  it('is monitored when it is scheduled, and sells once for a repeated event', async () => {
    const jobs = () => statusAfterCheck('background_jobs');
    await stack.advance(3600);
    expect([await jobs(), await jobs()]).toEqual(['operational', 'operational']);
    const event = { id: crypto.randomUUID(), detail: {} };
    const tick = () => stack.control('POST', '/functions/synthetic-sale', event);
    await tick();
    const before = await snapshot(stack, { whole: true });
    await tick();
    expect(Object.keys(await snapshot(stack, { whole: true }))).toEqual(Object.keys(before));
    expect(await jobs()).toBe('operational');
    await stack.advance(3600);
    expect([await jobs(), await jobs()]).toContain('degraded');
    expect(stack.output.stderr + stack.output.stdout).toMatch(/schedule_missed.*synthetic-sale/);
    await stack.control('POST', '/functions/synthetic-sale', { ...event, id: crypto.randomUUID() });
    expect(await jobs()).toBe('operational');
  }, 60_000);

  it.each(['create-redemption', 'refund-redemption', 'synthetic-sale'])(
    'recovers in the next run when %s is killed',
    async (name) => {
      await stack.crash(name, 'after-commit');
      expect((await sale()).status).toBe(1);
      expect((await sale()).status).toBe(0);
    },
    60_000,
  );
});

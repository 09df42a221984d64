import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInStaff, type Clerk } from '../support/desk.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
const stackOf = (): RunningStack => stack;

beforeAll(async () => {
  stack = await startStack();
  const key = stack.key('nordlys');
  const create = { key, idempotencyKey: true as const, body: { code: 'WALKS', percent: 5 } };
  expect((await stack.post('/v2/discount-codes', create)).status).toBe(201);
  expect((await stack.post('/v2/items', { key, body: { amount: 500 } })).status).toBe(201);
});
afterAll(() => stack.stop());

/** Pages that differ only in their data are opened once. */
const kindOf = (path: string): string =>
  path.replace(/\?.*$/, '').replaceAll(/\d+|[A-Z\d]{4}(?:-[A-Z\d]{4})+|[a-f\d]{32}/g, '#');

/** Opens every linked page, beginning with Home; returns their faults. */
const walk = async (someone: Clerk): Promise<{ opened: string[]; faults: string[] }> => {
  const opened = new Set<string>();
  const faults: string[] = [];
  const queue = ['/desk'];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const kind = kindOf(path);
    if (opened.has(kind)) continue;
    opened.add(kind);
    const page = await someone.open(path);
    if (page.status !== 200) faults.push(`${path}: ${page.status}`);
    if (!page.header('content-type').startsWith('text/html')) continue;
    const ids = page.root.querySelectorAll('[id]').map(({ id }) => id);
    const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
    if (twice.length > 0) faults.push(`${path}: twice ${twice.join(', ')}`);
    const links = page.root.querySelectorAll('a[href^="/desk"]').map((link) => link.getAttribute('href') ?? '');
    queue.push(...links.map((link) => link.replace(/#.*$/, '')));
  }
  return { opened: [...opened], faults };
};

describe('every linked desk page', () => {
  test.each(['anna', 'solveig', 'mads', 'sille'])('opens, and has no duplicate id, for %s', async (username) => {
    const { opened, faults } = await walk(await signInStaff(stackOf, username));
    expect(faults).toEqual([]);
    if (username === 'anna') expect(opened).toContain('/desk/discount-codes/WALKS');
  });
});

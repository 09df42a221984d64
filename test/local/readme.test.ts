import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startStack, type RunningStack } from '../support/stack.ts';

const PRINTED_ADDRESS = 'http://127.0.0.1:3000';
const folder = mkdtempSync(join(tmpdir(), 'readme-'));
let stack: RunningStack;

beforeAll(async () => {
  stack = await startStack();
});

afterAll(async () => {
  await stack.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The commands below a mark in the README, as printed. */
const printedCommands = (name: string): string => {
  const mark = `<!-- ${name} -->`;
  const [, after] = readFileSync('README.md', 'utf8').split(mark);
  const commands = /```sh\n([\s\S]*?)```/.exec(after ?? '')?.[1];
  if (!commands?.includes(PRINTED_ADDRESS)) throw new Error(`The README has no commands under ${mark}`);
  return commands.replaceAll(PRINTED_ADDRESS, stack.url);
};

const run = (commands: string, cwd?: string) =>
  promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands], { cwd });

it("the README's commands sell a gift card exactly as printed", async () => {
  const { stdout } = await run(printedCommands('first sale'), folder);
  const [quote, payment, order] = stdout.split(/(303 \S+)\n/);
  expect(JSON.parse(quote!)).toMatchObject({ amounts: { subtotal: 50_000 } });
  expect(payment).toMatch(/^303 https:\/\/shop\.example\/thanks\?.*\bstatus=/);
  expect(JSON.parse(order!)).toMatchObject({ status: 'fulfilled' });
  expect(readFileSync(join(folder, 'gift-card.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
  expect(stack.output.stderr).not.toContain('"WARN"');
});

it("the README's commands hold and capture value of a card once, although a response is lost", async () => {
  const { stdout } = await run(printedCommands('spend a card'));
  const [captured, item] = stdout.split(/(?<=\})(?=\{)/).map((text) => JSON.parse(text) as object);
  expect(captured).toMatchObject({ object: 'redemption', status: 'captured', captured_amount: 200 });
  expect(item).toMatchObject({ amount: 500, remaining_amount: 300, held_amount: 0 });
});

it("the README's commands create a key for a till, whose assistant lists the tools of a till", async () => {
  const { stdout } = await run(printedCommands('assistant'));
  const { result } = JSON.parse(stdout) as { result: { tools: { name: string }[] } };
  const names = result.tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['items_get', 'items_claim', 'items_refund']));
  expect(names.filter((name) => !name.startsWith('items_') || name === 'items_issue')).toEqual([]);
});

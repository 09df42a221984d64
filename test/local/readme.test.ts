import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startStack, type RunningStack } from '../support/stack.ts';

const MARK = '<!-- first sale -->';
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

/** The commands that the README prints under its mark. */
const printedCommands = (): string => {
  const [, after] = readFileSync('README.md', 'utf8').split(MARK);
  const commands = /```sh\n([\s\S]*?)```/.exec(after ?? '')?.[1];
  if (!commands?.includes(PRINTED_ADDRESS)) throw new Error(`The README has no commands under ${MARK}`);
  return commands;
};

it("the README's commands sell a gift card as they are printed", async () => {
  const commands = printedCommands().replaceAll(PRINTED_ADDRESS, stack.url);
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands], { cwd: folder });
  const [quote, payment, order] = stdout.split(/(303 \S+)\n/);
  expect(JSON.parse(quote!)).toMatchObject({ amounts: { subtotal: 50_000 } });
  expect(payment).toMatch(/^303 https:\/\/shop\.example\/thanks\?.*\bstatus=/);
  expect(JSON.parse(order!)).toMatchObject({ status: 'fulfilled' });
  expect(readFileSync(join(folder, 'gift-card.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
});

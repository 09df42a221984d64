import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);
const SEEDS = 10;
const ON_SALES = 6;

/** Runs a simulation in a separate process, because it replaces the clock, timers and random numbers of its process. */
const simulated = async (...args: string[]): Promise<string> => {
  const { stdout } = await run(process.execPath, ['test/simulation/run.ts', ...args]).catch(
    (error: unknown) => error as { stdout: string },
  );
  return stdout;
};

describe('after any interleaving of partners, payments, crashes, lost responses and time', () => {
  it('the books balance', { timeout: 600_000 }, async () => {
    const output = await simulated('--seeds', String(SEEDS));
    expect(output).not.toMatch(/^seed \d+:/m);
    expect(output).toMatch(new RegExp(`^${SEEDS} seeds, \\d+ calls, \\d+ s, 0 failed$`, 'm'));
  });

  it('an on-sale sells every unit once, and leaves no unit blocked', { timeout: 600_000 }, async () => {
    const output = await simulated('--on-sale', '--seeds', String(ON_SALES));
    expect(output).not.toMatch(/^seed \d+:/m);
    expect(output).toMatch(new RegExp(`^${ON_SALES} seeds, \\d+ calls, \\d+ s, 0 failed$`, 'm'));
    expect(Number(/'order 201': (\d+)/.exec(output)?.[1])).toBeGreaterThan(ON_SALES);
  });

  it('two releases use the same rows and messages, and incompatible writes are detected', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'other-release-'));
    const other = (name: string, change: (text: string) => string): string => {
      const root = join(folder, name);
      cpSync('functions', join(root, 'functions'), { recursive: true });
      cpSync('package.json', join(root, 'package.json'));
      symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
      const file = join(root, 'functions/domain/checkout/orders/messages.ts');
      const text = readFileSync(file, 'utf8');
      writeFileSync(file, change(text));
      return root;
    };
    const same = other('same', (text) => text);
    const renamed = other('renamed', (text) => text.replace('orderId: z.string()', 'order: z.string()'));
    const [agreeing, disagreeing] = await Promise.all(
      [same, renamed].map((root) => simulated('--seeds', '1', '--with-release', root)),
    );
    rmSync(folder, { recursive: true });
    expect(agreeing).toMatch(/^1 seeds, \d+ calls, \d+ s, 0 failed$/m);
    expect(disagreeing).toMatch(
      /^seed 1: something was written that not every release can read: .*message_unreadable/m,
    );
    expect(disagreeing).toMatch(/^1 seeds, \d+ calls, \d+ s, 1 failed$/m);
  }, 300_000);

  it('a seed gives the same run, alone and after others', { timeout: 300_000 }, async () => {
    const [alone, behind] = await Promise.all([
      simulated('--seeds', '1', '--from', '3', '--fingerprints'),
      simulated('--seeds', '2', '--from', '2', '--fingerprints'),
    ]);
    const fingerprintOf = (output: string) => /^seed 3: fingerprint (\w{16}), \d+ calls$/m.exec(output)?.[1];
    expect(fingerprintOf(alone)).toMatch(/^\w{16}$/);
    expect(fingerprintOf(behind)).toBe(fingerprintOf(alone));
  });

  it('ten thousand interleavings of events of one order lose and duplicate nothing', { timeout: 900_000 }, async () => {
    // Each half runs on its own core.
    const halves = [1, 5001].map((from) => simulated('--interleavings', '5000', '--from', String(from)));
    for (const output of await Promise.all(halves)) expect(output).toMatch(/^5000 interleavings, 0 failed, \d+ s$/m);
  });

  it('a transition that is killed before or after any of its calls is completed', { timeout: 300_000 }, async () => {
    const output = await simulated('--crashes', '3');
    expect(output).toMatch(/^66 scenarios, \d{3,} runs, 0 faults$/m);
  });
});

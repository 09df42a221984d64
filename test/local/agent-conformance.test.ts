import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAgentHost, type AgentHost } from '../support/agent-host.ts';
import { CONFORMANCE, INSPECTOR, installSuites, runSuite, SUITES } from '../support/agent-suites.ts';
import { agentSeed, ALL_KEY, Store } from '../support/agent-shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

const LIMIT_MS = 180_000;

let folder: string;
let host: AgentHost;
let stack: RunningStack;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-suites-'));
  await installSuites();
  [host, stack] = await Promise.all([startAgentHost(), startStack({ seed: agentSeed })]);
}, LIMIT_MS);
afterAll(async () => {
  await Promise.all([host.stop(), stack.stop()]);
  await rm(folder, { recursive: true, force: true });
});

const conform = (revision: string, ...more: string[]) =>
  runSuite(CONFORMANCE, ['server', '--url', host.url, '--requirements', revision, ...more], folder);

/** Summary of each scenario, except for optional extensions. */
const scenariosOf = (stdout: string): Map<string, boolean> => {
  const summary = stdout.split('=== SUMMARY ===')[1] ?? '';
  const lines = [...summary.matchAll(/^([✓✗]) (\S+):/gm)].map(([, mark, name]) => [name ?? '', mark === '✓'] as const);
  return new Map(lines.filter(([name]) => !name.startsWith('tasks-')));
};

describe('the conformance suite of the protocol', () => {
  test(
    '2026-07-28: every scenario passes',
    async () => {
      const { status, stdout } = await conform('2026-07-28');
      const scenarios = scenariosOf(stdout);
      expect([...scenarios].filter(([, passed]) => !passed)).toEqual([]);
      expect(scenarios.size).toBe(40);
      expect(status).toBe(0);
    },
    LIMIT_MS,
  );

  test(
    '2025-11-25: every scenario passes, except those that need a session',
    async () => {
      const exceptions = join(SUITES, 'exceptions-2025-11-25.yml');
      const { status, stdout } = await conform('2025-11-25', '--expected-failures', exceptions);
      const scenarios = scenariosOf(stdout);
      expect([...scenarios].filter(([, passed]) => !passed).map(([name]) => name)).toEqual([
        'tools-call-sampling',
        'tools-call-elicitation',
        'elicitation-sep1034-defaults',
        'elicitation-sep1330-enums',
      ]);
      expect(scenarios.size).toBe(33);
      expect(status, 'the exceptions are these and no others').toBe(0);
    },
    LIMIT_MS,
  );
});

describe('the command line of the inspector', () => {
  const inspect = (...args: string[]) =>
    runSuite(
      INSPECTOR,
      ['--cli', `${stack.url}/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${ALL_KEY}`, ...args],
      folder,
    );

  test('lists the tools, and finds no error in their schemas', async () => {
    const { status, stdout, stderr } = await inspect('--method', 'tools/list', '--strict');
    expect(status, stderr).toBe(0);
    const { tools } = JSON.parse(stdout) as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toContain('commerce_create_order');
    expect(stderr).not.toMatch(/^Error: tool/m);
  });

  test('calls a tool', async () => {
    const code = await new Store(stack).card();
    const { status, stdout } = await inspect(
      '--method',
      'tools/call',
      '--tool-name',
      'items_get',
      '--tool-arg',
      `code=${code}`,
    );
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ structuredContent: { code, remaining_amount: 200 } });
  });
});

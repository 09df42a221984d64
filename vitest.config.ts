import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { inOwnProcess } from './test/support/own-process.ts';
import { SHARED_BUNDLES } from './test/support/shared-bundles.ts';

const LONG = [
  'simulation',
  'attack',
  'alone',
  'books-year',
  'samples',
  'crash',
  'webhook-faults',
  'valid-templates',
  'agent-tools',
  'wallet-changes',
  'shop-from-nothing',
  'payments-at-gateways',
  'desk-template',
  'settings',
  'dry-run',
  'templates-killed',
  'ops',
  'reports',
  'items-many',
  'local-stack',
  'shop-promises',
  'gift-cards-at-stripe',
  'webhook-commands',
  'shop-script',
  'desk-screens',
  'shop-states',
  'gift-cards',
  'desk-home',
  'pages',
  'shop-purchases',
  'hold-races',
  'payment-methods',
  'limits',
  'desk-long-lists',
  'card-payment-races',
  'order-life',
  'items-operations',
  'local/desk',
  'local/books',
  'orders-gift-cards',
  'desk-forms',
  'agent-server',
  'desk-refunds',
  'desk-refused',
  'cards',
  'event-cancellation',
  'properties',
  'search-terms',
];

/** Longest files first, so that no core waits for one of them at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONG.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return at < 0 ? LONG.length : at;
    };
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}

const UNIT_ALONE = inOwnProcess('test/unit');
const SYSTEM_ALONE = inOwnProcess('test/local', 'test/browser');
/**
 * Each test file starts its own system and keeps no other state, so files can share a process, and their systems can
 * share another one.
 */
const SHARED = { isolate: false, env: { STACKS_SHARE_PROCESSES: 'true' } };

/**
 * `TEST_REPORT` is a file for the results as JSON. Tests that start the whole system share the cores with it, so few
 * files run concurrently; each file starts what it needs and stops it again.
 */
const report = process.env['TEST_REPORT'];

export default defineConfig({
  test: {
    environment: 'node',
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
    pool: 'forks',
    // Each file spends a third of its time waiting for queues and clocks. A fourth file would only compete with the
    // others.
    maxWorkers: 3,
    // More memory for new objects avoids most garbage collections in short runs.
    execArgv: ['--max-semi-space-size=32'],
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 10_000,
    // On a busy machine, a polled condition is met later.
    expect: { poll: { timeout: 30_000 } },
    globalSetup: 'test/support/shared-bundles.ts',
    env: {
      LOG_LEVEL: 'SILENT',
      POWERTOOLS_DEV: 'false',
      AWS_REGION: 'eu-north-1',
      SHARED_BUNDLES,
      // About a hundred stacks load the same sources. The first one strips their types and compiles them for all.
      NODE_COMPILE_CACHE: resolve(import.meta.dirname, 'node_modules/.cache/compile'),
    },
    // `npm test` runs the first three; `npm run test:system` the others: what is deployed, and several processes.
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['test/unit/**/*.test.ts'], exclude: UNIT_ALONE, isolate: false },
      },
      { extends: true, test: { name: 'unit-alone', include: UNIT_ALONE } },
      { extends: true, test: { name: 'http', include: ['test/http/**/*.test.ts'], ...SHARED } },
      {
        // Templates have no side effects, and loading the CDK takes seconds, so files share a process.
        extends: true,
        // Synthesizing takes a second, or a minute on a busy machine. These tests wait for nothing else.
        test: { name: 'stack', include: ['test/stack/**/*.test.ts'], isolate: false, testTimeout: 300_000 },
      },
      {
        extends: true,
        test: { name: 'bundles', include: ['test/bundles/**/*.test.ts'], isolate: false, testTimeout: 300_000 },
      },
      {
        extends: true,
        test: { name: 'local', include: ['test/local/**/*.test.ts'], exclude: SYSTEM_ALONE, ...SHARED },
      },
      {
        extends: true,
        test: { name: 'browser', include: ['test/browser/**/*.test.ts'], exclude: SYSTEM_ALONE, ...SHARED },
      },
      { extends: true, test: { name: 'system-alone', include: SYSTEM_ALONE } },
    ],
  },
});

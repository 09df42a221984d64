import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startReceiver } from '../support/receiver.ts';
import { startStack } from '../support/stack.ts';
import { WEBHOOK_SEED } from '../support/webhooks.ts';
import { Random } from './random.ts';
import { simulateWebhooks, type WebhookRun } from './webhooks.ts';

interface SeedOutcome {
  faults: string[];
  orders: number;
  received: number;
}

/**
 * Runs one seed on a separate stack. With `killed` its data is on disk, and the steps of the seed may kill and restart
 * the stack.
 */
export const runWebhookSeed = async (seed: number, killed: boolean): Promise<SeedOutcome> => {
  const dataDir = killed ? await mkdtemp(join(tmpdir(), 'webhooks-')) : undefined;
  const options = { seed: WEBHOOK_SEED, env: { LOG_LEVEL: 'SILENT' }, ...(dataDir ? { dataDir } : {}) };
  const [steady, flaky] = await Promise.all([startReceiver(), startReceiver()]);
  const run: WebhookRun = {
    random: new Random(seed),
    stack: await startStack(options),
    steady,
    flaky,
    secrets: new Map(),
    acknowledged: new Set(),
  };
  if (killed) {
    run.restart = async () => {
      await run.stack.kill();
      return startStack(options);
    };
  }
  try {
    const faults = await simulateWebhooks(run);
    return { faults, orders: run.acknowledged.size, received: steady.received.length + flaky.received.length };
  } finally {
    await Promise.all([run.stack.stop(), steady.close(), flaky.close()]);
    if (dataDir) await rm(dataDir, { recursive: true, force: true });
  }
};

import { describe, expect, it } from 'vitest';
import { runWebhookSeed } from '../simulation/webhooks-run.ts';

/** Some seeds of the long run (`npm run simulate:webhooks`). */
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

describe('under faults and crashes', () => {
  it.each(SEEDS)(
    'every committed event arrives, signed and as recorded, and no other event arrives (seed %i)',
    async (seed) => {
      const outcome = await runWebhookSeed(seed, seed % 2 === 0);
      expect(outcome.faults).toEqual([]);
    },
    120_000,
  );
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../functions/routes.ts';
import { Attack, summary } from '../attack/attack.ts';
import { attackSeed, buildWorld, type Pool } from '../attack/world.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

/**
 * Requests per route. This short run uses a table in memory; `ATTACK_REQUESTS` and `ATTACK_SEED` set its size and seed.
 * The long run is `npm run attack`, with the table emulator.
 */
const REQUESTS = Number(process.env['ATTACK_REQUESTS'] ?? 200);
const SEED = Number(process.env['ATTACK_SEED'] ?? 20_270_301);
const LIMIT_MS = 1_500_000;

let stack: RunningStack;
let pool: Pool;
beforeAll(async () => {
  stack = await startStack({ seed: attackSeed });
  pool = await buildWorld(stack);
}, 120_000);
afterAll(() => stack.stop());

describe('hostile requests', () => {
  it(
    'get documented responses without data of other companies, and leave no secret in the log',
    async () => {
      const result = await new Attack({ stack, pool, requestsPerRoute: REQUESTS, seed: SEED }).run();
      console.log(`${result.requests} hostile requests, the slowest took ${Math.round(result.slowestMs)} ms`);
      expect(summary(result.findings), `seed ${SEED}`).toEqual([]);
      expect(stack.leaks()).toEqual([]);
      expect([result.routes, result.requests >= REQUESTS * routes.length]).toEqual([routes.length, true]);
      // A run in which every request is rejected proves nothing.
      expect(result.unreached.length, result.unreached.join(', ')).toBeLessThan(routes.length / 3);
      expect((result.statuses[200] ?? 0) / result.requests).toBeGreaterThan(0.15);
    },
    LIMIT_MS,
  );
});

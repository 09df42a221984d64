import { afterAll, beforeAll, vi } from 'vitest';
import { clock } from '../../../functions/platform/clock.ts';
import { documents } from '../../../functions/storage/client.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';

/**
 * Installs a table in memory and the environment variables of emails for the tests of a file, and restores both
 * afterwards.
 */
export const mailTable = (): MemoryTable => {
  const { send } = documents;
  const { nowMs } = clock;
  const table = new MemoryTable();
  beforeAll(() => {
    table.install();
    vi.stubEnv('APP_SECRET', '11'.repeat(32));
    vi.stubEnv('PUBLIC_URL', 'https://api.example');
  });
  afterAll(() => {
    Object.assign(documents, { send });
    Object.assign(clock, { nowMs });
    vi.unstubAllEnvs();
  });
  return table;
};

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadTable } from '../support/load-table.ts';
import { startTable } from '../support/table.ts';
import { importCompany, runNightlyJobs, rowsOfItems } from './items-data.ts';
import { loadOperations, QUESTIONS } from './items-questions.ts';
import { readMeter } from './read-meter.ts';

export interface Cost {
  rcu: number;
  calls: number;
  ms: number;
}

const measure = async (items: number): Promise<Record<string, Cost>> => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-items-'));
  const endMs = Date.now() - 1000;
  await loadTable(folder, rowsOfItems(items, endMs));
  const table = await startTable(folder);
  try {
    await importCompany();
    await runNightlyJobs();
    const meter = await readMeter();
    const operations = await loadOperations();
    const costs: Record<string, Cost> = {};
    for (const { name, run } of QUESTIONS) {
      meter.start();
      const startMs = performance.now();
      await run(operations, { items, endMs });
      costs[name] = { ...meter.read(), ms: performance.now() - startMs };
    }
    return costs;
  } finally {
    await table.stop();
    await rm(folder, { recursive: true });
  }
};

// `node test/bench/items-measure.ts ITEMS`: the cost of each query for a company of that size, as JSON.
process.stdout.write(JSON.stringify(await measure(Number(process.argv[2]))));

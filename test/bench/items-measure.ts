import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadTable } from '../support/load-table.ts';
import { startTable } from '../support/table.ts';
import { importCompany, rowsOfItems } from './items-data.ts';
import { loadOperations, QUESTIONS } from './items-questions.ts';

/** `node test/bench/items-measure.ts ITEMS`: what each question costs for a company of that size, as JSON. */
export interface Cost {
  rcu: number;
  calls: number;
  ms: number;
}

interface Capacity {
  CapacityUnits?: number;
}

/** Read units of every call to the table from now on. */
const meter = async (): Promise<{ start: () => void; read: () => { rcu: number; calls: number } }> => {
  const { documents } = await import('../../functions/storage/client.ts');
  let units = { rcu: 0, calls: 0 };
  documents.middlewareStack.add(
    (next) => async (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
      const result = await next(args);
      const consumed = (result.output as { ConsumedCapacity?: Capacity | Capacity[] }).ConsumedCapacity ?? [];
      units.calls++;
      for (const { CapacityUnits } of [consumed].flat()) units.rcu += CapacityUnits ?? 0;
      return result;
    },
    { step: 'initialize', name: 'benchMeter' },
  );
  return {
    start: () => {
      units = { rcu: 0, calls: 0 };
    },
    read: () => units,
  };
};

const measure = async (items: number): Promise<Record<string, Cost>> => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-items-'));
  const endMs = Date.now() - 1000;
  await loadTable(folder, rowsOfItems(items, endMs));
  const table = await startTable(folder);
  try {
    await importCompany();
    const units = await meter();
    const operations = await loadOperations();
    const costs: Record<string, Cost> = {};
    for (const { name, ask } of QUESTIONS) {
      units.start();
      const startMs = performance.now();
      await ask(operations, { items, endMs });
      costs[name] = { ...units.read(), ms: performance.now() - startMs };
    }
    return costs;
  } finally {
    await table.stop();
    await rm(folder, { recursive: true });
  }
};

process.stdout.write(JSON.stringify(await measure(Number(process.argv[2]))));

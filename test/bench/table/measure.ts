import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { loadTable } from '../../support/load-table.ts';
import { startTable } from '../../support/table.ts';
import { importCompany, ITEMS_PER_ORDER, runNightlyJobs } from '../items-data.ts';
import { readMeter } from '../read-meter.ts';
import { rowsOfTable } from './data.ts';
import { loadOperations, QUESTIONS } from './questions.ts';

/** `node test/bench/table/measure.ts ORDERS`: cost of each query in a table of that size, as JSON. */
export interface TableMeasurements {
  filledInMs: number;
  answers: Record<string, { rcu: number; calls: number; ms: number; shown: number }>;
}

const shownIn = (answer: object): number => {
  const rows = Object.values(answer).find((value) => Array.isArray(value)) as unknown[] | undefined;
  return rows?.length ?? 0;
};

/** Replaces the time-out of functions, because a table larger than memory sometimes responds later. */
const ANSWER_TIMEOUT_MS = 120_000;

interface SdkHandler {
  handle: (request: unknown, options?: object) => Promise<unknown>;
}

const waitLonger = (): void => {
  const client = new DynamoDBClient({ region: 'local' });
  const handlers = Object.getPrototypeOf(client.config.requestHandler) as SdkHandler;
  const { handle } = handlers;
  handlers.handle = function (this: SdkHandler, request, options) {
    return handle.call(this, request, { ...options, requestTimeout: ANSWER_TIMEOUT_MS });
  };
  client.destroy();
};

const measure = async (orders: number): Promise<TableMeasurements> => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-table-'));
  const endMs = Date.now() - 1000;
  try {
    const beganMs = performance.now();
    await loadTable(folder, rowsOfTable(orders, endMs));
    const filledInMs = performance.now() - beganMs;
    waitLonger();
    const table = await startTable(folder);
    try {
      await importCompany();
      await runNightlyJobs();
      const meter = await readMeter();
      const operations = await loadOperations();
      const answers: TableMeasurements['answers'] = {};
      for (const { name, run } of QUESTIONS) {
        meter.start();
        const startMs = performance.now();
        const answer = await run(operations, { orders, items: orders * ITEMS_PER_ORDER, endMs });
        answers[name] = { ...meter.read(), ms: performance.now() - startMs, shown: shownIn(answer) };
      }
      return { filledInMs, answers };
    } finally {
      await table.stop();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
};

process.stdout.write(JSON.stringify(await measure(Number(process.argv[2]))));
process.exit(0);

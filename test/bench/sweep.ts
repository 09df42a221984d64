import { shardsOf } from '../../functions/storage/due.ts';
import { anOrder } from '../support/orders.ts';
import { startTable } from '../support/table.ts';
import { putRows } from './put-rows.ts';
import { roundTo, type Section } from './report.ts';

const ORDERS = Number(process.env['BENCH_DUE'] ?? 50_000);
const RUNS_MAX = 60;

/** Cost of expiring a backlog of overdue unpaid orders in successive runs of the schedule. */
export const benchSweep = async (): Promise<Section> => {
  const table = await startTable();
  try {
    const dayAgoMs = Date.now() - 25 * 3600 * 1000;
    const orders = Array.from({ length: ORDERS }, (_, index) =>
      anOrder({
        id: `po_${index.toString(16).padStart(32, '0')}`,
        createdAtMs: dayAgoMs + (index % 1000),
        updatedAtMs: dayAgoMs,
      }),
    );
    await putRows(orders);
    const { handler } = await import('../../functions/schedules/expiry-sweep.ts');
    const rows = [];
    for (let run = 1; run <= RUNS_MAX; run++) {
      const startMs = performance.now();
      const { expired, failed } = await handler();
      const seconds = (performance.now() - startMs) / 1000;
      rows.push({ run, expired, failed, seconds: roundTo(seconds), 'orders/s': roundTo(expired / seconds) });
      if (expired === 0) break;
    }
    return {
      title: 'Sweep of a backlog of unpaid orders',
      note: `${ORDERS} orders due in ${shardsOf('order-expiry').length} shards; a run stops by itself within its minute.`,
      rows,
    };
  } finally {
    await table.stop();
  }
};

import { describe, expect, it } from 'vitest';
import { compare, type SaleMeasurements } from '../../bench/peer/compare.ts';
import { round, type Seller } from '../../bench/peer/round.ts';

const measured: SaleMeasurements = {
  sales: 10,
  answeredMs: 1000,
  fulfilledMs: 2000,
  saleMs: [100, 200],
  requestMs: Array.from({ length: 40 }, () => 25),
  serverCpuMs: 400,
  helpersCpuMs: 100,
};

describe('the comparison with another system', () => {
  it('returns each figure of a sale, and a ratio above 1 when this service is better', () => {
    const slower = { ...measured, answeredMs: 4000, saleMs: [400, 800], serverCpuMs: 1200 };
    const rows = new Map(compare(measured, slower).map(({ figure, ...row }) => [figure, Object.values(row)]));
    expect(rows.get('sales per second, answered')).toEqual([10, 2.5, 4]);
    expect(rows.get('sales per second, fulfilled')).toEqual([5, 5, 1]);
    expect(rows.get('ms of a whole sale, p99')).toEqual([200, 800, 4]);
    expect(rows.get('requests of a sale')).toEqual([4, 4, 1]);
    expect(rows.get('CPU ms per sale, server')).toEqual([40, 120, 3]);
    expect(rows.get('CPU ms per sale, with its child processes')).toEqual([50, 130, 2.6]);
  });

  it('measures the response of a sale before its completion, and waits for both', async () => {
    const done: string[] = [];
    const seller: Seller = {
      pid: process.pid,
      sell: async (timed) => {
        await timed(async () => done.push('request'));
        return async () => void done.push('completed');
      },
      waitUntilSettled: async () => void done.push('settled'),
      stop: async () => undefined,
    };
    const { sales, saleMs, requestMs, answeredMs, fulfilledMs } = await round(seller, 2);
    expect([sales, saleMs.length, requestMs.length]).toEqual([16, 16, 16]);
    expect(fulfilledMs).toBeGreaterThanOrEqual(answeredMs);
    expect(done.at(-1)).toBe('settled');
    expect(done.filter((each) => each === 'completed')).toHaveLength(16);
  });
});

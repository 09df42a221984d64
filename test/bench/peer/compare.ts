import { percentile, roundTo } from '../report.ts';

/** Measurements of one system for a number of sales. Durations in milliseconds. */
export interface SaleMeasurements {
  sales: number;
  /** Time until the response to the payment of the last sale, and until all sales were fulfilled. */
  answeredMs: number;
  fulfilledMs: number;
  /** Duration of each sale, from its first request to the response to its payment. */
  saleMs: readonly number[];
  /** Duration of each request in a sale. */
  requestMs: readonly number[];
  /** CPU time of the server's process, and of the processes that it started, such as a table. */
  serverCpuMs: number;
  helpersCpuMs: number;
}

type Figures = Record<string, number>;

/** Figures of one system by name. */
const figuresOf = (measured: SaleMeasurements): Figures => {
  const { sales, answeredMs, fulfilledMs, saleMs, requestMs, serverCpuMs, helpersCpuMs } = measured;
  return {
    'sales per second, answered': (sales * 1000) / answeredMs,
    'sales per second, fulfilled': (sales * 1000) / fulfilledMs,
    'ms of a whole sale, p50': percentile(saleMs, 50),
    'ms of a whole sale, p99': percentile(saleMs, 99),
    'ms of a request, p50': percentile(requestMs, 50),
    'ms of a request, p99': percentile(requestMs, 99),
    'requests of a sale': requestMs.length / sales,
    'CPU ms per sale, server': serverCpuMs / sales,
    'CPU ms per sale, with its child processes': (serverCpuMs + helpersCpuMs) / sales,
  };
};

const MOST_IS_BEST = /^sales per second/;

/** One row for each figure. `ratio` is above 1 where this service is better. */
export const compare = (ours: SaleMeasurements, theirs: SaleMeasurements): Record<string, string | number>[] => {
  const [own, other] = [figuresOf(ours), figuresOf(theirs)];
  return Object.entries(own).map(([figure, value]) => {
    const peer = other[figure] ?? 0;
    return {
      figure,
      'this service': roundTo(value),
      Vendure: roundTo(peer),
      ratio: roundTo(MOST_IS_BEST.test(figure) ? value / peer : peer / value, 2),
    };
  });
};

import { readdirSync, readFileSync } from 'node:fs';
import type { SaleMeasurements } from './compare.ts';

/** A shop system in the comparison. */
export interface Seller {
  /** Process of the server. */
  pid: number;
  /**
   * Runs one sale by one client, until the response to its payment. `timed` measures each request. Returns a function
   * that performs the actions of staff that complete the sale. It does nothing if the system requires none.
   */
  sell: (timed: Stopwatch, client: number) => Promise<() => Promise<void>>;
  /** Waits until every sale is fulfilled. */
  waitUntilSettled: () => Promise<void>;
  stop: () => Promise<void>;
}

export type Stopwatch = <T>(request: () => Promise<T>) => Promise<T>;

const CLIENTS = 8;

/** Runs 8 concurrent clients, each of which makes `each` sales. */
export const round = async (seller: Seller, each: number): Promise<SaleMeasurements> => {
  const [saleMs, requestMs]: [number[], number[]] = [[], []];
  const timed: Stopwatch = (request) => measureInto(requestMs, request);
  const before = cpuOf(seller.pid);
  const startMs = performance.now();
  const completing: Promise<void>[] = [];
  const client = async (number: number): Promise<void> => {
    for (let sale = 0; sale < each; sale++) {
      const complete = await measureInto(saleMs, () => seller.sell(timed, number));
      completing.push(complete());
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  const answeredMs = performance.now() - startMs;
  await Promise.all(completing);
  await seller.waitUntilSettled();
  const fulfilledMs = performance.now() - startMs;
  const after = cpuOf(seller.pid);
  return {
    sales: CLIENTS * each,
    answeredMs,
    fulfilledMs,
    saleMs,
    requestMs,
    serverCpuMs: after.server - before.server,
    helpersCpuMs: after.helpers - before.helpers,
  };
};

const measureInto = async <T>(durations: number[], work: () => Promise<T>): Promise<T> => {
  const startMs = performance.now();
  const value = await work();
  durations.push(performance.now() - startMs);
  return value;
};

const MS_A_TICK = 10;

interface Process {
  pid: number;
  parent: number;
  cpuMs: number;
}

/** Parent, user and system time of a process (proc(5), stat, fields 4, 14 and 15). */
const processOf = (pid: number): Process | undefined => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return { pid, parent: Number(fields[1]), cpuMs: (Number(fields[11]) + Number(fields[12])) * MS_A_TICK };
  } catch {
    // The process ended between the list and the read.
    return undefined;
  }
};

/** CPU time of a process, and of its descendants. */
const cpuOf = (pid: number): { server: number; helpers: number } => {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const processes = all.flatMap((name) => processOf(Number(name)) ?? []);
  const descendantsOf = (parent: number): Process[] =>
    processes.flatMap((each) => (each.parent === parent ? [each, ...descendantsOf(each.pid)] : []));
  return {
    server: processes.find((each) => each.pid === pid)?.cpuMs ?? 0,
    helpers: descendantsOf(pid).reduce((sum, { cpuMs }) => sum + cpuMs, 0),
  };
};

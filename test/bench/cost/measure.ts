import { allFunctions, schedules, streams, type FunctionDefinition } from '../../../lib/definition.ts';
import { startReceiver } from '../../support/receiver.ts';
import { Bench } from '../sale/bench.ts';
import { LocalStripe } from '../sale/local-stripe.ts';
import { partOf } from '../sale/measure.ts';
import { gbSecondsOf } from './dollars.ts';
import { ASSUMED } from './prices.ts';

/** Average usage of one part of a complete sale. */
export interface PartCost {
  part: string;
  write: number;
  read: number;
  tableCalls: number;
  /** Number of invocations, and of those through the API. */
  runs: number;
  requests: number;
  /** CPU time on this machine, and billed gigabyte-seconds. */
  cpuMs: number;
  gbSeconds: number;
  messages: number;
  puts: number;
  gets: number;
  mails: number;
  /** Calls of the payment gateway. */
  gatewayCalls: number;
  /** Size of the documents in emails. */
  bytes: number;
}

export interface CostUsage {
  sale: PartCost[];
  /** Usage of a month without sales, by schedules and by the synthetic sales that a schedule creates. */
  idle: IdlePart[];
}

export interface IdlePart extends PartCost {
  /** Invocations with a trace of X-Ray. */
  traces: number;
}

const WARM_SALES = 8;
const SALES = 12;
const MONTH_MINUTES = 30 * 24 * 60;
/** A multiple of the interval of status checks and of the interval at which runs are recorded. */
const MINUTES = 20;

const emptyPart = (part: string): PartCost => ({
  part,
  write: 0,
  read: 0,
  tableCalls: 0,
  runs: 0,
  requests: 0,
  cpuMs: 0,
  gbSeconds: 0,
  messages: 0,
  puts: 0,
  gets: 0,
  mails: 0,
  gatewayCalls: 0,
  bytes: 0,
});

/** CPU time of this thread, independent of other load on the machine. */
const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** Measures the usage of each function of a system. The work of the table is excluded from CPU time. */
class UsageOfFunctions {
  byName = new Map<string, PartCost & { memoryMb: number }>();
  readonly #running: { nestedMs: number }[] = [];

  readonly #bench: Bench;

  constructor(bench: Bench) {
    const { system } = bench;
    this.#bench = bench;
    const { invoke, carryTable, carryOutside } = system;
    system.invoke = async (definition, event) => {
      const own = { nestedMs: 0 };
      this.#running.push(own);
      const startedAt = cpuMs();
      try {
        return await invoke.call(system, definition, event);
      } finally {
        const ms = cpuMs() - startedAt;
        this.#running.pop();
        const outer = this.#running.at(-1);
        if (outer) outer.nestedMs += ms;
        this.#add(definition, ms - own.nestedMs, isRequest(event));
      }
    };
    // The table runs in the same thread as the functions, but its CPU time does not count as theirs.
    system.carryTable = (call) => {
      const own = this.#running.at(-1);
      const effect = () => {
        const startedAt = cpuMs();
        try {
          return call.effect();
        } finally {
          if (own) own.nestedMs += cpuMs() - startedAt;
        }
      };
      return carryTable.call(system, { ...call, effect });
    };
    system.carryOutside = (name, effect) => {
      const usage = this.#current();
      if (name.startsWith('send to')) usage.messages++;
      if (name === 'PutObjectCommand') usage.puts++;
      if (name === 'GetObjectCommand') usage.gets++;
      if (name === 'mail') usage.mails++;
      return carryOutside.call(system, name, effect) as never;
    };
  }

  /** Usage of each function during an action, with the function name as part. */
  async during(work: () => Promise<unknown>): Promise<PartCost[]> {
    this.byName.clear();
    const { calls } = await this.#bench.metered(
      async () => {
        await work();
        return {};
      },
      () => true,
    );
    for (const { by, write, read } of calls) {
      const usage = this.#of(by);
      usage.write += write;
      usage.read += read;
      usage.tableCalls++;
    }
    return [...this.byName.values()]
      .filter(({ runs }) => runs > 0)
      .map(({ memoryMb, ...usage }) => {
        const otherCalls = usage.messages + usage.puts + usage.gets + usage.mails;
        return { ...usage, gbSeconds: gbSecondsOf({ ...usage, otherCalls, memoryMb }) };
      });
  }

  countGatewayCall(): void {
    this.#current().gatewayCalls++;
  }

  #current() {
    return this.#of(this.#bench.system.scheduler.current()?.name ?? '');
  }

  #of(name: string) {
    const known = this.byName.get(name);
    if (known) return known;
    const cost = { ...emptyPart(name), memoryMb: 0 };
    this.byName.set(name, cost);
    return cost;
  }

  #add({ name, memoryMb }: FunctionDefinition, ms: number, isFromOutside: boolean): void {
    const usage = this.#of(name);
    usage.memoryMb = memoryMb;
    usage.runs++;
    usage.cpuMs += ms;
    if (isFromOutside) usage.requests++;
  }
}

const isRequest = (event: unknown): boolean => typeof event === 'object' && event !== null && 'requestContext' in event;

const costPartOf = (name: string): string => (name === 'get-order' ? 'read' : partOf(name));

const FIGURES = [
  'write',
  'read',
  'tableCalls',
  'runs',
  'requests',
  'cpuMs',
  'gbSeconds',
  'messages',
  'puts',
  'gets',
  'mails',
  'gatewayCalls',
  'bytes',
] as const;

/** Sums the figures of functions by part, per sale. */
const byPart = (functions: readonly PartCost[], count: number): PartCost[] =>
  [...Map.groupBy(functions, ({ part }) => costPartOf(part))].map(([part, own]) => {
    const sum = emptyPart(part);
    for (const each of own) for (const figure of FIGURES) sum[figure] += each[figure] / count;
    return sum;
  });

/**
 * Counts and times complete sales of a company with one webhook endpoint, paid by card at Stripe, in sequence, in warm
 * functions: quote, order, session, payment, fulfillment, document, two emails, deliveries and one read.
 */
export const measureCost = async (): Promise<CostUsage> => {
  const bench = await Bench.open();
  const usage = new UsageOfFunctions(bench);
  const receiver = await startReceiver();
  try {
    await bench.register(receiver.url);
    const stripe = new LocalStripe(
      () => bench.system.nowMs,
      () => usage.countGatewayCall(),
    );
    for (let sale = 0; sale < WARM_SALES; sale++) await bench.sellAtStripe(stripe);
    await bench.runPendingWork();
    const bytesBefore = bench.storedBytes();
    const sold = await usage.during(async () => {
      for (let sale = 0; sale < SALES; sale++) await bench.sellAtStripe(stripe);
    });
    stripe.disconnect();
    const bytes = bench.storedBytes() - bytesBefore;
    const sale = byPart(
      sold.filter(({ part }) => !SCHEDULED.has(part)),
      SALES,
    );
    for (const each of sale) if (each.mails > 0) each.bytes = bytes / SALES;
    // When a day passes, every schedule runs at least once, without work. The work of schedules that run every minute
    // differs between runs, so it is measured over several minutes.
    const day = await usage.during(() => bench.passDay());
    const minutes = await usage.during(() => bench.passMinutes(MINUTES));
    const isFrequent = ({ part }: PartCost): boolean => (SCHEDULED.get(part) ?? 0) < MINUTES / 10;
    const idle = [...day.filter((each) => !isFrequent(each)), ...minutes.filter(isFrequent)];
    const monthly = idle.flatMap((each) => {
      const everyMinutes = DAILY.get(each.part) ?? SCHEDULED.get(each.part);
      return everyMinutes === undefined ? [] : [times(each, MONTH_MINUTES / everyMinutes / Math.max(1, each.runs))];
    });
    const schedulesOfMonth = { ...total(monthly), part: 'schedules of a month', traces: 0 };
    return { sale, idle: [schedulesOfMonth, await syntheticSales(bench, usage)] };
  } finally {
    await receiver.close();
  }
};

/** Consumers of streams, which like schedules start no traces (lib/constructs/function.ts). */
const UNTRACED = new Set(streams.map(({ consumer }) => consumer.name));
const SYNTHETIC = schedules.find(({ name }) => name === 'synthetic-sale')!;

/**
 * Usage of the synthetic sales of a month. Every function of such a sale has a cold start, and the schedule itself
 * mostly waits.
 */
const syntheticSales = async (bench: Bench, usage: UsageOfFunctions): Promise<IdlePart> => {
  await bench.sellSynthetic();
  const sold = await usage.during(async () => {
    for (let sale = 0; sale < SALES; sale++) await bench.sellSynthetic();
  });
  const functions = sold.filter(({ part }) => !SCHEDULED.has(part));
  const sale = total(functions.map((each) => times(each, 1 / SALES)));
  const memoryOf = new Map(allFunctions().map(({ name, memoryMb }) => [name, memoryMb]));
  const cold = [...functions.map(({ part }) => part), SYNTHETIC.name].reduce((sum, name) => {
    const run = { cpuMs: ASSUMED.coldStartCpuMs, runs: 1, tableCalls: 0, otherCalls: 0, gatewayCalls: 0 };
    return sum + gbSecondsOf({ ...run, memoryMb: memoryOf.get(name)! });
  }, 0);
  const waiting = (ASSUMED.syntheticSaleMs / 1000) * (SYNTHETIC.target.memoryMb / 1024);
  const traces = functions.filter(({ part }) => !UNTRACED.has(part)).reduce((sum, { runs }) => sum + runs / SALES, 0);
  const own = { runs: sale.runs + 1, read: sale.read + 2, write: sale.write + 1, tableCalls: sale.tableCalls + 2 };
  const count = MONTH_MINUTES / SYNTHETIC.everyMinutes;
  const whole = { ...sale, ...own, gbSeconds: sale.gbSeconds + cold + waiting };
  return { ...times(whole, count), part: 'synthetic sales of a month', traces: traces * count };
};

/** Interval in minutes of schedules that are polled but have work only once a day. */
const DAILY = new Map([['integrity-check', 24 * 60]]);
const SCHEDULED = new Map(schedules.map(({ target, everyMinutes }) => [target.name, everyMinutes]));

const times = (cost: PartCost, factor: number): PartCost => {
  const more = { ...cost };
  for (const figure of FIGURES) more[figure] *= factor;
  return more;
};

export const total = (parts: readonly PartCost[]): PartCost => {
  const sum = emptyPart('all');
  for (const each of parts) for (const figure of FIGURES) sum[figure] += each[figure];
  return sum;
};

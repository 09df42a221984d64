import { ASSUMED, PRICES } from './prices.ts';
import type { IdlePart, PartCost } from './measure.ts';

const MILLION = 1_000_000;
const GB = 1024 ** 3;

interface Dollars {
  table: number;
  functions: number;
  gateway: number;
  queue: number;
  objects: number;
  mail: number;
}

/** List price of N uses of a part. */
export const dollarsOf = (cost: PartCost, count: number): Dollars => {
  const millions = count / MILLION;
  const { table, functions, gateway, queue, objects, mail } = PRICES;
  return {
    table: millions * (cost.write * table.perMillionWriteUnits + cost.read * table.perMillionReadUnits),
    functions: millions * cost.runs * functions.perMillionRequests + count * cost.gbSeconds * functions.perGbSecond,
    gateway: millions * cost.requests * gateway.perMillionRequests,
    queue: millions * cost.messages * ASSUMED.requestsOfAMessage * queue.perMillionRequests,
    objects: millions * (cost.puts * objects.perMillionPuts + cost.gets * objects.perMillionGets),
    mail:
      (count * cost.mails * mail.perThousand) / 1000 +
      (cost.mails > 0 ? (count * cost.bytes * mail.perGbAttached) / GB : 0),
  };
};

export const sumOf = (dollars: Dollars): number =>
  Object.values(dollars).reduce<number>((sum, each) => sum + Number(each), 0);

/** List price of an idle month of a part, with its logs and traces. */
export const idleDollarsOf = (part: IdlePart): number =>
  sumOf(dollarsOf(part, 1)) +
  (part.runs * ASSUMED.logBytesOfARun * PRICES.logs.perGb) / GB +
  (part.traces * PRICES.traces.perMillion) / MILLION;

interface Run {
  cpuMs: number;
  runs: number;
  tableCalls: number;
  /** Other calls: queues, objects, email. */
  otherCalls: number;
  gatewayCalls: number;
  memoryMb: number;
}

/** Billed gigabyte-seconds of a function: its CPU time, longer with less than one CPU, and its waits. */
export const gbSecondsOf = ({ cpuMs, tableCalls, otherCalls, gatewayCalls, memoryMb }: Run): number => {
  const slower = Math.max(1, ASSUMED.memoryOfOneProcessorMb / memoryMb);
  const waits =
    tableCalls * ASSUMED.tableCallMs + otherCalls * ASSUMED.outsideCallMs + gatewayCalls * ASSUMED.gatewayCallMs;
  const ms = cpuMs * slower + waits;
  return (ms / 1000) * (memoryMb / 1024);
};

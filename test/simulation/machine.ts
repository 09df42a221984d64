import { createHash } from 'node:crypto';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { releases } from './releases.ts';
import type { Scheduler } from './scheduler.ts';

/** The seeded environment of the simulated program: time, timers, random numbers and the log. */
interface Machine {
  nowMs: () => number;
  /** Advances the clock. */
  advance: (ms: number) => void;
  scheduler: Scheduler;
  /** Seed of random values that do not decide the course of the run: ids, secrets, jitter. */
  seed: string;
  onLog: (level: 'warn' | 'error', message: string, extra: Record<string, unknown>) => void;
}

/** Longer than any run takes on its simulated clock. */
const RUN_MS = 1e10;
/** Longest timer that is a wait between attempts; longer timers are time-outs. */
const LONGEST_WAIT_MS = 5000;
/** A wait of at least this length is for a slow service, such as a replica, and advances the clock. */
const SLOW_WAIT_MS = 1000;

const require = createRequire(import.meta.url);
let machine: Machine | undefined;
let drawn = 0;
let runs = 0;

/** Makes this process use a machine from now on. */
export const useMachine = (next: Machine): void => {
  if (!machine) install();
  machine = next;
  drawn = 0;
  runs++;
};

const bytes = (size: number): Buffer => {
  const blocks: Buffer[] = [];
  const process = machine?.scheduler.current();
  for (let length = 0; length < size; length += 32) {
    const place = process ? `${process.path.join('.')}/${process.drawn++}` : drawn++;
    blocks.push(createHash('sha256').update(`${machine?.seed}\n${place}`).digest());
  }
  return Buffer.concat(blocks).subarray(0, size);
};

const uuid = (): string => {
  const hex = bytes(16).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

interface Timer {
  cancelled: boolean;
}

/** Schedules a timer like any other call, so that it fires at any position among other events. */
const timer = (run: () => void, ms: number): Timer => {
  const started: Timer = { cancelled: false };
  const fire = (): void => {
    if (started.cancelled) return;
    if (ms >= SLOW_WAIT_MS) machine?.advance(ms);
    run();
  };
  if (machine?.scheduler.current()) void machine.scheduler.carry('timer', () => {}).then(fire);
  else setImmediate(fire);
  return started;
};

const install = (): void => {
  for (const { clock } of releases) clock.nowMs = () => machine?.nowMs() ?? 0;
  const crypto = require('node:crypto') as Record<string, unknown>;
  Object.assign(crypto, { randomBytes: bytes, randomUUID: uuid });
  Object.assign(globalThis.crypto, { randomUUID: uuid });
  const waits = require('node:timers/promises') as Record<string, unknown>;
  waits['setTimeout'] = (ms: number, value: unknown) => new Promise((resolve) => timer(() => resolve(value), ms));
  // A longer timer is a time-out, which never fires here.
  const setTimeout = (run: () => void, ms = 0): Timer => (ms > LONGEST_WAIT_MS ? { cancelled: true } : timer(run, ms));
  const clearTimeout = (started?: Timer): void => {
    if (started) started.cancelled = true;
  };
  Object.assign(require('node:timers') as object, { setTimeout, clearTimeout });
  Object.assign(globalThis, { setTimeout, clearTimeout });
  syncBuiltinESMExports();
  Math.random = () => bytes(4).readUInt32BE() / 2 ** 32;
  // The time never decreases between runs, because cached values must stay expired.
  performance.now = () => runs * RUN_MS + (machine?.nowMs() ?? 0);
  AbortSignal.timeout = () => new AbortController().signal;
  const recorder =
    (level: 'warn' | 'error') =>
    (message: string, extra: Record<string, unknown> | Error = {}) =>
      machine?.onLog(level, message, extra instanceof Error ? { error: extra } : extra);
  const logs = { debug: () => {}, info: () => {}, warn: recorder('warn'), error: recorder('error'), setKeys: () => {} };
  for (const { log } of releases) Object.assign(log, logs);
};

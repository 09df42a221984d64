import type { ScheduleDefinition } from '../../definition.ts';
import type { LocalClock } from '../clock.ts';
import type { Functions } from '../lambda/functions.ts';
import { MINUTE_MS } from '../../../functions/platform/durations.ts';

/**
 * Deployed schedules are not retried. Here they are, because a planned crash or fault would leave work to the next
 * interval, which tests reach only by advancing the clock.
 */
const ATTEMPTS = 3;
const RETRY_MS = 200;

/** Runs due schedules by the stack's clock: once when the interval has passed, however far the clock was moved. */
export class Schedules {
  readonly #definitions: readonly ScheduleDefinition[];
  readonly #functions: Functions;
  readonly #clock: LocalClock;
  readonly #nextMs = new Map<string, number>();
  readonly #running = new Map<string, Promise<unknown>>();

  constructor(definitions: readonly ScheduleDefinition[], functions: Functions, clock: LocalClock) {
    this.#definitions = definitions;
    this.#functions = functions;
    this.#clock = clock;
    // The first run is immediate: a restarted stack may have missed something.
    for (const { name } of definitions) this.#nextMs.set(name, 0);
  }

  get names(): string[] {
    return this.#definitions.map(({ name }) => name);
  }

  running(): string[] {
    return [...this.#running.keys()];
  }

  /** All schedules but those that run only on request. */
  get #regular(): ScheduleDefinition[] {
    return this.#definitions.filter(({ onRequestLocally }) => !onRequestLocally);
  }

  /** Due schedules. A run that is more than two intervals ahead was planned by a clock that has been set back. */
  due(): ScheduleDefinition[] {
    const now = this.#clock.nowMs();
    return this.#regular.filter(({ name, everyMinutes }) => {
      const waitMs = (this.#nextMs.get(name) ?? 0) - now;
      return waitMs <= 0 || waitMs > 2 * everyMinutes * MINUTE_MS;
    });
  }

  /** Runs due schedules and waits for them. A run that fails in every attempt waits for the next interval. */
  async runDue(): Promise<void> {
    await Promise.all(this.due().map((definition) => this.#runWithRetries(definition)));
  }

  /** Runs the schedules of these kinds of due rows now, except those that run only on request. */
  async runFor(kinds: ReadonlySet<string>): Promise<void> {
    const responsible = this.#regular.filter(({ sweeps }) => sweeps.some((kind) => kinds.has(kind)));
    await Promise.all(responsible.map((definition) => this.#runWithRetries(definition)));
  }

  /** Runs one of `names` now and waits. Throws its error. */
  async run(name: string): Promise<void> {
    const definition = this.#definitions.find((candidate) => candidate.name === name);
    if (definition) await this.#runOnce(definition, 'asked');
  }

  async #runWithRetries(definition: ScheduleDefinition): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#runOnce(definition, 'due');
      } catch (error) {
        this.#functions.report(definition.target.name, error);
        if (attempt >= ATTEMPTS) return;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  async #runOnce(definition: ScheduleDefinition, why: Why): Promise<void> {
    const { name, everyMinutes, target } = definition;
    const now = this.#clock.nowMs();
    this.#nextMs.set(name, now + everyMinutes * MINUTE_MS);
    // One at a time: a concurrent run starts when the earlier one has ended.
    const before = this.#running.get(name) ?? Promise.resolve();
    const running = before
      .catch(() => {})
      .then(() => this.#functions.invoke(target, scheduleEvent(name, this.#clock.now(), why)));
    this.#running.set(name, running);
    try {
      await running;
    } finally {
      if (this.#running.get(name) === running) this.#running.delete(name);
    }
  }
}

/** Why a schedule runs: on request, or because it is due. */
type Why = 'asked' | 'due';

/** The event as EventBridge sends it, with a mark if the run was requested. */
const scheduleEvent = (name: string, time: string, why: Why) => ({
  version: '0',
  id: crypto.randomUUID(),
  'detail-type': 'Scheduled Event',
  source: 'aws.events',
  account: '000000000000',
  time,
  region: process.env['AWS_REGION'],
  resources: [`arn:aws:events:${process.env['AWS_REGION']}:000000000000:rule/${name}`],
  detail: why === 'asked' ? { asked: true } : {},
});

import { clock, LAST_MOMENT_MS } from '../../functions/platform/clock.ts';
import type { LocalState } from './state.ts';

const SETTING = 'clock-offset-ms';

/** An invalid change to the clock; the message has the reason. */
export class ClockRefusal extends Error {}

/**
 * The clock of every handler, worker and schedule: the machine's time and an offset that only grows. It is kept with
 * the data, because rows with future timestamps are invalid at an earlier time. It stops at the last time that a
 * timestamp can represent.
 */
export class LocalClock {
  readonly #state: LocalState;
  #offsetMs: number;

  constructor(state: LocalState) {
    this.#state = state;
    this.#offsetMs = Math.ceil(Number(state.get(SETTING) ?? 0));
    clock.nowMs = () => this.nowMs();
  }

  nowMs(): number {
    return Math.min(Date.now() + this.#offsetMs, LAST_MOMENT_MS);
  }

  /** RFC 3339. */
  now(): string {
    return new Date(this.nowMs()).toISOString();
  }

  /** Throws `ClockRefusal`. */
  advance(byMs: number): void {
    this.#move(byMs, this.nowMs());
  }

  /** Throws `ClockRefusal`. */
  moveTo(momentMs: number): void {
    const nowMs = this.nowMs();
    this.#move(momentMs - nowMs, nowMs);
  }

  #move(byMs: number, nowMs: number): void {
    if (byMs < 0) throw new ClockRefusal('The clock cannot move backwards.');
    // Other clocks show whole milliseconds, and a fraction of one cannot be signed or stored as a time.
    const wholeMs = Math.ceil(byMs);
    if (nowMs + wholeMs > LAST_MOMENT_MS) {
      throw new ClockRefusal(`The clock ends at ${new Date(LAST_MOMENT_MS).toISOString()}.`);
    }
    this.#offsetMs += wholeMs;
    this.#state.set(SETTING, String(this.#offsetMs));
  }
}

import { clock } from '../../functions/platform/clock.ts';
import type { State } from './state.ts';

const SETTING = 'clock-offset-ms';

/** Time never runs backwards. */
export class BackwardsError extends Error {}

/**
 * The clock of every handler, worker and schedule: the machine's time and an offset that only grows. It is kept with
 * the data, because rows written in the future make no sense in the past.
 */
export class LocalClock {
  readonly #state: State;
  #offsetMs: number;

  constructor(state: State) {
    this.#state = state;
    this.#offsetMs = Number(state.get(SETTING) ?? 0);
    clock.nowMs = () => this.nowMs();
  }

  nowMs(): number {
    return Date.now() + this.#offsetMs;
  }

  /** RFC 3339. */
  now(): string {
    return new Date(this.nowMs()).toISOString();
  }

  /** Throws `BackwardsError`. */
  advance(byMs: number): void {
    if (byMs < 0) throw new BackwardsError();
    this.#offsetMs += byMs;
    this.#state.set(SETTING, String(this.#offsetMs));
  }

  moveTo(momentMs: number): void {
    this.advance(momentMs - this.nowMs());
  }
}

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clock } from '../../../functions/platform/clock.ts';
import { parseTimestamp } from '../../../functions/platform/timestamps.ts';
import { ClockRefusal, LocalClock } from '../../../lib/local/clock.ts';
import { LocalState } from '../../../lib/local/state.ts';

const END = '9999-12-31T23:59:59.999Z';
const { nowMs } = clock;

let state: LocalState;
let local: LocalClock;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  state = new LocalState(undefined);
  local = new LocalClock(state);
});
afterEach(() => {
  vi.useRealTimers();
  state.close();
  clock.nowMs = nowMs;
});

describe('the local clock', () => {
  it('advances to the last time that a timestamp can represent, and no further', () => {
    local.moveTo(Date.parse(END));
    expect(local.now()).toBe(END);
    for (const beyond of [() => local.advance(1), () => local.moveTo(Date.parse(END) + 1)]) {
      expect(beyond).toThrow(ClockRefusal);
    }
    expect(new LocalClock(state).now()).toBe(END);
  });

  it('does not move when it refuses', () => {
    const before = local.now();
    expect(() => local.advance(Date.parse(END))).toThrow(ClockRefusal);
    expect(() => local.advance(-1)).toThrow(ClockRefusal);
    expect([local.now(), new LocalClock(state).now()]).toEqual([before, before]);
  });

  it('shows whole milliseconds, even with a stored offset that has fractions of a millisecond', () => {
    const before = local.nowMs();
    local.advance(0.4);
    local.moveTo(before + 10.5);
    expect(local.nowMs()).toBe(before + 11);
    expect(() => local.advance(-0.4)).toThrow(ClockRefusal);
    state.set('clock-offset-ms', '0.4');
    expect(new LocalClock(state).nowMs()).toBe(before + 1);
  });

  it('stays at the last time that a timestamp can represent when real time passes it', () => {
    local.moveTo(Date.parse(END) - 10);
    vi.setSystemTime(Date.now() + 60_000);
    expect(parseTimestamp(local.now())).toBe(local.nowMs());
    local.moveTo(local.nowMs());
    expect(local.now()).toBe(END);
  });
});

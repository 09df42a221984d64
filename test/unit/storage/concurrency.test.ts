import { setTimeout as realSleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startResponseTimeout } from '../../../functions/domain/notifications/webhooks/response-timeout.ts';
import { withinConcurrencyLimit } from '../../../functions/storage/limits/concurrency.ts';

const DONE = { done: true };

/** A manual clock, so that slow machines do not matter. */
const useOwnClock = (): void => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
};

const after = (durationMs: number): Promise<typeof DONE> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(DONE), durationMs);
  });

const pass = (durationMs: number) => vi.advanceTimersByTimeAsync(durationMs);

/** Results of attempts with the given duration, once that time has passed. */
const attempts = async (endpoint: string, count: number, durationMs: number) => {
  const all = Promise.all(
    Array.from({ length: count }, () => withinConcurrencyLimit(endpoint, () => after(durationMs))),
  );
  await pass(durationMs);
  return all;
};

describe('the concurrency of one endpoint', () => {
  useOwnClock();

  it('a fast endpoint gets all its attempts, ten at a time', async () => {
    let underWay = 0;
    let most = 0;
    const outcomes = Promise.all(
      Array.from({ length: 60 }, () =>
        withinConcurrencyLimit('quick', async () => {
          most = Math.max(most, ++underWay);
          await after(5);
          underWay--;
          return DONE;
        }),
      ),
    );
    await pass(100);
    expect(new Set(await outcomes)).toEqual(new Set([DONE]));
    expect(most).toBe(10);
  });

  it('an endpoint with ten attempts in progress postpones the others', async () => {
    const outcomes = await attempts('busy', 12, 1000);
    expect(outcomes.filter((outcome) => outcome === 'full')).toHaveLength(2);
  });

  it('a slow endpoint does not use up the concurrency of another', async () => {
    const held = withinConcurrencyLimit('slow', (reportSlow) => {
      startResponseTimeout(2000, reportSlow);
      return after(3000);
    });
    expect(await attempts('slow', 1, 1)).toEqual([DONE]);
    await pass(2200);
    expect(await attempts('slow', 1, 1)).toEqual(['slow']);
    expect(await attempts('other', 3, 1)).toEqual([DONE, DONE, DONE]);
    await pass(1000);
    await held;
    expect(await attempts('slow', 1, 1)).toEqual([DONE]);
  });

  it('an attempt that fails releases its slot', async () => {
    for (let count = 0; count < 15; count++) {
      await expect(withinConcurrencyLimit('failing', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    }
    expect(await attempts('failing', 1, 1)).toEqual([DONE]);
  });
});

describe('an overloaded instance', () => {
  useOwnClock();

  it('starts 64 attempts at a time, and attempts that wait for a response do not block others', async () => {
    const begunAt: number[] = [];
    const startedAt = performance.now();
    const held = Array.from({ length: 70 }, (_, index) =>
      withinConcurrencyLimit(`many-${index}`, async () => {
        begunAt.push(performance.now() - startedAt);
        return after(800);
      }),
    );
    await pass(300);
    expect(begunAt).toHaveLength(64);
    await pass(1200);
    await Promise.all(held);
    expect(begunAt).toHaveLength(70);
    expect(Math.max(...begunAt)).toBeLessThan(800);
  });
});

describe('the time limit of a receiver', () => {
  useOwnClock();

  it('ends after waiting that long for a response', async () => {
    let called = 0;
    startResponseTimeout(300, () => called++);
    startResponseTimeout(300, () => called++).end();
    await pass(150);
    expect(called).toBe(0);
    await pass(600);
    expect(called).toBe(1);
  });

  it('excludes time in which the sender itself was busy', async () => {
    vi.useRealTimers();
    let called = 0;
    const watch = startResponseTimeout(1000, () => called++);
    for (let turn = 0; turn < 3; turn++) {
      const until = performance.now() + 600;
      while (performance.now() < until);
      await realSleep(1);
    }
    expect(called).toBe(0);
    watch.end();
  });
});

import { expect, test, vi } from 'vitest';
import { clearFaults, planFault } from '../../../lib/local/control/faults.ts';
import { waitUntilIdle } from '../../../lib/local/control/idle.ts';
import type { ControlledStack } from '../../../lib/local/running-stack.ts';

/** A stack that does nothing but sweep one due row. A sweep passes the row on to the next kind. */
const stackWithRow = (kinds: readonly string[]) => {
  const left = [...kinds];
  const swept: string[][] = [];
  const stack = {
    runWhatIsDue: () => Promise.resolve(),
    dueRows: () => Promise.resolve(left.slice(0, 1).map((kind) => ({ key: 'ORDER#nordlys#po_1 order', kind }))),
    functions: { running: () => [], activity: 0 },
    streams: [],
    queues: [],
    delays: { due: () => [] },
    schedules: {
      running: () => [],
      due: () => [],
      runFor: (due: ReadonlySet<string>) => {
        swept.push([...due]);
        if (left[0] !== 'stuck') left.shift();
        return Promise.resolve();
      },
    },
  };
  return { stack: stack as unknown as ControlledStack, swept };
};

test('a row that one sweep leaves to another schedule is swept by both', async () => {
  const { stack, swept } = stackWithRow(['order-expiry', 'order-payment']);
  expect(await waitUntilIdle(stack)).toEqual([]);
  expect(swept).toEqual([['order-expiry'], ['order-payment']]);
});

test('a row that its sweep cannot complete is swept once', async () => {
  const { stack, swept } = stackWithRow(['stuck']);
  expect(await waitUntilIdle(stack)).toEqual([]);
  expect(swept).toEqual([['stuck']]);
});

test('a replica that never has all writes is reported when time is up', async () => {
  const { stack } = stackWithRow([]);
  const start = Date.now();
  let passes = 0;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => start + passes * 20_000);
  planFault('table', 'stale', 1);
  const stale = {
    ...stack,
    // Ends a wait that would not end by itself.
    runWhatIsDue: () => (++passes > 3 ? Promise.reject(new Error('waits without a limit')) : Promise.resolve()),
    replica: { hasCaughtUp: () => false },
  };
  try {
    expect(await waitUntilIdle(stale as unknown as ControlledStack)).toEqual(['replica of the table']);
  } finally {
    clearFaults();
    clock.mockRestore();
  }
});

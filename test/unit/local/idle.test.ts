import { expect, test } from 'vitest';
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

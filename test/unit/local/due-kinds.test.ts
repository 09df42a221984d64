import { expect, test } from 'vitest';
import type { DueKind } from '../../../functions/storage/due.ts';
import { schedules } from '../../../lib/definition.ts';

/** The schedule that processes each kind; undefined for failed orders, which only an operator's command resumes. */
const SWEPT_BY: Record<DueKind, string | undefined> = {
  'order-expiry': 'expiry-sweep',
  'order-fulfillment': 'due-sweep',
  'order-payment': 'refund-repair',
  'order-refund': 'refund-repair',
  'order-dispute': 'refund-repair',
  'order-failed': undefined,
  'webhook-delivery': 'due-sweep',
  'item-expiry': 'item-expiry',
  'event-move': 'refund-repair',
  'event-cancellation': 'due-sweep',
  picture: 'picture-sweep',
  leftover: 'picture-sweep',
  'integrity-check': 'integrity-check',
};

test.each(Object.entries(SWEPT_BY))('due rows of the kind %s are processed by %s', (kind, name) => {
  const names = schedules.filter(({ sweeps }) => sweeps.some((each) => each === kind)).map((schedule) => schedule.name);
  expect(names).toEqual(name === undefined ? [] : [name]);
});

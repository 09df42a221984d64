import { expect, it } from 'vitest';
import { streams } from '../../../lib/definition.ts';
import { isReceived } from '../../../lib/stream-filter.ts';

const reports = streams.find(({ name }) => name === 'reports')!;
const relay = streams.find(({ name }) => name === 'table')!;
const order = (status: string) => ({ type: 'order', status });

it.each([
  ['a new order', [order('pending_payment')], false],
  ['a change to an unpaid order', [order('pending_payment'), order('pending_payment')], false],
  ['a payment', [order('pending_payment'), order('paid')], true],
  ['an expiry', [order('pending_payment'), order('expired')], true],
  ['a change to a paid order', [order('paid'), order('fulfilled')], true],
  ['the removal of an order', [order('cancelled')], true],
  ['an item', [{ type: 'item', status: 0 }], true],
  ['a row of another type', [{ type: 'search', status: undefined }], false],
] as const)('reports receive %s or not', (_, images, isTheirs) => {
  expect(isReceived(reports, images)).toBe(isTheirs);
});

it('the relay receives changes to unpaid orders', () => {
  expect(isReceived(relay, [order('pending_payment')])).toBe(true);
});

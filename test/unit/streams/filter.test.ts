import { expect, it } from 'vitest';
import { streams } from '../../../lib/definition.ts';
import { isReceived } from '../../../lib/stream-filter.ts';

const reports = streams.find(({ name }) => name === 'reports')!;
const relay = streams.find(({ name }) => name === 'table')!;
const order = (status: string) => ({ type: 'order', status });

it.each([
  ['a new order', false, [order('pending_payment')]],
  ['a change to an unpaid order', false, [order('pending_payment'), order('pending_payment')]],
  ['a payment', true, [order('pending_payment'), order('paid')]],
  ['an expiry', true, [order('pending_payment'), order('expired')]],
  ['a change to a paid order', true, [order('paid'), order('fulfilled')]],
  ['the removal of an order', true, [order('cancelled')]],
  ['an item', true, [{ type: 'item', status: 0 }]],
  ['a row of another type', false, [{ type: 'search', status: undefined }]],
] as const)('reports receive %s: %s', (_, isTheirs, images) => {
  expect(isReceived(reports, images)).toBe(isTheirs);
});

it('the relay receives changes to unpaid orders', () => {
  expect(isReceived(relay, [order('pending_payment')])).toBe(true);
});

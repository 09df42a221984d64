import { assertType, expect, expectTypeOf, it } from 'vitest';
import type { Measure } from '../../../functions/platform/measure-names.ts';
import type { AlarmName } from '../../../functions/platform/alarm-name.ts';
import type { ThrownCodeName } from '../../../functions/platform/error-codes.ts';
import {
  BUCKETS,
  ISOLATED_FUNCTIONS,
  QUEUES,
  UPDATABLE_ROWS,
  type QueueName,
} from '../../../functions/platform/resource-names.ts';
import type { Binding } from '../../../functions/pipeline/route.ts';
import type { KnownRoute } from '../../../functions/routes.ts';
import type { RowQuery } from '../../../functions/storage/row-types.ts';
import { buckets, isolatedFunctions, queues, routes, type FunctionName } from '../../../lib/definition.ts';

it('a reply name or an error code that does not exist is a type error', () => {
  assertType<KnownRoute['replies']>({ 200: 'ApiKeyList', 202: 'image/png', 204: null });
  expectTypeOf<{ 200: 'ApiKeyLst' }>().not.toExtend<KnownRoute['replies']>();
  assertType<KnownRoute['errors']>(['above_maximum']);
  expectTypeOf<['above_maximun']>().not.toExtend<KnownRoute['errors']>();
  assertType<ThrownCodeName[]>(['above_maximum', 'wrong_password']);
  expectTypeOf<'wrong_pasword'>().not.toExtend<ThrownCodeName>();
});

it('a queue, index, row or function that does not exist is a type error in bindings, messages and queries', () => {
  assertType<Binding[]>(['queue:mail', 'index:due', 'rows:VISITS', 'function:print-picture', 'table:read']);
  expectTypeOf<'queue:mails'>().not.toExtend<Binding>();
  expectTypeOf<'index:ix5'>().not.toExtend<Binding>();
  expectTypeOf<'rows:VISIT'>().not.toExtend<Binding>();
  expectTypeOf<'function:print-pictures'>().not.toExtend<Binding>();
  expectTypeOf<'webhook-event'>().not.toExtend<QueueName>();
  expectTypeOf<'ix5'>().not.toExtend<RowQuery['index']>();
  assertType<FunctionName[]>(['create-order', 'stream-relay', 'item-expiry', 'area-desk-counter', 'inspect-pdf']);
  expectTypeOf<'create-ordr'>().not.toExtend<FunctionName>();
});

it('an alarm or a metric that does not exist is a type error', () => {
  assertType<AlarmName>('refund_failed');
  expectTypeOf<'refund_failled'>().not.toExtend<AlarmName>();
  assertType<Measure>('OrdersPaid');
  expectTypeOf<'OrdersPayed'>().not.toExtend<Measure>();
});

it('every name has its resource in the definition', () => {
  expect(queues.map(({ name }) => name).toSorted()).toEqual(QUEUES.toSorted());
  expect(buckets.map(({ name }) => name).toSorted()).toEqual(BUCKETS.toSorted());
  expect(isolatedFunctions.map(({ name }) => name).toSorted()).toEqual(ISOLATED_FUNCTIONS.toSorted());
  const used = new Set(routes.flatMap(({ uses }) => uses));
  expect(UPDATABLE_ROWS.filter((rows) => !used.has(`rows:${rows}`))).toEqual([]);
});

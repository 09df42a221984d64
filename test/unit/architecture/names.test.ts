import { assertType, expect, it } from 'vitest';
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
import { buckets, isolated, queues, routes, type FunctionName } from '../../../lib/definition.ts';

it('a reply name or an error code that does not exist is a type error', () => {
  assertType<KnownRoute['replies']>({ 200: 'ApiKeyList', 202: 'image/png', 204: null });
  // @ts-expect-error No reply has this name.
  assertType<KnownRoute['replies']>({ 200: 'ApiKeyLst' });
  assertType<KnownRoute['errors']>(['above_maximum']);
  // @ts-expect-error No error has this code.
  assertType<KnownRoute['errors']>(['above_maximun']);
  assertType<ThrownCodeName[]>(['above_maximum', 'wrong_password']);
  // @ts-expect-error Nothing throws this code.
  assertType<ThrownCodeName>('wrong_pasword');
});

it('a queue, index, row or function that does not exist is a type error in bindings, messages and queries', () => {
  assertType<Binding[]>(['queue:mail', 'index:due', 'rows:VISITS', 'function:print-picture', 'table:read']);
  // @ts-expect-error No queue has this name.
  assertType<Binding>('queue:mails');
  // @ts-expect-error The table has no such index.
  assertType<Binding>('index:ix5');
  // @ts-expect-error No reader updates these rows.
  assertType<Binding>('rows:VISIT');
  // @ts-expect-error No isolated function has this name.
  assertType<Binding>('function:print-pictures');
  // @ts-expect-error No queue has this name.
  assertType<QueueName>('webhook-event');
  // @ts-expect-error The table has no such index.
  assertType<RowQuery['index']>('ix5');
  assertType<FunctionName[]>(['create-order', 'stream-relay', 'item-expiry', 'area-desk-counter', 'inspect-pdf']);
  // @ts-expect-error No function has this name.
  assertType<FunctionName>('create-ordr');
});

it('an alarm or a metric that does not exist is a type error', () => {
  assertType<AlarmName>('refund_failed');
  // @ts-expect-error No alarm has this name.
  assertType<AlarmName>('refund_failled');
  assertType<Measure>('OrdersPaid');
  // @ts-expect-error No metric has this name.
  assertType<Measure>('OrdersPayed');
});

it('every name has its resource in the definition', () => {
  expect(queues.map(({ name }) => name).toSorted()).toEqual(QUEUES.toSorted());
  expect(buckets.map(({ name }) => name).toSorted()).toEqual(BUCKETS.toSorted());
  expect(isolated.map(({ name }) => name).toSorted()).toEqual(ISOLATED_FUNCTIONS.toSorted());
  const used = new Set(routes.flatMap(({ uses }) => uses));
  expect(UPDATABLE_ROWS.filter((rows) => !used.has(`rows:${rows}`))).toEqual([]);
});

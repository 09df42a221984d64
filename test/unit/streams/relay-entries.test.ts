import { expect, it } from 'vitest';
import { relayEntries } from '../../../functions/streams/entries.ts';
import { streams } from '../../../lib/definition.ts';

it('the stream delivers changes only to rows of types that have relay entries', () => {
  const passed = streams.find(({ name }) => name === 'table')?.rowTypes ?? [];
  expect([...passed].toSorted()).toEqual([...new Set(relayEntries.map(({ rowType }) => rowType))].toSorted());
});

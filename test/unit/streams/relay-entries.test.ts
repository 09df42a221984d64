import { expect, it } from 'vitest';
import { relayEntries } from '../../../functions/streams/entries.ts';
import { streams } from '../../../lib/definition.ts';

it('the stream passes on changes of just the rows from which something follows', () => {
  const passed = streams.find(({ name }) => name === 'table')?.rowTypes ?? [];
  expect([...passed].toSorted()).toEqual([...new Set(relayEntries.map(({ rowType }) => rowType))].toSorted());
});

import type { DynamoDBRecord } from 'aws-lambda';
import { expect, it } from 'vitest';
import { handler } from '../../../functions/streams/report-counts.ts';

it('a record that cannot be counted fails the batch, and leaves no rejection that would end the process', async () => {
  const image = { pk: 'ORDER#nordlys#po_1', sk: 'order', type: 'order', company: 'nordlys', status: 'paid' };
  const NewImage = Object.fromEntries(Object.entries(image).map(([name, text]) => [name, { S: text }]));
  const unhandled: unknown[] = [];
  const note = (reason: unknown): number => unhandled.push(reason);
  process.on('unhandledRejection', note);
  const record: DynamoDBRecord = { dynamodb: { SequenceNumber: '1', NewImage } };
  await expect(handler({ Records: [record] })).rejects.toThrow('The function failed');
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

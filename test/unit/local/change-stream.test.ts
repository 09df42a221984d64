import { describe, expect, it } from 'vitest';
import { ChangeStream } from '../../../lib/local/table/memory/change-stream.ts';

const WRITTEN = 200_001;

interface Page {
  Records: { dynamodb: { SequenceNumber: string } }[];
  NextShardIterator: string;
}

describe('the in-memory stream of the table', () => {
  const stream = new ChangeStream('table', () => 0);
  const row = (number: number) => ({ pk: { S: 'a' }, sk: { S: String(number) } });
  for (let number = 1; number <= WRITTEN; number++) stream.add({ before: undefined, after: row(number) });
  const pageAt = (how: object): Page => {
    const { ShardIterator } = stream.execute('GetShardIterator', { ...how }) as { ShardIterator: string };
    return stream.execute('GetRecords', { ShardIterator, Limit: 2 }) as Page;
  };
  const numbersOf = ({ Records }: Page): number[] => Records.map(({ dynamodb }) => Number(dynamodb.SequenceNumber));

  it('drops its oldest records, and lets a reader continue from its position', () => {
    expect(numbersOf(pageAt({ ShardIteratorType: 'TRIM_HORIZON' }))).toEqual([100_001, 100_002]);
    const page = pageAt({ ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: String(WRITTEN - 3) });
    expect(numbersOf(page)).toEqual([WRITTEN - 2, WRITTEN - 1]);
    const { NextShardIterator } = page;
    expect(numbersOf(stream.execute('GetRecords', { ShardIterator: NextShardIterator }) as Page)).toEqual([WRITTEN]);
    expect(numbersOf(pageAt({ ShardIteratorType: 'LATEST' }))).toEqual([]);
  });

  it('rejects a reader whose position was dropped', () => {
    expect(() => pageAt({ ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: '7' })).toThrow('oldest record');
  });
});

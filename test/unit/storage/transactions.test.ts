import { afterEach, describe, expect, it } from 'vitest';
import { documents } from '../../../functions/storage/client.ts';
import { transact } from '../../../functions/storage/transactions.ts';

process.env['TABLE_NAME'] = 'table';
const send = documents.send.bind(documents);
afterEach(() => Object.assign(documents, { send }));

/** The table cancels with these reasons, in order, and then accepts the transaction. */
const cancelledBy = (...rounds: string[][]) => {
  let calls = 0;
  Object.assign(documents, {
    send: async () => {
      const codes = rounds[calls++];
      if (!codes) return {};
      const CancellationReasons = codes.map((Code) => ({ Code, Message: 'because' }));
      throw Object.assign(new Error('cancelled'), { name: 'TransactionCanceledException', CancellationReasons });
    },
  });
  return () => calls;
};

const WRITES = [
  { put: { pk: 'a', sk: 'a', type: 'x', v: 1 }, name: 'first' },
  { put: { pk: 'b', sk: 'b', type: 'x', v: 1 }, name: 'second' },
];

describe('a transaction that the table cancels', () => {
  it('is retried after conflicts and throttling', async () => {
    const calls = cancelledBy(['TransactionConflict', 'None'], ['None', 'ThrottlingError']);
    await transact(WRITES);
    expect(calls()).toBe(3);
  });

  it('reports the name of the write whose condition failed, even if another write has a conflict', async () => {
    cancelledBy(['ConditionalCheckFailed', 'TransactionConflict']);
    await expect(transact(WRITES)).rejects.toMatchObject({ failures: [{ name: 'first' }] });
  });

  it('is sent with the same token while an earlier attempt is in progress, so that it is applied once', async () => {
    const errors = ['TransactionInProgressException', 'TransactionInProgressException', 'TransactionConflictException'];
    const tokens: (string | undefined)[] = [];
    Object.assign(documents, {
      send: async ({ input }: { input: { ClientRequestToken?: string } }) => {
        const name = errors[tokens.push(input.ClientRequestToken) - 1];
        if (name !== undefined) throw Object.assign(new Error('not now'), { name });
        return {};
      },
    });
    await transact(WRITES);
    expect(tokens).toEqual([tokens[0], tokens[0], tokens[0], tokens[3]]);
    expect(tokens[0]).toMatch(/^[\da-f-]{36}$/);
    expect(tokens[3]).not.toBe(tokens[0]);
  });

  it('is not retried when a write is invalid', async () => {
    const calls = cancelledBy(['TransactionConflict', 'ValidationError']);
    await expect(transact(WRITES)).rejects.toThrow('1: ValidationError because');
    expect(calls()).toBe(1);
  });
});

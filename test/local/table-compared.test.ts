import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MemoryTable } from '../../lib/local/table/memory/memory-table.ts';
import { Random } from '../simulation/random.ts';
import { Operations, type Operation } from '../support/table-operations.ts';
import { allChanges, replyOf, comparable, connect, type Connection, type Reply } from '../support/table-replies.ts';
import { INVALID, UNLIKE } from '../support/table-refusals.ts';

const OPERATIONS = 3_000;

let emulator: Connection;
let memory: MemoryTable;
beforeAll(async () => {
  emulator = await connect();
  memory = new MemoryTable(emulator.tableName);
});
afterAll(() => emulator.stop());

const hasNestedPath = ({ UpdateExpression }: Operation['input']): boolean => /[.[]/.test(String(UpdateExpression));

/**
 * Responses that differ because the emulator deviates from DynamoDB's documentation (API reference, `UpdateItem`). The
 * in-memory table follows the documentation.
 */
const DIFFERENCES: Record<string, (operation: Operation, memory: Reply) => boolean> = {
  // ALL_OLD returns the previous attributes, and a new row has none; the emulator returns the key.
  'the old attributes of a row that an update creates': ({ name, input }, { Attributes }) =>
    name === 'UpdateItem' && input['ReturnValues'] === 'ALL_OLD' && Attributes === undefined,
  // UPDATED_OLD and UPDATED_NEW return only updated attributes; the emulator returns a whole list or map.
  'the updated part of a list or a map': ({ input }) =>
    String(input['ReturnValues']).startsWith('UPDATED') && hasNestedPath(input),
};

/** DynamoDB writes no record for an update that changes nothing (Developer Guide, "Streams"); the emulator does. */
const isRealChange = (change: unknown): boolean => {
  const { OldImage, NewImage } = change as { OldImage?: object; NewImage?: object };
  return !isDeepStrictEqual(OldImage, NewImage);
};

describe('the in-memory table', () => {
  it('responds like the emulator to thousands of calls', async () => {
    const operations = new Operations(new Random(20_270_301), emulator.tableName);
    const kinds: Record<string, number> = {};
    for (let at = 0; at < OPERATIONS; at++) {
      const operation = operations.next();
      const { name } = operation;
      const [theirs, ours] = [await emulator.call(operation), replyOf(memory, operation)];
      const kind = `${name} ${ours.__type ?? 'done'}`;
      kinds[kind] = (kinds[kind] ?? 0) + 1;
      const differs = Object.values(DIFFERENCES).some((isOne) => isOne(operation, ours));
      const shown = (reply: Reply): object => comparable(name, differs ? { ...reply, Attributes: undefined } : reply);
      expect(shown(ours), `${at} ${JSON.stringify(operation)}`).toEqual(shown(theirs));
    }
    const streams = async <T>(operation: string, input: object) => memory.stream.execute(operation, { ...input }) as T;
    expect(await allChanges(streams, '0')).toEqual((await emulator.changes()).filter(isRealChange));
    const usual = ['GetItem', 'Query', 'Scan', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchGetItem', 'BatchWriteItem'];
    for (const name of [...usual, 'TransactGetItems', 'TransactWriteItems'])
      expect(kinds[`${name} done`]).toBeGreaterThan(50);
    expect(kinds['TransactWriteItems TransactionCanceledException']).toBeGreaterThan(50);
    expect(kinds['TransactWriteItems IdempotentParameterMismatchException']).toBeGreaterThan(0);
    expect(kinds['PutItem ConditionalCheckFailedException']).toBeGreaterThan(50);
    expect(kinds['UpdateItem ValidationException']).toBeGreaterThan(50);
  }, 120_000);

  it.each(INVALID)('rejects %s, like the emulator', async (_, name, input, type) => {
    const operation = { name, input: input(emulator.tableName) };
    expect(replyOf(memory, operation).__type).toBe(type);
    expect(comparable(name, await emulator.call(operation)).__type).toBe(type);
  });

  it.each(UNLIKE)('%s, unlike the emulator', async (_, name, input, { documented, emulated }) => {
    const operation = { name, input: input(emulator.tableName) };
    expect(comparable(name, replyOf(memory, operation))).toMatchObject(documented);
    expect(comparable(name, await emulator.call(operation))).toMatchObject(emulated);
  });
});

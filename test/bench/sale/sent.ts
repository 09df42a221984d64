import { documents } from '../../../functions/storage/client.ts';
import type { MemoryTable, TableCall } from '../../simulation/memory-table.ts';

export type Input = Record<string, unknown>;

/**
 * Lets somebody stand between a table in memory and what calls it, with the input that each call was sent with. `taken` is
 * asked when a call is taken up; what it returns does the call. A call is taken up in the same breath in which it was sent.
 */
export const interceptCalls = (table: MemoryTable, taken: (call: TableCall, input: Input) => () => unknown): void => {
  const { carry } = table;
  let sent: Input = {};
  const { send } = documents as unknown as { send: (command: { input: Input }) => Promise<unknown> };
  Object.assign(documents, {
    send: (command: { input: Input }) => {
      sent = command.input;
      return send.call(documents, command);
    },
  });
  table.carry = (call) => carry({ ...call, effect: taken(call, sent) });
};

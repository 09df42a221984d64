import { documents } from '../../../functions/storage/client.ts';
import type { MemoryTable, TableCall } from '../../simulation/memory-table.ts';

export type Input = Record<string, unknown>;

/**
 * Intercepts calls to a table in memory with their original input. `handle` is called synchronously when a call starts,
 * and returns its effect.
 */
export const interceptCalls = (table: MemoryTable, handle: (call: TableCall, input: Input) => () => unknown): void => {
  const { carry } = table;
  let sent: Input = {};
  const { send } = documents as unknown as { send: (command: { input: Input }) => Promise<unknown> };
  Object.assign(documents, {
    send: (command: { input: Input }) => {
      sent = command.input;
      return send.call(documents, command);
    },
  });
  table.carry = (call) => carry({ ...call, effect: handle(call, sent) });
};
